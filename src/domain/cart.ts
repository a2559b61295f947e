import { ONE_CENTAVO } from './cash-rounding.ts';
import { exchangeBalance, isReplacement, type Exchange } from './exchanges.ts';
import { type BasisPoints, type Centavos, divideRounded, FULL_RATE } from './money.ts';
import { BALANCE_TOLERANCE } from './payments.ts';
import { floorPrice, priceForGroup, type UnitPrices } from './pricing.ts';
import { byKey, lineKey, unitOf, type SoldLine } from './sale-line.ts';
import type { UnitCategory } from './transactions.ts';
import {
  DEFAULT_TAX_RULE,
  netOfLines,
  saleTotals,
  taxDue,
  totalsOf,
  type Discount,
  type SaleTotals,
  type TaxRule,
} from './totals.ts';

/** One serialized unit in the cart; its quantity is always 1. */
export type CartLine = SoldLine & {
  /** Absent in carts saved by older versions. */
  product_variation_id?: number | undefined;
  product_name: string;
  variation_name: string;
  serial_number: string | null;
  imei: string | null;
  /** Absent in carts saved by older versions. */
  imei2?: string | null;
  /** The unit's price for this cart's customer; one of its `prices`, before discounts. */
  price: Centavos;
  prices: UnitPrices;
  /** Absent in carts saved by older versions. */
  category?: UnitCategory;
  condition_rating?: number | null;
  discounts: readonly Discount[];
  /** When the server's hold on the unit ends (epoch milliseconds); null while the server has not confirmed it. */
  lock_expires_at: number | null;
  /** True if the server confirmed the unit for this cart at some time; absent if not, and in carts saved by older versions. */
  was_held?: boolean | undefined;
  /**
   * The code by which the unit was scanned without the server, where this till's copy of the store had it free; absent
   * otherwise, and in carts saved by older versions.
   */
  scanned_code?: string | undefined;
  /** Who had the unit in a cart in this till's copy, as it was added without the server; absent if it was free. */
  held_by?: string | undefined;
  /** The number of the paid draft that it was reserved for then; null or absent where it was in a cart alone. */
  reserved_for?: string | null | undefined;
  /** The number of a cart with the unit that was sent to be completed and not answered, as it was added; absent if none was. */
  sent_in?: string | undefined;
  /** Why the unit was lost to another till or sale; a lost line blocks completion until it is removed. */
  lost: string | null;
};

/** The customer of the sale, as far as the till needs it; null for a walk-in. */
export type CartCustomer = {
  id: number;
  name: string;
  /** Absent where the cashier may not see customers. */
  phone?: string | undefined;
  email?: string | null | undefined;
  group: { name: string; slug: string; discount_percentage: BasisPoints } | null;
  loyalty_points: number;
};

export type Cart = {
  customer: CartCustomer | null;
  lines: readonly CartLine[];
  discounts: readonly Discount[];
  draft: {
    id: number;
    number: string;
    version: number;
    saved_at: number;
    /** The tax that the draft was saved with, which it keeps while it has payments; absent from older tills. */
    tax?: TaxRule;
    /** The sum of its saved payments, without failed ones; absent from older tills. */
    paid?: Centavos;
    /** How much of it is pending; absent from older tills. */
    pending?: Centavos;
    /** The goods, as `goodsText` spells them, of a completion that was sent and not answered yet; else absent. */
    sent?: string;
    /** The cart, as `cancelText` spells it, whose cancelling was sent and not answered; else absent. */
    cancelled?: string;
  } | null;
  /** The exchange that this cart is part of; absent in carts saved by older versions. */
  exchange?: Exchange | null;
};

export const EMPTY_CART: Cart = { customer: null, lines: [], discounts: [], draft: null, exchange: null };

/** Adds a line; returns the same cart if it is already in it. */
export function addLine(cart: Cart, line: CartLine): Cart {
  if (cart.lines.some((other) => lineKey(other) === lineKey(line))) return cart;
  return { ...cart, lines: [...cart.lines, line] };
}

