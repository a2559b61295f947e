import { expect, it } from 'vitest';
import type { Till } from '#bridge/till.ts';
import { storeAnswer, type CopiedUnit, type CopiedVariation, type StoreAnswer } from '#bridge/units.ts';
import { categoryPriceNames, type CategoryPrices } from '#domain/pricing.ts';

// What the till's copy of its store must do, on its disk as in a browser's memory.

const prices = { retail_price: 5_000, member_price: 4_500, wholesale_price: null, minimum_price: 4_000 };
const noCategoryPrices = Object.fromEntries(categoryPriceNames.map((name) => [name, null])) as CategoryPrices;

export const phone = (id: number, overrides: Partial<CopiedUnit> = {}): CopiedUnit => ({
  id,
  serial_number: `SN${id}`,
  imei: `3569380356${String(id).padStart(5, '0')}`,
  imei2: null,
  qr_code: `QR-${id}`,
  category: 'new',
  condition_rating: null,
  own_price: null,
  own_minimum_price: null,
  ...overrides,
});
const piece = (id: number, overrides: Partial<CopiedUnit> = {}) =>
  phone(id, { serial_number: null, imei: null, qr_code: null, ...overrides });
export const variation = (
  id: number,
  units: CopiedUnit[],
  overrides: Partial<CopiedVariation> = {},
): CopiedVariation => ({
  id,
  product_id: 7,
  product_name: 'iPhone 15',
  name: '128 GB, Black',
  barcode: '4806512345678',
  ...prices,
  ...noCategoryPrices,
  warranty_months: 12,
  warranty_months_used: 3,
  units,
  ...overrides,
});
const cables = (id: number, units: CopiedUnit[], overrides: Partial<CopiedVariation> = {}) =>
  variation(id, units, { product_id: 8, product_name: 'Cable', barcode: '4800000000017', ...overrides });

export type Answered = Partial<StoreAnswer['changes']> & {
  since?: string | null;
  store_id?: number;
  as_of?: number;
};

/** Returns an answer that goes on from the version `since`; one without it is the first. */
export function answerOf({ since = null, store_id = 1, as_of = 1_000, ...changes }: Answered): StoreAnswer {
  const whole = { version: 'a', is_first: since === null, has_more: false, variations: [], holds: [] };
  return storeAnswer.parse({ store_id, since, as_of, changes: { ...whole, ...changes } });
}

type Copies = Pick<Till['units'], 'copied' | 'version' | 'find' | 'ofProduct' | 'forget'>;

function openCopies(copies: Copies) {
  return {
    ...copies,
    put: (answer: Answered) => copies.copied(answerOf(answer)),
    by: async (code: string, not: number[] = [], store_id = 1) =>
      (await copies.find({ store_id, code, not }))?.id ?? null,
    at: (store_id = 1) => copies.version({ store_id }),
  };
}

