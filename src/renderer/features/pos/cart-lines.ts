import type { Lock } from '#contract/pos.ts';
import type { InventoryItem, ProductVariation } from '#contract/shapes.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { priceForGroup } from '#domain/pricing.ts';

/** A unit as a line of a walk-in's cart. */
export function lineOf(
  unit: InventoryItem,
  variation: ProductVariation,
  holdEndsAt: number | null,
): CartLine {
  return {
    inventory_item_id: unit.id,
    product_name: variation.product.name,
    variation_name: variation.name,
    serial_number: unit.serial_number,
    imei: unit.imei,
    price: priceForGroup(variation, null),
    discounts: [],
    lock_expires_at: holdEndsAt,
    lost: null,
  };
}

export const lineOfLock = (lock: Lock, holdEndsAt: number) =>
  lineOf(lock.inventoryItem, lock.productVariation, holdEndsAt);

/** A draft of the server as the working cart; its units still have to be held. */
export function cartOf(draft: Transaction): Cart {
  return {
    lines: draft.transaction_items.map((item) => ({
      ...lineOf(item.inventory_item, item.inventory_item.product_variation, null),
      price: item.price,
    })),
    discounts: [],
    draft: { id: draft.id, number: draft.draft_number, version: draft.version, saved_at: draft.updated_at },
  };
}