/** Removes the line of a key from the cart. */
export function removeLine(cart: Cart, key: string): Cart {
  return { ...cart, lines: cart.lines.filter((line) => lineKey(line) !== key) };
}

export type Repriced = { key: string; product_name: string; from: Centavos; to: Centavos };

/** Sets the customer (null for a walk-in): every line gets the price of that group; returns the changed prices too. */
export function giveTo(cart: Cart, customer: CartCustomer | null): { cart: Cart; repriced: Repriced[] } {
  const lines = cart.lines.map((line) => ({
    ...line,
    price: priceForGroup(line.prices, customer?.group?.slug ?? null),
  }));
  const repriced = cart.lines.flatMap((before, index) => {
    const to = lines[index]?.price ?? before.price;
    const { product_name, price: from } = before;
    return from === to ? [] : [{ key: lineKey(before), product_name, from, to }];
  });
  return { cart: { ...cart, customer, lines }, repriced };
}

/** The amount that the prices of a customer's group save. */
export type Saved = { amount: Centavos; share: BasisPoints };

/** Returns how much less than retail the sound lines cost before discounts; null if it is nothing. */
export function savedOffRetail(cart: Cart): Saved | null {
  const lines = soundLines(cart);
  const retail = lines.reduce((sum, { prices }) => sum + prices.retail_price, 0);
  const amount = lines.reduce((sum, { prices, price }) => sum + prices.retail_price - price, 0);
  return amount > 0 ? { amount, share: divideRounded(amount * FULL_RATE, retail) } : null;
}

/** Replaces the discounts of one line. */
export function discountLine(cart: Cart, key: string, discounts: readonly Discount[]): Cart {
  const lines = cart.lines.map((line) => (lineKey(line) === key ? { ...line, discounts } : line));
  return { ...cart, lines };
}

export type BelowFloor = { key: string; product_name: string; net: Centavos; floor: Centavos };

/** Returns the lines that all discounts bring below their lowest price; selling them needs `pricing.override`. */
export function linesBelowFloor(cart: Cart): BelowFloor[] {
  const lines = soundLines(cart);
  // The split of the discounts does not depend on the tax.
  const nets = netOfLines(saleTotals(lines, cart.discounts, DEFAULT_TAX_RULE));
  return lines.flatMap((line, index) => {
    const net = nets[index] ?? 0;
    const floor = floorPrice(line.prices, null);
    return net < floor ? [{ key: lineKey(line), product_name: line.product_name, net, floor }] : [];
  });
}

const discountsOf = (cart: Cart) =>
  JSON.stringify([cart.discounts, cart.lines.map((line) => line.discounts)]);

/**
 * Removes the discounts that brought some lines (all if none is named) below their lowest price: restores those of
 * `saved`, or removes them if these are the same. Null if there is nothing to remove.
 */
export function takeBackDiscounts(cart: Cart, unitIds: readonly number[], saved: Cart): Cart | null {
  const isNamed = (line: CartLine) => unitIds.length === 0 || unitIds.includes(unitOf(line));
  const before = byKey(saved.lines);
  const withDiscounts = (
    ofCart: readonly Discount[],
    ofLine: (line: CartLine) => readonly Discount[],
  ): Cart => ({
    ...cart,
    discounts: ofCart,
    lines: cart.lines.map((line) => (isNamed(line) ? { ...line, discounts: ofLine(line) } : line)),
  });
  const tried = [
    withDiscounts(saved.discounts, (line) => before.get(lineKey(line))?.discounts ?? []),
    withDiscounts([], () => []),
  ];
  return tried.find((candidate) => discountsOf(candidate) !== discountsOf(cart)) ?? null;
}

