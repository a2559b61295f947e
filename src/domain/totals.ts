import {
  allocate,
  applyRate,
  divideRounded,
  FULL_RATE,
  wholePesos,
  type BasisPoints,
  type Centavos,
} from './money.ts';

/** `percentage` values are basis points of the price, `fixed` values are centavos. */
export type Discount = { type: 'percentage' | 'fixed'; value: number; reason: string | null };

export type PricedLine = { price: Centavos; discounts: readonly Discount[] };

/** The tax a store charges: on top of its prices, or contained in them. */
export type TaxRule = { rate: BasisPoints; pricesIncludeTax: boolean };

/** 10 %, on top: what holds for a store whose settings were never saved. */
export const DEFAULT_TAX_RULE: TaxRule = { rate: 1000, pricesIncludeTax: false };

export type LineTotals = { discount_amount: Centavos; final_price: Centavos };

export type SaleTotals = {
  lines: LineTotals[];
  subtotal: Centavos;
  /** Line discounts and cart discounts together. */
  discount_amount: Centavos;
  cart_discount: Centavos;
  /** What the tax is reckoned on: without the tax, in both modes. */
  taxable_amount: Centavos;
  tax_amount: Centavos;
  total_amount: Centavos;
};

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, amount) => total + amount, 0);

/** What several discounts take off a base: each is rounded once, together never more than the base. */
export function discountOn(base: Centavos, discounts: readonly Discount[]): Centavos {
  const wanted = discounts.map((discount) =>
    discount.type === 'percentage' ? applyRate(base, discount.value) : discount.value,
  );
  return Math.min(base, sum(wanted));
}

/** Every figure of a sale, from prices and discounts alone. Totals equal the sum of their shown parts. */
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

type SettledTotals = Pick<SaleTotals, 'subtotal' | 'discount_amount' | 'total_amount'> & {
  lines: readonly Pick<LineTotals, 'final_price'>[];
};

/** Each line's exact part of what the customer pays, tax included. */
export function sharesOfTotal(totals: SettledTotals): Centavos[] {
  return allocate(totals.total_amount, finalPrices(totals));
}

/** Loyalty points of a sale: the whole pesos of subtotal minus discounts. */
export function pointsEarned(totals: Pick<SaleTotals, 'subtotal' | 'discount_amount'>): number {
  return wholePesos(totals.subtotal - totals.discount_amount);
}

/** The points that stay once the lines at `refunded` are returned. */
export function pointsAfterRefund(totals: SettledTotals, refunded: ReadonlySet<number>): number {
  const net = allocate(totals.subtotal - totals.discount_amount, finalPrices(totals));
  return wholePesos(sum(net.filter((_, index) => !refunded.has(index))));
}

const finalPrices = (totals: SettledTotals) => totals.lines.map((line) => line.final_price);
