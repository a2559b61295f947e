/** Whose carts a cart keeper keeps. */
export const SAVED_AT = { staff_id: 7, store_id: 3 };

/** Something that a cart keeper does to its cache. */
export type Step =
  | { what: 'save'; cart: string; lines: number }
  /** A save is about to be sent under a key. */
  | { what: 'journal'; cart: string; key: string }
  | { what: 'answered'; cart: string; key: string }
  | { what: 'done'; cart: string };

/** What a cart of so many lines says, to the letter. */
export function cartText(cart: string, lines: number): string {
  const units = Array.from({ length: lines }, (_, index) => ({
    inventory_item_id: index + 1,
    product_name: `Product ${index} of ${cart}`,
    imei: String(356938035640000 + index),
    price: 1_000 * (index + 1),
  }));
  return JSON.stringify({ lines: units });
}
