import { describe, expect, it } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { TransferableUnit } from '#contract/transfers.ts';
import { whyNotSendable } from '#domain/transfers.ts';
import { createPicking, isFound, isReady } from './picking.ts';

const HERE = { id: 1, name: 'Makati – Ayala' };
const unitOf = (id: number, overrides: Partial<TransferableUnit> = {}): TransferableUnit => ({
  inventory_item_id: id,
  product_id: 1,
  product_name: 'iPhone 17',
  variation_name: '256 GB',
  serial_number: null,
  imei: `35000${id}`,
  imei2: null,
  qr_code: null,
  category: 'new',
  condition_rating: null,
  place: { status: 'available', store: HERE, locked_by: null, transit: null, deposit: null },
  ...overrides,
});

function begin(find: (code: string) => Promise<readonly TransferableUnit[]>) {
  let errors = 0;
  const picking = createPicking({
    what: 'transfer',
    find,
    problemOf: ({ place }: TransferableUnit) => whyNotSendable(place, HERE.id),
    soundError: () => (errors += 1),
  });
  return {
    ...picking,
    errors: () => errors,
    settled: () => expect.poll(() => picking.read().rows.some(isFound)).toBe(false),
  };
}

describe('scanning what goes along', () => {
  it('shows each of fifty scans at once, and looks them up in their order', async () => {
    const asked: string[] = [];
    const picking = begin(async (code) => {
      asked.push(code);
      return [unitOf(Number(code))];
    });
    const codes = Array.from({ length: 50 }, (_, place) => String(place + 1));
    for (const code of codes) picking.take(code);
    expect(picking.read().rows.map(({ code }) => code)).toEqual([...codes].reverse());
    await picking.settled();
    expect(asked).toEqual(codes);
    expect(picking.read().rows.filter(isReady)).toHaveLength(50);
    expect(picking.errors()).toBe(0);
  });

  it('takes a unit once, and says so', async () => {
    const picking = begin(async () => [unitOf(7)]);
    picking.take('a');
    picking.take('a');
    await picking.settled();
    expect(picking.read().rows).toHaveLength(1);
    expect(picking.read().verdict?.outcome).toBe('It is in this transfer already');
    expect(picking.errors()).toBe(1);
  });

  it('takes another free unit with each scan of one barcode', async () => {
    const picking = begin(async () => [unitOf(1), unitOf(2)]);
    for (let scan = 0; scan < 3; scan += 1) picking.take('4800012345678');
    await picking.settled();
    expect(
      picking
        .read()
        .rows.filter(isReady)
        .map(({ unit }) => unit.inventory_item_id),
    ).toEqual([2, 1]);
    expect(picking.read().verdict?.outcome).toBe('All that are free are in this transfer already');
  });

  it('keeps a scan that cannot go along, with the reason', async () => {
    const sold = unitOf(3, { place: { ...unitOf(3).place, status: 'sold' } });
    const picking = begin((code) =>
      code === 'sold' ? Promise.resolve([sold]) : Promise.reject(new ApiError('code_not_found')),
    );
    picking.take('sold');
    picking.take('nothing');
    await picking.settled();
    expect(picking.read().rows.map(({ problem }) => problem)).toEqual([
      'No unit has this code',
      'It was sold',
    ]);
    expect(picking.errors()).toBe(2);
  });

  it('keeps one row of a unit that is refused and scanned again', async () => {
    const sold = unitOf(3, { place: { ...unitOf(3).place, status: 'sold' } });
    const picking = begin(async (code) => (code === '1' ? [unitOf(1)] : [sold]));
    for (const code of ['3', '1', '3', 'its other number']) picking.take(code);
    await picking.settled();
    expect(picking.read().rows.map(({ code }) => code)).toEqual(['its other number', '1']);
  });

  it('takes what the server refused out of what goes along', async () => {
    const picking = begin(async (code) => [unitOf(Number(code))]);
    picking.take('1');
    picking.take('2');
    await picking.settled();
    expect(picking.read().verdict).toMatchObject({ tone: 'good', outcome: 'Goes along' });
    picking.refuse([{ inventory_item_id: 2, problem: 'It was sold' }]);
    expect(picking.read().verdict).toMatchObject({ tone: 'bad', outcome: 'It was sold' });
    expect(
      picking
        .read()
        .rows.filter(isReady)
        .map(({ code }) => code),
    ).toEqual(['1']);
  });
});
