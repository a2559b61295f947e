import { expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerOf,
  copiesStores,
  phone,
  variation,
  type Answered,
} from '#tests/support/store-copies.suite.ts';
import { openStoreCopies } from './store-copies.ts';

const DAY = 86_400_000;

copiesStores(() => {
  const { copied, version, find, ofProduct, forget } = openStoreCopies(':memory:');
  return {
    copied: async (answer) => copied(answer),
    version: async (store) => version(store),
    find: async (wanted) => find(wanted),
    ofProduct: async (wanted) => ofProduct(wanted),
    forget: async (gone) => forget(gone),
  };
});

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

it('goes on with the copy of an older till, which knew of no reservations and no warranties', () => {
  const file = newFile();
  const older = openCopies(file);
  const held = { locked_by: 'Ana', locked_until: 500 };
  const holds = [{ inventory_item_id: 1, ...held, reserved_for: 'MNL-01-D000012' }];
  older.put({ variations: [variation(1, [phone(1)])], holds });
  older.close();
  const db = new Database(file);
  db.exec(`
    alter table holds drop column reserved_for;
    alter table variations drop column warranty_months;
    alter table variations drop column warranty_months_used;
  `);
  db.close();
  const copies = openCopies(file);
  expect(copies.find({ store_id: 1, unit_id: 1 })).toMatchObject({
    held: { ...held, reserved_for: null },
    warranty_months: null,
  });
  const used = phone(2, { category: 'used' });
  // The next answer brings all of it.
  const { version: since = null } = copies.at() ?? {};
  expect(since).toBe('older');
  copies.put({ since, version: 'b', is_first: true, variations: [variation(1, [phone(1), used])], holds });
  expect(copies.find({ store_id: 1, unit_id: 1 })).toMatchObject({
    held: { reserved_for: 'MNL-01-D000012' },
    warranty_months: 12,
  });
  expect(copies.find({ store_id: 1, unit_id: 2 })?.warranty_months).toBe(3);
  copies.close();
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

it('knows nothing of another server, nor takes its answers that are still on their way', () => {
  const copies = openCopies();
  copies.put({ variations: [variation(1, [phone(1)])] });
  copies.clear();
  expect(copies.put({ since: 'a', variations: [variation(1, [phone(1)])] })).toBe(false);
  expect([copies.at(), copies.by('SN1')]).toEqual([null, null]);
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

it('counts what stands there of each variation, and finds products by the words of their names', () => {
  const copies = openCopies();
  const named = (id: number, product_name: string, units: ReturnType<typeof phone>[]) =>
    variation(id, units, { product_id: id, product_name });
  copies.put({
    variations: [
      named(1, 'iPhone 17', [phone(1), phone(2, { category: 'used' }), phone(3)]),
      named(2, 'Galaxy S25', [phone(4, { imei: null, serial_number: null })]),
    ],
    holds: [
      { inventory_item_id: 1, locked_by: 'Ana', locked_until: 500, reserved_for: null },
      { inventory_item_id: 2, locked_by: 'Ana', locked_until: 1_500, reserved_for: null },
    ],
  });
  const counts = (search: string, now: number) =>
    copies
      .products({ store_id: 1, search, now })
      ?.map((one) => [one.product_name, one.units_count, one.available, one.not_new, one.is_identified]);
  const galaxy = ['Galaxy S25', 1, 1, 0, false];
  expect(counts('', 1_000)).toEqual([galaxy, ['iPhone 17', 3, 2, 0, true]]);
  // A hold that has lapsed holds nothing.
  expect(counts('17 IPHONE', 2_000)).toEqual([['iPhone 17', 3, 3, 1, true]]);
  expect(counts('nokia', 0)).toEqual([]);
  expect(copies.products({ store_id: 2, search: '', now: 0 })).toBeNull();
});