/** `open` opens copies without any store. */
export function copiesStores(open: () => Copies): void {
  it('finds a unit by IMEI, serial number or QR code, at its store only', async () => {
    const copies = openCopies(open());
    const units = [
      phone(1),
      phone(2, { imei2: '356938035699999' }),
      phone(3, { imei: '35693803571111' }),
      phone(4, { imei: '356938035722222' }),
      phone(5, { imei: '356938035722223' }),
    ];
    await copies.put({ variations: [variation(1, units)] });
    expect(await copies.find({ store_id: 1, code: 'SN1', not: [] })).toEqual({
      id: 1,
      variation_id: 1,
      product_name: 'iPhone 15',
      variation_name: '128 GB, Black',
      serial_number: 'SN1',
      imei: '356938035600001',
      imei2: null,
      qr_code: 'QR-1',
      category: 'new',
      condition_rating: null,
      own_price: null,
      prices,
      warranty_months: 12,
      held: null,
      as_of: 1_000,
    });
    expect(await copies.by('356938035600002')).toBe(2);
    expect(await copies.by('QR-2')).toBe(2);
    expect([await copies.by('356938035699999'), await copies.by('35693803569999')]).toEqual([2, 2]);
    expect(await copies.by('356938035711113')).toBe(3);
    expect([await copies.by('356938035722222'), await copies.by('356938035722223')]).toEqual([4, 5]);
    expect([await copies.by('SN1', [], 2), await copies.by('SN9'), await copies.by('4806512345678')]).toEqual(
      [null, null, null],
    );
    expect((await copies.find({ store_id: 1, unit_id: 3 }))?.serial_number).toBe('SN3');
  });

  it('takes the next new piece for the barcode of what has no number of its own, free ones first', async () => {
    const copies = openCopies(open());
    const units = [
      piece(1, { category: 'used' }),
      piece(2, { qr_code: 'QR-2' }),
      piece(3),
      piece(4),
      piece(5, { serial_number: 'SN5' }),
    ];
    const held = { locked_by: 'Ana Reyes', locked_until: 9_000, reserved_for: 'MNL-01-D000012' };
    const holds = [{ inventory_item_id: 3, ...held }];
    await copies.put({ variations: [cables(1, units)], holds });
    const next = (not: number[]) => copies.by('4800000000017', not);
    expect([await next([]), await next([4]), await next([3, 4])]).toEqual([4, 3, null]);
    expect((await copies.find({ store_id: 1, code: '4800000000017', not: [4] }))?.held).toEqual(held);
    // A card takes pieces with a label, too, as the server does.
    expect((await copies.find({ store_id: 1, variation_id: 1, not: [] }))?.id).toBe(2);
    await copies.put({ since: 'a', version: 'b' });
    expect(await next([])).toBe(3);
  });

  it('knows the price of a unit by its condition, its own price, and that it has none yet', async () => {
    const copies = openCopies(open());
    const used = { category: 'used', condition_rating: 4 } as const;
    const units = [phone(1), phone(2, used), phone(3, { ...used, own_price: 3_300 })];
    const priceOf = async (code: string) => (await copies.find({ store_id: 1, code, not: [] }))?.prices;
    await copies.put({ variations: [variation(1, units)] });
    expect(await priceOf('SN1')).toEqual(prices);
    expect(await priceOf('SN2')).toBeNull();
    expect(await priceOf('SN3')).toMatchObject({
      retail_price: 3_300,
      vip_price: 3_300,
      minimum_price: 3_300,
    });
    await copies.put({
      since: 'a',
      variations: [variation(1, units, { used_retail_price: 4_000, used_minimum_price: 3_500 })],
    });
    expect(await priceOf('SN2')).toMatchObject({ retail_price: 4_000, minimum_price: 3_500 });
    expect(await priceOf('SN3')).toMatchObject({ retail_price: 3_300, minimum_price: 3_500 });
  });

  it('has each variation as it came last, with its units in place of the former ones', async () => {
    const copies = openCopies(open());
    await copies.put({ variations: [variation(1, [phone(1), phone(2)]), variation(2, [phone(3)])] });
    // 2 was sold, 3 became one of the first variation.
    const changed = variation(1, [phone(1, { serial_number: 'SN9' }), phone(3)], { retail_price: 6_000 });
    await copies.put({ since: 'a', version: 'b', as_of: 2_000, variations: [changed, variation(2, [])] });
    expect(await copies.at()).toEqual({ version: 'b', as_of: 2_000 });
    expect([await copies.by('SN1'), await copies.by('SN2')]).toEqual([null, null]);
    expect((await copies.find({ store_id: 1, code: 'SN9', not: [] }))?.prices?.retail_price).toBe(6_000);
    expect(await copies.find({ store_id: 1, code: 'SN3', not: [] })).toMatchObject({
      variation_id: 1,
      as_of: 2_000,
    });
    await copies.forget({ store_id: 1, ids: [1] });
    expect(await copies.by('SN9')).toBeNull();
  });

  it('begins a new copy again where the one on its way is no good either', async () => {
    const copies = openCopies(open());
    await copies.put({ variations: [variation(1, [phone(1)])] });
    await copies.put({
      since: 'a',
      is_first: true,
      has_more: true,
      version: 'n1',
      variations: [variation(1, [phone(2)])],
    });
    await copies.put({
      since: 'n1',
      is_first: true,
      has_more: true,
      version: 'm1',
      variations: [variation(1, [phone(3)])],
    });
    expect([await copies.by('SN1'), (await copies.at())?.version]).toEqual([1, 'm1']);
    await copies.put({ since: 'm1', version: 'm2' });
    expect(await Promise.all(['SN1', 'SN2', 'SN3'].map((code) => copies.by(code)))).toEqual([null, null, 3]);
  });

  it('refuses an answer that does not go on from its present version', async () => {
    const copies = openCopies(open());
    expect(await copies.put({ is_first: false })).toBe(false);
    expect(await copies.put({ variations: [variation(1, [phone(1)])] })).toBe(true);
    // Another window's, or one that came late.
    expect(await copies.put({ variations: [] })).toBe(false);
    await copies.put({ since: 'a', version: 'b' });
    expect(await copies.put({ since: 'a', version: 'c', variations: [variation(1, [])] })).toBe(false);
    expect([(await copies.at())?.version, await copies.by('SN1')]).toEqual(['b', 1]);
  });

  it('knows no unit before all of a first copy came', async () => {
    const copies = openCopies(open());
    await copies.put({ has_more: true, variations: [variation(1, [phone(1)])] });
    expect([await copies.at(), await copies.by('SN1')]).toEqual([{ version: 'a', as_of: null }, null]);
    expect(await copies.ofProduct({ store_id: 1, product_id: 7 })).toBeNull();
  });

  it('shows some units of each variation of a product, those that can be sold first', async () => {
    const copies = openCopies(open());
    const many = Array.from({ length: 25 }, (_, index) => phone(index + 1));
    const holds = [
      { inventory_item_id: 30, locked_by: 'Ana Reyes', locked_until: 9_000, reserved_for: null },
    ];
    const others = [phone(30), phone(31, { category: 'used' }), phone(32)];
    await copies.put({
      variations: [variation(1, many), variation(2, others), cables(3, [piece(40)])],
      holds,
    });
    const shown = (await copies.ofProduct({ store_id: 1, product_id: 7 })) ?? [];
    const idsOf = (id: number) => shown.filter(({ variation_id }) => variation_id === id).map(({ id }) => id);
    expect(idsOf(1)).toEqual(many.slice(0, 20).map(({ id }) => id));
    expect(idsOf(2)).toEqual([32, 31, 30]);
    expect(shown.map(({ variation_id }) => variation_id)).not.toContain(3);
  });
}
