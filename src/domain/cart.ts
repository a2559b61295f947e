import type { Centavos } from './money.ts';
import { saleTotals, type Discount, type SaleTotals, type TaxRule } from './totals.ts';

/** One serialized unit in the cart; its quantity is always 1. */
export type CartLine = {
  inventory_item_id: number;
  product_name: string;
  variation_name: string;
  serial_number: string | null;
  imei: string | null;
  price: Centavos;
  discounts: readonly Discount[];
  /** When the server's hold on the unit ends (epoch milliseconds); null while the server has not confirmed it. */
  lock_expires_at: number | null;
  /** Why the unit was lost to another till or sale; a lost line blocks completion until it is removed. */
  lost: string | null;
};

export type Cart = {
  lines: readonly CartLine[];
  discounts: readonly Discount[];
  draft: { id: number; number: string; version: number; saved_at: number } | null;
};

export const EMPTY_CART: Cart = { lines: [], discounts: [], draft: null };

/** Adds a unit, or answers the cart as it was when the unit is in it already. */
export function addLine(cart: Cart, line: CartLine): Cart {
  if (cart.lines.some((other) => other.inventory_item_id === line.inventory_item_id)) return cart;
  return { ...cart, lines: [...cart.lines, line] };
}

/** Takes a unit out of the cart. */
export function removeLine(cart: Cart, itemId: number): Cart {
  return { ...cart, lines: cart.lines.filter((line) => line.inventory_item_id !== itemId) };
}

/** What the server said of the cart's holds: new expiries for the kept units, a reason for each lost one. */
export function applyHolds(
  cart: Cart,
  held: ReadonlyMap<number, number>,
  lost: ReadonlyMap<number, string>,
): Cart {
  const lines = cart.lines.map((line) => {
    const reason = lost.get(line.inventory_item_id);
    if (reason !== undefined) return { ...line, lost: reason, lock_expires_at: null };
    const expiry = held.get(line.inventory_item_id);
    return expiry === undefined ? line : { ...line, lost: null, lock_expires_at: expiry };
  });
  return { ...cart, lines };
}

/** The lines that can be sold: those that no other till took. */
export function soundLines(cart: Cart): CartLine[] {
  return cart.lines.filter((line) => line.lost === null);
}

/** The cart's preview of every figure, without its lost lines; the server reckons the same from its own prices. */
export function cartTotals(cart: Cart, tax: TaxRule): SaleTotals {
  return saleTotals(soundLines(cart), cart.discounts, tax);
}

export type CheckoutBlock = 'empty' | 'zero-total' | 'lost-lines';

/** Why the cart cannot go to payment, or null when it can. */
export function checkoutBlock(cart: Cart, totals: SaleTotals): CheckoutBlock | null {
  if (cart.lines.length === 0) return 'empty';
  if (cart.lines.some((line) => line.lost !== null)) return 'lost-lines';
  return totals.total_amount <= 0 ? 'zero-total' : null;
}
