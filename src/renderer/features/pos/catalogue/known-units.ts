import type { KnownUnit, KnownVariation } from '#bridge/units.ts';
import type { CatalogueProduct } from '#contract/pos.ts';
import type { Unit } from '#contract/shapes.ts';
import { codesToFind, normaliseCode } from '#domain/barcodes.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { priceForGroup } from '#domain/pricing.ts';
import { isAnyPiece, soldUnit, unitOf } from '#domain/sale-line.ts';
import type { SaleLine } from '#domain/sale.ts';
import { serverTimeAt } from '#renderer/lib/server-time.ts';
import type { Services } from '#renderer/lib/services.ts';
import { groupOf } from '../cart/cart-lines.ts';

/** True if nobody held a unit when the copy was made, or the hold has ended by now (epoch milliseconds, the server's). */
export const isFree = ({ held }: Pick<KnownUnit, 'held'>, now: number): boolean =>
  held === null || held.locked_until <= now;

/**
 * Returns a known unit as a line that the server has not confirmed; null for one without a price. `code`: the code that
 * it was scanned by; `sentIn`: the cart with it that was sent to be completed and not answered.
 */
export function lineOfKnown(
  unit: KnownUnit,
  { cart, code, sentIn, now }: { cart: Cart; code: string | null; sentIn: string | null; now: number },
): CartLine | null {
  const {
    id,
    variation_id,
    prices,
    qr_code: _,
    own_price: __,
    warranty_months: ___,
    held,
    as_of,
    ...known
  } = unit;
  if (!prices) return null;
  return {
    ...known,
    prices,
    ...soldUnit(id),
    product_variation_id: variation_id,
    price: priceForGroup(prices, groupOf(cart)),
    discounts: [],
    lock_expires_at: null,
    ...(held && !isFree(unit, now) && { held_by: held.locked_by, reserved_for: held.reserved_for }),
    ...(sentIn !== null && { sent_in: sentIn }),
    ...(code !== null && sentIn === null && isFree(unit, now) && { scanned_code: code }),
    lost: null,
  };
}

function statusOf(held: KnownUnit['held']): Unit['status'] {
  if (!held) return 'available';
  return held.reserved_for === null ? 'locked' : 'reserved';
}

/** Returns a known unit as the server would show it. */
function shownUnit({ held, ...unit }: KnownUnit, storeId: number): Unit {
  return {
    ...unit,
    own_minimum_price: null,
    store_id: storeId,
    status: statusOf(held),
    locked_at: null,
    locked_by_id: null,
    locked_by: held?.locked_by ?? null,
    locked_until: held?.locked_until ?? null,
  };
}

/** Returns known variations as the cards of their products; the copy knows neither photos nor kinds. */
function cardsOf(variations: readonly KnownVariation[]): CatalogueProduct[] {
  const cards = new Map<number, CatalogueProduct>();
  for (const { product_id: id, product_name, units_count, available, not_new, ...variation } of variations) {
    const card = cards.get(id) ?? {
      id,
      name: product_name,
      sku: '',
      kind: '',
      image_url: null,
      variations: [],
    };
    card.variations.push({
      ...variation,
      availableQuantity: available,
      not_new_quantity: not_new,
      inventory_items_count: units_count,
      held: available === 0 ? { locked_by: null, locked_until: null } : null,
      availableItems: [],
    });
    cards.set(id, card);
  }
  return [...cards.values()];
}

const idsIn = (cart: Cart) => cart.lines.map(unitOf);

/** Reads this till's copy of a store, to sell from without a server. */
export function createKnownUnits({ till, clock }: Pick<Services, 'till' | 'clock'>, storeId: number) {
  const store = { store_id: storeId };
  return {
    /** Returns the unit of a scanned code; null if it does not stand in the store. */
    find: async (scanned: string, cart: Cart): Promise<KnownUnit | null> => {
      for (const code of codesToFind(normaliseCode(scanned))) {
        const unit = await till.units.find({ ...store, code, not: idsIn(cart) }).catch(() => null);
        if (unit) return unit;
      }
      return null;
    },
    /** Returns a chosen unit, or the next one of a variation with like units; or null. */
    chosen: (wanted: { unitId: number } | { variationId: number }, cart: Cart): Promise<KnownUnit | null> => {
      const unit =
        'unitId' in wanted
          ? till.units.find({ ...store, unit_id: wanted.unitId })
          : till.units.find({ ...store, variation_id: wanted.variationId, not: idsIn(cart) });
      return unit.catch(() => null);
    },
    /** Returns the months of warranty of each line; null where this till does not know them. */
    warranties: (lines: readonly SaleLine[]): Promise<(number | null)[]> =>
      Promise.all(
        lines.map(async (line) => {
          const find = (wanted: { unit_id: number } | { variation_id: number; not: number[] }) =>
            till.units.find({ ...store, ...wanted }).catch(() => null);
          // Of pieces without numbers only the first are copied.
          const unit =
            (await find({ unit_id: unitOf(line) })) ??
            (isAnyPiece(line) ? await find({ variation_id: line.product_variation_id, not: [] }) : null);
          return unit?.warranty_months ?? null;
        }),
      ),
    /** Returns the variation of a scanned barcode whose units have numbers of their own; or null. */
    numbered: async (scanned: string): Promise<KnownVariation | null> => {
      const now = serverTimeAt(clock.now());
      for (const code of codesToFind(normaliseCode(scanned))) {
        const known = await till.units.products({ ...store, search: code, now }).catch(() => null);
        const found = known?.find(({ barcode, is_identified }) => barcode === code && is_identified);
        if (found) return found;
      }
      return null;
    },
    /** Returns the cards of what stands in the store, by the words of their names; null if this till has no copy. */
    cards: async (search: string): Promise<CatalogueProduct[] | null> => {
      const now = serverTimeAt(clock.now());
      const known = await till.units.products({ ...store, search, now }).catch(() => null);
      return known && cardsOf(known);
    },
    /** Returns a card's product with its units; null if this till has no copy. */
    ofProduct: async (card: CatalogueProduct): Promise<CatalogueProduct | null> => {
      const units = await till.units.ofProduct({ ...store, product_id: card.id }).catch(() => null);
      if (!units) return null;
      const variations = card.variations.map((variation) => ({
        ...variation,
        availableItems: units
          .filter(({ variation_id }) => variation_id === variation.id)
          .map((unit) => shownUnit(unit, storeId)),
      }));
      return { ...card, variations };
    },
    /** Forgets units that were sold. */
    forget: (ids: readonly number[]): void => {
      void till.units.forget({ ...store, ids: [...ids] }).catch(() => undefined);
    },
  };
}
export type KnownUnits = ReturnType<typeof createKnownUnits>;
