/** The person and store of a cart keeper's carts. */
export const SAVED_AT = { staff_id: 7, store_id: 3 };

/** A step of a cart keeper on its cache. */
export type Step =
  | { what: 'save'; cart: string; lines: number }
  /** A save is about to be sent under a key. */
  | { what: 'journal'; cart: string; key: string }
  | { what: 'answered'; cart: string; key: string }
  | { what: 'done'; cart: string };

/** Returns the exact text of a cart of this many lines. */
export function cartText(cart: string, lines: number): string {
  const units = Array.from({ length: lines }, (_, index) => ({
    inventory_item_id: index + 1,
    product_name: `Product ${index} of ${cart}`,
    imei: String(356938035640000 + index),
    price: 1_000 * (index + 1),
  }));
  return JSON.stringify({ lines: units });
}
