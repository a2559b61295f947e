import { expect, it } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKnownUnits } from './known-units.ts';

const DAY = 86_400_000;
const prices = { retail_price: 5_000, member_price: 4_500, wholesale_price: null, minimum_price: 4_000 };
const phone = (id: number, overrides: object = {}) => ({
  id,
  serial_number: `SN${id}`,
  imei: `35693803564380${id}`,
  qr_code: `QR-${id}`,
  barcode: '4806512345678',
  product_name: 'iPhone 15',
  variation_name: '128 GB, Black',
  prices,
  ...overrides,
});
const cable = (id: number, overrides: object = {}) =>
  phone(id, { serial_number: null, imei: null, qr_code: null, barcode: '4800000000017', ...overrides });

it('finds a unit by IMEI, serial number or QR code, at its store only', () => {
  const units = openKnownUnits(':memory:');
  units.remember({ store_id: 1, units: [phone(1), phone(2)] });
  const find = (code: string, store_id = 1) => units.find({ store_id, code, not: [] });
  expect(find('SN1')).toEqual(phone(1));
  expect(find('356938035643802')).toEqual(phone(2));
  expect(find('QR-2')).toEqual(phone(2));
  units.remember({ store_id: 1, units: [phone(4, { imei2: '356938035699999' })] });
  expect(find('356938035699999')?.id).toBe(4);
  expect(find('356938035699999', 2)).toBeNull();
  expect(find('35693803569999')?.id).toBe(4);
  units.remember({ store_id: 1, units: [phone(5, { imei: '35693803571111' })] });
  expect([find('356938035711113')?.id, find('35693803571111', 2)]).toEqual([5, null]);
  expect(find('SN1', 2)).toBeNull();
  expect(find('SN3')).toBeNull();
});

it('takes the next piece for the barcode of what cannot be told apart, and none of what can', () => {
  const units = openKnownUnits(':memory:');
  units.remember({ store_id: 1, units: [phone(1), cable(2), cable(3)] });
  const find = (code: string, not: number[] = []) => units.find({ store_id: 1, code, not });
  expect(find('4800000000017')).toEqual(cable(2));
  expect(find('4800000000017', [2])).toEqual(cable(3));
  expect(find('4800000000017', [2, 3])).toBeNull();
  expect(find('4806512345678')).toBeNull();
});

it('takes no used piece for a barcode, which does not tell it from new ones', () => {
  const units = openKnownUnits(':memory:');
  const used = cable(2, { category: 'used', condition_rating: 4 });
  units.remember({ store_id: 1, units: [used, cable(3, { category: 'new', condition_rating: null })] });
  const find = (not: number[]) => units.find({ store_id: 1, code: '4800000000017', not })?.id ?? null;
  expect([find([]), find([3])]).toEqual([3, null]);
});

it('knows a unit as it was seen last, and no more after it was sold', () => {
  const units = openKnownUnits(':memory:');
  units.remember({ store_id: 1, units: [phone(1)] });
  const dearer = phone(1, { serial_number: 'SN9', prices: { ...prices, retail_price: 6_000 } });
  units.remember({ store_id: 1, units: [dearer] });
  expect(units.find({ store_id: 1, code: 'SN1', not: [] })).toBeNull();
  expect(units.find({ store_id: 1, code: 'SN9', not: [] })).toEqual(dearer);
  units.forget({ store_id: 1, ids: [1] });
  expect(units.find({ store_id: 1, code: 'SN9', not: [] })).toBeNull();
});

it('keeps those seen last when there are too many, for thirty days, also over a restart', () => {
  let now = 0;
  const file = join(mkdtempSync(join(tmpdir(), 'units-')), 'units.db');
  const open = () => openKnownUnits(file, { now: () => now, most: 3 });
  const units = open();
  for (const id of [1, 2, 3, 4, 5]) {
    now += 1;
    units.remember({ store_id: 1, units: [phone(id)] });
  }
  units.close();
  const again = open();
  const known = () =>
    [1, 2, 3, 4, 5].filter((id) => again.find({ store_id: 1, code: `SN${id}`, not: [] }) !== null);
  expect(known()).toEqual([3, 4, 5]);
  now = 3 + 30 * DAY;
  expect(known()).toEqual([4, 5]);
});
