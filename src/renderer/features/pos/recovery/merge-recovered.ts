import type { Cart, CartLine } from '#domain/cart.ts';

/** A line that the server has to hold again. */
export const unconfirmed = (line: CartLine): CartLine => ({ ...line, lock_expires_at: null });

/**
 * A cart that was interrupted, over the draft that the server has of it now. Where nobody saved the draft since, the cart
 * stands as it was; otherwise the draft does, with the units that never reached it.
 */
export function mergeRecovered(draft: Cart, recovered: Cart): Cart {
  const known = new Map(draft.lines.map((line) => [line.inventory_item_id, line]));
  // Taking a draft over makes one version of it.
  if (draft.draft?.version === (recovered.draft?.version ?? 0) + 1) {
    const lines = recovered.lines.map((line) => {
      const { lock_expires_at = null, lost = line.lost } = known.get(line.inventory_item_id) ?? {};
      return { ...line, lock_expires_at, lost };
    });
    return { ...recovered, draft: draft.draft, lines };
  }
  const missing = recovered.lines.filter((line) => line.lost === null && !known.has(line.inventory_item_id));
  return { ...draft, lines: [...draft.lines, ...missing.map(unconfirmed)] };
}
