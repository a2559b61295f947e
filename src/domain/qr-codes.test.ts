import { expect, it } from 'vitest';
import { codeKind } from './barcodes.ts';
import { batchCode, batchSizes, codesLeft, makeQrCode, wholeBatchCode } from './qr-codes.ts';

/** Returns a generator of whole numbers below a limit, the same ones each time. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it('a code is eight signs that nobody misreads, is no word, and is taken for no number of something else', () => {
  const random = seeded(7);
  const codes = Array.from({ length: 2000 }, () => makeQrCode(random));
  for (const code of codes) {
    expect(code).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{8}$/);
    expect(codeKind(code)).toBe('other');
  }
  expect(new Set(codes).size).toBe(2000);
});

it('a code of digits alone is drawn again', () => {
  const draws = [...Array.from({ length: 8 }, () => 0), 0, 0, 0, 0, 0, 0, 8, 9];
  expect(makeQrCode(() => draws.shift() ?? 0)).toBe('222222BC');
});

it('batches are numbered by their store', () => {
  expect(batchCode('MNL-01', 12)).toBe('B-MNL-01-000012');
});

it('an order gets a code for each unit that came or is to come', () => {
  const order = {
    is_closed: false,
    total_quantity_ordered: 120,
    total_quantity_received: 30,
    qr_codes_count: 20,
  };
  expect(codesLeft(order)).toBe(100);
  expect(codesLeft({ ...order, is_closed: true })).toBe(10);
  expect(codesLeft({ ...order, qr_codes_count: 120 })).toBe(0);
  expect(codesLeft({ ...order, is_closed: true, qr_codes_count: 40 })).toBe(0);
});

it.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('%i codes are made in batches of at most a hundred', (codes, sizes) => {
  expect(batchSizes(codes)).toEqual(sizes);
});

it.each([
  ['24', 'B-MNL-01-000024'],
  ['000024', 'B-MNL-01-000024'],
  ['mnl-01-000024', 'B-MNL-01-000024'],
  ['B-MNL-01-000024', 'B-MNL-01-000024'],
  ['b-ceb-01-000024', 'B-CEB-01-000024'],
  ['2000024', 'B-MNL-01-2000024'],
  ['Shelf', 'SHELF'],
])('the end of a batch code is enough: %s', (typed, code) => {
  expect(wholeBatchCode(typed, 'MNL-01')).toBe(code);
});
