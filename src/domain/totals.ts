import {
  allocate,
  applyRate,
  basisPointsToPercent,
  divideRounded,
  FULL_RATE,
  wholePesos,
  type BasisPoints,
  type Centavos,
} from './money.ts';

/** `percentage` values are basis points of the price, `fixed` values are centavos. */
export type Discount = { type: 'percentage' | 'fixed'; value: number; reason: string | null };

type PricedLine = { price: Centavos; discounts: readonly Discount[] };

/** A store's tax: on top of its prices, or included in them. */
export type TaxRule = { rate: BasisPoints; pricesIncludeTax: boolean };

export const isSameTax = (one: TaxRule, other: TaxRule): boolean =>
  one.rate === other.rate && one.pricesIncludeTax === other.pricesIncludeTax;

/** 10 %, on top: the tax of a store whose settings were never saved. */
export const DEFAULT_TAX_RULE: TaxRule = { rate: 1000, pricesIncludeTax: false };

/**
 * Returns the tax of a sale that is not completed: the one it was paid at while it has payments, else the store's
 * current one.
 */
export const taxDue = (saved: TaxRule | undefined, covered: Centavos, storeTax: TaxRule): TaxRule =>
  saved && covered > 0 ? saved : storeTax;

type LineTotals = { discount_amount: Centavos; final_price: Centavos };

export type SaleTotals = {
  lines: LineTotals[];
  subtotal: Centavos;
  /** Line discounts and cart discounts together. */
  discount_amount: Centavos;
  cart_discount: Centavos;
  /** The base of the tax: without the tax, in both modes. */
  taxable_amount: Centavos;
  tax_amount: Centavos;
  total_amount: Centavos;
};

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the amount of each discount on a base: each rounded once, and never more than the rest. */
export function discountParts(base: Centavos, discounts: readonly Discount[]): Centavos[] {
  let left = base;
  return discounts.map((discount) => {
    const wanted = discount.type === 'percentage' ? applyRate(base, discount.value) : discount.value;
    const part = Math.min(left, wanted);
    left -= part;
    return part;
  });
}

/** Returns the sum of several discounts on a base. */
export function discountOn(base: Centavos, discounts: readonly Discount[]): Centavos {
  return sum(discountParts(base, discounts));
}

/** Returns a discount's display text: `Open box −10%`; a fixed one is only its reason. */
export function discountLabel({ type, value, reason }: Discount): string {
  const name = reason ?? 'Discount';
  return type === 'percentage' ? `${name} −${basisPointsToPercent(value)}%` : name;
}

/** Returns what each discount takes off a base, with its label, as papers name it; those that take nothing off are left out. */
export function labelledDiscounts(
  base: Centavos,
  discounts: readonly Discount[],
): { label: string; amount: Centavos }[] {
  const parts = discountParts(base, discounts);
  return discounts
    .map((discount, index) => ({ label: discountLabel(discount), amount: parts[index] ?? 0 }))
    .filter(({ amount }) => amount > 0);
}

/** Calculates every figure of a sale, from prices and discounts alone. Totals equal the sum of their shown parts. */
export function saleTotals(
  lines: readonly PricedLine[],
  cartDiscounts: readonly Discount[],
  tax: TaxRule,
): SaleTotals {
  const lineTotals = lines.map((line) => {
    const discount_amount = discountOn(line.price, line.discounts);
    return { discount_amount, final_price: line.price - discount_amount };
  });
  const subtotal = sum(lines.map((line) => line.price));
  const afterLines = sum(lineTotals.map((line) => line.final_price));
  const cart_discount = discountOn(afterLines, cartDiscounts);
  const net = afterLines - cart_discount;
  const tax_amount = tax.pricesIncludeTax
    ? divideRounded(net * tax.rate, FULL_RATE + tax.rate)
    : applyRate(net, tax.rate);
  return {
    lines: lineTotals,
    subtotal,
    discount_amount: subtotal - net,
    cart_discount,
    taxable_amount: tax.pricesIncludeTax ? net - tax_amount : net,
    tax_amount,
    total_amount: tax.pricesIncludeTax ? net : net + tax_amount,
  };
}

/** Returns what the till charges for one item at a price of the catalogue, its tax included. */
export const chargedFor = (price: Centavos, tax: TaxRule): Centavos =>
  saleTotals([{ price, discounts: [] }], [], tax).total_amount;

/** Returns the figures of a sale of one line without discounts that comes to a total, tax included. */
export function totalsOf(
  total: Centavos,
  { rate, pricesIncludeTax }: TaxRule,
  /** The tax in it, where that is known to the centavo. */
  tax?: Centavos,
): Omit<SaleTotals, 'lines'> {
  const taxable_amount = tax === undefined ? divideRounded(total * FULL_RATE, FULL_RATE + rate) : total - tax;
  return {
    subtotal: pricesIncludeTax ? total : taxable_amount,
    discount_amount: 0,
    cart_discount: 0,
    taxable_amount,
    tax_amount: total - taxable_amount,
    total_amount: total,
  };
}

/** The figures of a sale that decide how its money is split over its lines. */
export type SettledTotals = Pick<SaleTotals, 'subtotal' | 'discount_amount' | 'total_amount'> & {
  lines: readonly Pick<LineTotals, 'final_price'>[];
};

/** Returns each line's amount after its own discounts and its share of the cart's, before tax that is added on top. */
export function netOfLines(totals: SettledTotals): Centavos[] {
  return allocate(totals.subtotal - totals.discount_amount, finalPrices(totals));
}

/** Returns each line's exact share of the total, tax included. */
export function sharesOfTotal(totals: SettledTotals): Centavos[] {
  return allocate(totals.total_amount, finalPrices(totals));
}

/** Returns what a price on a tag brings in before tax: all of it where the tax is added on top. */
export const beforeTax = (price: Centavos, { rate, pricesIncludeTax }: TaxRule): Centavos =>
  pricesIncludeTax ? divideRounded(price * FULL_RATE, FULL_RATE + rate) : price;

/** Returns each line's exact share of the net amount, which is what it brought in, and of the tax. */
export function amountsOfLines(
  totals: Pick<SaleTotals, 'taxable_amount' | 'tax_amount'> & Pick<SettledTotals, 'lines'>,
): { net_amount: Centavos; tax_amount: Centavos }[] {
  const finals = finalPrices(totals);
  const taxes = allocate(totals.tax_amount, finals);
  return allocate(totals.taxable_amount, finals).map((net_amount, index) => ({
    net_amount,
    tax_amount: taxes[index] ?? 0,
  }));
}

/** Returns the loyalty points of a sale: the whole pesos of subtotal minus discounts. */
export function pointsEarned(totals: Pick<SaleTotals, 'subtotal' | 'discount_amount'>): number {
  return wholePesos(totals.subtotal - totals.discount_amount);
}

/** Returns the points that remain after the lines at `refunded` are returned. */
export function pointsAfterRefund(totals: SettledTotals, refunded: ReadonlySet<number>): number {
  return wholePesos(sum(netOfLines(totals).filter((_, index) => !refunded.has(index))));
}

const finalPrices = (totals: Pick<SettledTotals, 'lines'>) => totals.lines.map((line) => line.final_price);
