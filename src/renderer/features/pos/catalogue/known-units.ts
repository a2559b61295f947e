import { UNITS_AT_ONCE, type KnownUnit } from '#bridge/units.ts';
import type { CatalogueProduct, Lock } from '#contract/pos.ts';
import type { Unit, ProductVariation } from '#contract/shapes.ts';
import type { Transaction } from '#contract/transactions.ts';
import { codesToFind, normaliseCode } from '#domain/barcodes.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { priceForGroup } from '#domain/pricing.ts';
import type { Services } from '#renderer/lib/services.ts';
import { groupOf } from '../cart/cart-lines.ts';

const knownUnit = (unit: Unit, variation: Omit<ProductVariation, 'image_url'>): KnownUnit => ({
  id: unit.id,
  serial_number: unit.serial_number,
  imei: unit.imei,
  imei2: unit.imei2,
  qr_code: unit.qr_code,
  barcode: variation.barcode,
  product_name: variation.product.name,
  variation_name: variation.name,
  category: unit.category,
  condition_rating: unit.condition_rating,
  prices: unit.prices ?? {
    retail_price: variation.retail_price,
    member_price: variation.member_price,
    wholesale_price: variation.wholesale_price,
    minimum_price: variation.minimum_price,
  },
});

/** Returns a known unit as a line that the server has not confirmed. */
function lineOfKnown(unit: KnownUnit, group: string | null): CartLine {
  const { id, qr_code: _, barcode: __, ...known } = unit;
  const { prices } = known;
  return {
    ...known,
    inventory_item_id: id,
    price: priceForGroup(prices, group),
    discounts: [],
    lock_expires_at: null,
    lost: null,
  };
}

const idsIn = (cart: Cart) => cart.lines.map((line) => line.inventory_item_id);

/** Keeps the units of a store that this till looked up, to sell them without a server. */
export function createKnownUnits({ till }: Pick<Services, 'till'>, storeId: number) {
  /** Each unit as it was written last, so that reloading the catalogue writes nothing twice. */
  const told = new Map<number, string>();
  /** The variation of each unit; the cards show counts only. */
  const variations = new Map<number, number>();

  function remember(units: readonly KnownUnit[]): void {
    const news = units.filter((unit) => {
      const text = JSON.stringify(unit);
      if (told.get(unit.id) === text) return false;
      told.set(unit.id, text);
      return true;
    });
    for (let from = 0; from < news.length; from += UNITS_AT_ONCE) {
      const some = news.slice(from, from + UNITS_AT_ONCE);
      void till.units.remember({ store_id: storeId, units: some }).catch(() => undefined);
    }
  }

  return {
    /** Keeps a unit that was locked or scanned, and so has a price. */
    rememberLock: ({
      inventoryItem: unit,
      productVariation,
    }: Pick<Lock, 'inventoryItem' | 'productVariation'>): void => {
      variations.set(unit.id, productVariation.id);
      remember([knownUnit(unit, productVariation)]);
    },
    variationOf: (unitId: number): number | null => variations.get(unitId) ?? null,
    /** Keeps the units of some product cards. */
    rememberProducts: (products: readonly CatalogueProduct[]): void =>
      remember(
        products.flatMap((product) =>
          product.variations.flatMap((variation) =>
            variation.availableItems
              .filter(({ prices }) => prices !== null)
              .map((unit) => knownUnit(unit, { ...variation, product })),
          ),
        ),
      ),
    /** Forgets the units of a completed sale. */
    forget: ({ transaction_items }: Transaction): void => {
      const ids = transaction_items.map((unit) => unit.inventory_item_id);
      for (const id of ids) {
        told.delete(id);
        variations.delete(id);
      }
      void till.units.forget({ store_id: storeId, ids }).catch(() => undefined);
    },
    /** Returns the line of a unit that this till looked up before; null if it did not. */
    find: async (scanned: string, cart: Cart): Promise<CartLine | null> => {
      for (const code of codesToFind(normaliseCode(scanned))) {
        const unit = await till.units.find({ store_id: storeId, code, not: idsIn(cart) }).catch(() => null);
        if (unit) return lineOfKnown(unit, groupOf(cart));
      }
      return null;
    },
  };
}
export type KnownUnits = ReturnType<typeof createKnownUnits>;

/** Returns the line of a chosen unit on the cards, or of the next unit of a variation with like units; or null. */
export function findShown(
  products: readonly CatalogueProduct[],
  wanted: { unitId: number } | { variationId: number },
  cart: Cart,
): CartLine | null {
  const taken = new Set(idsIn(cart));
  const isWanted = (unit: Unit, variationId: number) =>
    'unitId' in wanted
      ? unit.id === wanted.unitId
      : variationId === wanted.variationId &&
        unit.status === 'available' &&
        unit.category === 'new' &&
        unit.imei === null &&
        unit.serial_number === null &&
        !taken.has(unit.id);
  for (const product of products) {
    for (const variation of product.variations) {
      const unit = variation.availableItems.find(
        (unit) => unit.prices !== null && isWanted(unit, variation.id),
      );
      if (unit) return lineOfKnown(knownUnit(unit, { ...variation, product }), groupOf(cart));
    }
  }
  return null;
}
