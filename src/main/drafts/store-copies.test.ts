import { expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeAnswer, type CopiedUnit, type CopiedVariation, type StoreAnswer } from '#bridge/units.ts';
import { categoryPriceNames, type CategoryPrices } from '#domain/pricing.ts';
import { openStoreCopies } from './store-copies.ts';

const DAY = 86_400_000;
const prices = { retail_price: 5_000, member_price: 4_500, wholesale_price: null, minimum_price: 4_000 };
const noCategoryPrices = Object.fromEntries(categoryPriceNames.map((name) => [name, null])) as CategoryPrices;

const phone = (id: number, overrides: Partial<CopiedUnit> = {}): CopiedUnit => ({
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
const variation = (
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
  units,
  ...overrides,
});
const cables = (id: number, units: CopiedUnit[], overrides: Partial<CopiedVariation> = {}) =>
  variation(id, units, { product_id: 8, product_name: 'Cable', barcode: '4800000000017', ...overrides });

type Answered = Partial<StoreAnswer['changes']> & {
  since?: string | null;
  store_id?: number;
  as_of?: number;
};

/** Returns an answer that goes on from the version `since`; one without it is the first. */
function answerOf({ since = null, store_id = 1, as_of = 1_000, ...changes }: Answered): StoreAnswer {
  const whole = { version: 'a', is_first: since === null, has_more: false, variations: [], holds: [] };
  return storeAnswer.parse({ store_id, since, as_of, changes: { ...whole, ...changes } });
}

function openCopies(file = ':memory:', options: Parameters<typeof openStoreCopies>[1] = {}) {
  const copies = openStoreCopies(file, options);
  return {
    ...copies,
    put: (answer: Answered) => copies.copied(answerOf(answer)),
    by: (code: string, not: number[] = [], store_id = 1) => copies.find({ store_id, code, not })?.id ?? null,
    at: (store_id = 1) => copies.version({ store_id }),
  };
}

const newFile = () => join(mkdtempSync(join(tmpdir(), 'units-')), 'units.db');

it('finds a unit by IMEI, serial number or QR code, at its store only', () => {
  const copies = openCopies();
  const units = [
    phone(1),
    phone(2, { imei2: '356938035699999' }),
    phone(3, { imei: '35693803571111' }),
    phone(4, { imei: '356938035722222' }),
    phone(5, { imei: '356938035722223' }),
  ];
  copies.put({ variations: [variation(1, units)] });
  expect(copies.find({ store_id: 1, code: 'SN1', not: [] })).toEqual({
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
    held: null,
    as_of: 1_000,
  });
  expect(copies.by('356938035600002')).toBe(2);
  expect(copies.by('QR-2')).toBe(2);
  expect([copies.by('356938035699999'), copies.by('35693803569999')]).toEqual([2, 2]);
  expect(copies.by('356938035711113')).toBe(3);
  expect([copies.by('356938035722222'), copies.by('356938035722223')]).toEqual([4, 5]);
  expect([copies.by('SN1', [], 2), copies.by('SN9'), copies.by('4806512345678')]).toEqual([null, null, null]);
  expect(copies.find({ store_id: 1, unit_id: 3 })?.serial_number).toBe('SN3');
});

it('takes the next new piece for the barcode of what has no number of its own, free ones first', () => {
  const copies = openCopies();
  const units = [
    piece(1, { category: 'used' }),
    piece(2, { qr_code: 'QR-2' }),
    piece(3),
    piece(4),
    piece(5, { serial_number: 'SN5' }),
  ];
  const holds = [{ inventory_item_id: 3, locked_by: 'Ana Reyes', locked_until: 9_000 }];
  copies.put({ variations: [cables(1, units)], holds });
  const next = (not: number[]) => copies.by('4800000000017', not);
  expect([next([]), next([4]), next([3, 4])]).toEqual([4, 3, null]);
  const held = copies.find({ store_id: 1, code: '4800000000017', not: [4] })?.held;
  expect(held).toEqual({ locked_by: 'Ana Reyes', locked_until: 9_000 });
  // A card takes pieces with a label, too, as the server does.
  expect(copies.find({ store_id: 1, variation_id: 1, not: [] })?.id).toBe(2);
  copies.put({ since: 'a', version: 'b' });
  expect(next([])).toBe(3);
});

it('knows the price of a unit by its condition, its own price, and that it has none yet', () => {
  const copies = openCopies();
  const used = { category: 'used', condition_rating: 4 } as const;
  const units = [phone(1), phone(2, used), phone(3, { ...used, own_price: 3_300 })];
  const priceOf = (code: string) => copies.find({ store_id: 1, code, not: [] })?.prices;
  copies.put({ variations: [variation(1, units)] });
  expect(priceOf('SN1')).toEqual(prices);
  expect(priceOf('SN2')).toBeNull();
  expect(priceOf('SN3')).toMatchObject({ retail_price: 3_300, vip_price: 3_300, minimum_price: 3_300 });
  copies.put({
    since: 'a',
    variations: [variation(1, units, { used_retail_price: 4_000, used_minimum_price: 3_500 })],
  });
  expect(priceOf('SN2')).toMatchObject({ retail_price: 4_000, minimum_price: 3_500 });
  expect(priceOf('SN3')).toMatchObject({ retail_price: 3_300, minimum_price: 3_500 });
});

it('has each variation as it came last, with its units in place of the former ones', () => {
  const copies = openCopies();
  copies.put({ variations: [variation(1, [phone(1), phone(2)]), variation(2, [phone(3)])] });
  // 2 was sold, 3 became one of the first variation.
  const changed = variation(1, [phone(1, { serial_number: 'SN9' }), phone(3)], { retail_price: 6_000 });
  copies.put({ since: 'a', version: 'b', as_of: 2_000, variations: [changed, variation(2, [])] });
  expect(copies.at()).toEqual({ version: 'b', as_of: 2_000 });
  expect([copies.by('SN1'), copies.by('SN2')]).toEqual([null, null]);
  expect(copies.find({ store_id: 1, code: 'SN9', not: [] })?.prices?.retail_price).toBe(6_000);
  expect(copies.find({ store_id: 1, code: 'SN3', not: [] })).toMatchObject({ variation_id: 1, as_of: 2_000 });
  copies.forget({ store_id: 1, ids: [1] });
  expect(copies.by('SN9')).toBeNull();
});

it('goes on with a new copy where the till died, and uses the former one until the last part has come', () => {
  const file = newFile();
  const before = openCopies(file);
  before.put({ variations: [variation(1, [phone(1), phone(2)])] });
  const first = { since: 'a', is_first: true, has_more: true };
  before.put({ ...first, version: 'n1', as_of: 2_000, variations: [variation(1, [phone(2)])] });
  before.close();

  const copies = openCopies(file);
  expect(copies.at()).toEqual({ version: 'n1', as_of: 1_000 });
  expect([copies.by('SN1'), copies.by('SN2'), copies.by('SN3')]).toEqual([1, 2, null]);
  expect(
    copies.put({ since: 'n1', version: 'n2', as_of: 3_000, variations: [variation(2, [phone(3)])] }),
  ).toBe(true);
  expect(copies.at()).toEqual({ version: 'n2', as_of: 3_000 });
  expect([copies.by('SN1'), copies.by('SN2'), copies.by('SN3')]).toEqual([null, 2, 3]);
});

it('begins a new copy again where the one on its way is no good either', () => {
  const copies = openCopies();
  copies.put({ variations: [variation(1, [phone(1)])] });
  copies.put({
    since: 'a',
    is_first: true,
    has_more: true,
    version: 'n1',
    variations: [variation(1, [phone(2)])],
  });
  copies.put({
    since: 'n1',
    is_first: true,
    has_more: true,
    version: 'm1',
    variations: [variation(1, [phone(3)])],
  });
  expect([copies.by('SN1'), copies.at()?.version]).toEqual([1, 'm1']);
  copies.put({ since: 'm1', version: 'm2' });
  expect(['SN1', 'SN2', 'SN3'].map((code) => copies.by(code))).toEqual([null, null, 3]);
});

it('refuses an answer that does not go on from its present version', () => {
  const copies = openCopies();
  expect(copies.put({ is_first: false })).toBe(false);
  expect(copies.put({ variations: [variation(1, [phone(1)])] })).toBe(true);
  // Another window's, or one that came late.
  expect(copies.put({ variations: [] })).toBe(false);
  copies.put({ since: 'a', version: 'b' });
  expect(copies.put({ since: 'a', version: 'c', variations: [variation(1, [])] })).toBe(false);
  expect([copies.at()?.version, copies.by('SN1')]).toEqual(['b', 1]);
  copies.clear();
  expect(copies.put({ since: 'b', is_first: false, variations: [variation(1, [phone(1)])] })).toBe(false);
  expect([copies.at(), copies.by('SN1')]).toEqual([null, null]);
});

it('knows no unit before all of a first copy came', () => {
  const copies = openCopies();
  copies.put({ has_more: true, variations: [variation(1, [phone(1)])] });
  expect([copies.at(), copies.by('SN1')]).toEqual([{ version: 'a', as_of: null }, null]);
  expect(copies.ofProduct({ store_id: 1, product_id: 7 })).toBeNull();
});

it('shows some units of each variation of a product, those that can be sold first', () => {
  const copies = openCopies();
  const many = Array.from({ length: 25 }, (_, index) => phone(index + 1));
  const holds = [{ inventory_item_id: 30, locked_by: 'Ana Reyes', locked_until: 9_000 }];
  const others = [phone(30), phone(31, { category: 'used' }), phone(32)];
  copies.put({ variations: [variation(1, many), variation(2, others), cables(3, [piece(40)])], holds });
  const shown = copies.ofProduct({ store_id: 1, product_id: 7 }) ?? [];
  const idsOf = (id: number) => shown.filter(({ variation_id }) => variation_id === id).map(({ id }) => id);
  expect(idsOf(1)).toEqual(many.slice(0, 20).map(({ id }) => id));
  expect(idsOf(2)).toEqual([32, 31, 30]);
  expect(shown.map(({ variation_id }) => variation_id)).not.toContain(3);
});

it('keeps copies of other stores until there are too many units, or nobody used them for thirty days', () => {
  let now = 0;
  const file = newFile();
  const open = () => openCopies(file, { now: () => now, most: 3 });
  const copies = open();
  for (const store_id of [1, 2, 3]) {
    now += 1;
    copies.put({ store_id, variations: [variation(1, [phone(store_id)])] });
  }
  now += 1;
  copies.put({ store_id: 1, since: 'a' });
  copies.put({ store_id: 4, variations: [variation(1, [phone(4)])] });
  const kept = (from: typeof copies) => [1, 2, 3, 4].filter((id) => from.by(`SN${id}`, [], id) !== null);
  expect(kept(copies)).toEqual([1, 3, 4]);
  copies.close();
  now = 3 + 30 * DAY;
  const again = open();
  expect(kept(again)).toEqual([1, 4]);
  const tooMany = [11, 12, 13, 14].map((id) => phone(id));
  again.put({ store_id: 4, since: 'a', variations: [variation(2, tooMany)] });
  expect([kept(again), again.by('SN14', [], 4)]).toEqual([[], 14]);
});

it('begins anew in the file of an older till', () => {
  const file = newFile();
  const old = new Database(file);
  old.exec('create table units (store_id integer, id integer, seen_at real, unit text)');
  old.close();
  const copies = openCopies(file);
  expect(copies.put({ variations: [variation(1, [phone(1)])] })).toBe(true);
  expect(copies.by('SN1')).toBe(1);
});

it('takes 20,000 units in parts, each at once, and finds any of them', () => {
  const copies = openCopies(newFile());
  const spent: number[] = [];
  for (let part = 0; part < 20; part += 1) {
    const variations = Array.from({ length: 50 }, (_, index) => {
      const id = part * 50 + index;
      return variation(
        id,
        Array.from({ length: 20 }, (_, unit) => phone(id * 20 + unit)),
      );
    });
    const since = part === 0 ? null : `p${part - 1}`;
    const answer = { since, version: `p${part}`, has_more: part < 19, variations };
    const begun = performance.now();
    expect(copies.put(answer)).toBe(true);
    spent.push(performance.now() - begun);
  }
  const begun = performance.now();
  for (let id = 0; id < 20_000; id += 100) expect(copies.by(`SN${id}`)).toBe(id);
  const found = (performance.now() - begun) / 200;
  const longest = Math.max(...spent);
  // Generous: a busy computer. It is some 20 ms, and a tenth of one.
  expect([longest < 1_000, found < 50]).toEqual([true, true]);
});