/** Applies the server's holds: new expiries for the kept units, a reason for each lost one. */
export function applyHolds(
  cart: Cart,
  held: ReadonlyMap<number, number>,
  lost: ReadonlyMap<number, string>,
): Cart {
  const lines = cart.lines.map((line) => {
    const reason = lost.get(unitOf(line));
    if (reason !== undefined) return { ...line, lost: reason, lock_expires_at: null };
    const expiry = held.get(unitOf(line));
    return expiry === undefined ? line : { ...line, lost: null, lock_expires_at: expiry };
  });
  return { ...cart, lines };
}

/** Returns a cart of a walk-in with some lines, at the prices of one: what is left of a cart that is over. */
export const cartOfRest = (lines: readonly CartLine[]): Cart => giveTo({ ...EMPTY_CART, lines }, null).cart;

/** Returns a line that the server has to hold again. */
export const unheld = (line: CartLine): CartLine => ({
  ...line,
  lock_expires_at: null,
  ...(wasHeld(line) ? { was_held: true } : {}),
});

/** True if the server confirmed the unit of a line for its cart, now or before. */
export const wasHeld = ({ lock_expires_at, was_held }: CartLine): boolean =>
  lock_expires_at !== null || was_held === true;

/** Returns the lines that can be sold: all but lost ones. */
export function soundLines(cart: Cart): CartLine[] {
  return cart.lines.filter((line) => line.lost === null);
}

/** Returns the tax of a cart: the one its draft was paid at while it has payments, else the store's current one. */
export const taxOf = ({ draft }: Cart, storeTax: TaxRule): TaxRule =>
  taxDue(draft?.tax, draft?.paid ?? 0, storeTax);

/** Calculates a preview of the cart, without lost lines; the server does the same from its own prices. */
export function cartTotals(cart: Cart, storeTax: TaxRule): SaleTotals {
  return saleTotals(soundLines(cart), cart.discounts, taxOf(cart, storeTax));
}

/**
 * Returns a cart's totals as they are sold: in a warranty exchange those of what was paid for the unit that is replaced,
 * once its replacement is in the cart.
 */
export function shownTotals(cart: Cart, storeTax: TaxRule): SaleTotals {
  const { exchange } = cart;
  const lines = soundLines(cart);
  if (!exchange?.is_warranty || !isReplacement(exchange, lines)) return cartTotals(cart, storeTax);
  const totals = totalsOf(exchange.amount, exchange.tax);
  return { ...totals, lines: [{ discount_amount: 0, final_price: totals.subtotal }] };
}

/** Returns the sum that decides a cart, with its label: its total, or in an exchange the difference. */
export function dueOf(
  { draft, lines, exchange }: Cart,
  { total_amount }: Pick<SaleTotals, 'total_amount'>,
): { label: 'Total' | 'To pay' | 'Goes back'; amount: Centavos } {
  if (!exchange || lines.length === 0) return { label: 'Total', amount: total_amount };
  const { to_pay, goes_back } = exchangeBalance(exchange.amount, total_amount - (draft?.paid ?? 0));
  return goes_back > 0 ? { label: 'Goes back', amount: goes_back } : { label: 'To pay', amount: to_pay };
}

/** True if the saved payments cover the cart's total, or lack less than the smallest coin. */
export const isPaidInFull = (
  { draft }: Cart,
  { total_amount }: SaleTotals,
  coin: Centavos = ONE_CENTAVO,
): boolean =>
  (draft?.paid ?? 0) > 0 && total_amount - (draft?.paid ?? 0) <= Math.max(BALANCE_TOLERANCE, coin - 1);

export type CheckoutBlock = 'empty' | 'zero-total' | 'lost-lines' | 'no-replacement';

/** Returns why the cart cannot go to payment; null if it can. */
export function checkoutBlock(cart: Cart, totals: SaleTotals): CheckoutBlock | null {
  if (cart.lines.length === 0) return 'empty';
  if (cart.lines.some((line) => line.lost !== null)) return 'lost-lines';
  const { exchange } = cart;
  if (exchange?.is_warranty && !isReplacement(exchange, cart.lines)) return 'no-replacement';
  return totals.total_amount <= 0 && !exchange ? 'zero-total' : null;
}
