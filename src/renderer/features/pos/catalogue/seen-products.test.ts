import { describe, expect, it } from 'vitest';
import type { CatalogueProduct, CatalogueVariation } from '#contract/pos.ts';
import type { Unit } from '#contract/shapes.ts';
import { categoryPriceNames, type CategoryPrices } from '#domain/pricing.ts';
import { markHeld } from './seen-products.ts';

const unit = (id: number, status: Unit['status'] = 'available'): Unit => ({
  id,
  status,
  serial_number: null,
  imei: null,
  imei2: null,
  qr_code: null,
  category: 'new',
  condition_rating: null,
  own_price: null,
  own_minimum_price: null,
  store_id: 1,
  locked_at: null,
  locked_by_id: null,
  locked_by: status === 'locked' ? 'Ana Reyes' : null,
  locked_until: null,
});

const variation = (id: number, given: Partial<CatalogueVariation>): CatalogueVariation => ({
  id,
  name: 'Black',
  barcode: null,
  retail_price: 100,
  member_price: null,
  wholesale_price: null,
  minimum_price: null,
  ...(Object.fromEntries(categoryPriceNames.map((name) => [name, null])) as CategoryPrices),
  availableQuantity: 0,
  not_new_quantity: 0,
  inventory_items_count: 0,
  is_identified: true,
  held: null,
  availableItems: [],
  ...given,
});

const cards = (...variations: CatalogueVariation[]) => {
  const product: CatalogueProduct = {
    id: 1,
    name: 'Phone',
    sku: 'P',
    kind: 'phone',
    image_url: null,
    variations,
  };
  return { data: [product] };
};

describe('a unit that was taken', () => {
  it('is counted off its variation once, however often it is marked', () => {
    const shown = cards(variation(7, { availableQuantity: 2 }), variation(8, { availableQuantity: 1 }));
    const once = markHeld(shown, { unitId: 31, variationId: 7 });
    const [first, second] = once.data[0]?.variations ?? [];
    expect(first).toMatchObject({ availableQuantity: 1, held: null });
    expect(second).toBe(shown.data[0]?.variations[1]);
    expect(markHeld(once, { unitId: 31, variationId: 7 })).toBe(once);
  });

  it('is held by this sale, where it was the last one', () => {
    const shown = cards(variation(7, { availableQuantity: 1 }));
    const { data } = markHeld(shown, { unitId: 31, variationId: 7 });
    const held = { locked_by: 'this sale', locked_until: null };
    expect(data[0]?.variations[0]).toMatchObject({ availableQuantity: 0, held });
  });

  it('is shown as locked where the units are known, also when its variation is not', () => {
    const shown = cards(variation(7, { availableQuantity: 2, availableItems: [unit(31), unit(32)] }));
    const { data } = markHeld(shown, { unitId: 31, variationId: null });
    const [marked] = data[0]?.variations ?? [];
    expect(marked?.availableQuantity).toBe(1);
    expect(marked?.availableItems.map(({ status }) => status)).toEqual(['locked', 'available']);
  });

  it('is not counted off where the server has counted it as held', () => {
    const shown = cards(
      variation(7, { availableQuantity: 1, availableItems: [unit(32), unit(31, 'locked')] }),
    );
    expect(markHeld(shown, { unitId: 31, variationId: 7 })).toBe(shown);
  });

  it('changes no list on which it does not stand', () => {
    const shown = cards(variation(7, { availableQuantity: 1 }));
    expect(markHeld(shown, { unitId: 31, variationId: 9 })).toBe(shown);
  });
});
