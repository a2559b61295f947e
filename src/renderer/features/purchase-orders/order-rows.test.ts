import { describe, expect, it } from 'vitest';
import { createOrderRows, writtenTotals, type OrderedVariation } from './order-rows.ts';
import { readPasted } from './pasted-rows.ts';

const variation = (id: number, cost?: number): OrderedVariation => ({
  id,
  name: `Variation ${id}`,
  image_url: null,
  cost,
  product: { name: 'Phone', sku: `SKU-${id}`, kind: 'phone' },
});
const writing = (seesCosts = true) => createOrderRows({ seesCosts });
const shown = (rows: ReturnType<typeof writing>) =>
  rows.read().rows.map((row) => [row.variation?.id ?? null, row.quantity, row.cost]);

describe('the rows of an order that is written', () => {
  it('begin with one, and never are fewer', () => {
    const rows = writing();
    expect(shown(rows)).toEqual([[null, '1', null]]);
    expect(rows.read().isDirty).toBe(false);
    const [first] = rows.read().rows;
    rows.remove(first?.id ?? 0);
    expect(shown(rows)).toEqual([[null, '1', null]]);
  });

  it('propose what a product is known to cost, and add up', () => {
    const rows = writing();
    const [first] = rows.read().rows;
    rows.choose(first?.id ?? 0, variation(7, 18_500_00));
    rows.typeQuantity(first?.id ?? 0, '10');
    expect(shown(rows)).toEqual([[7, '10', 18_500]]);
    expect(writtenTotals(rows.read().rows)).toEqual({ units: 10, amount: 185_000_00 });
    expect(rows.check()?.items).toEqual([
      { product_variation_id: 7, quantity_ordered: 10, unit_cost: 18_500_00 },
    ]);
  });

  it('say no cost for whoever sees none', () => {
    const rows = writing(false);
    rows.take({ variation: variation(7), quantity: 2, cost: 5_00 });
    expect(shown(rows)).toEqual([[7, '2', null]]);
    expect(rows.check()?.items).toEqual([
      { product_variation_id: 7, quantity_ordered: 2, unit_cost: undefined },
    ]);
  });

  it('take a scan into the blank row, and another one of the same into that', () => {
    const rows = writing();
    expect(rows.take({ variation: variation(7, 100), quantity: 1 })?.quantity).toBe('1');
    expect(rows.take({ variation: variation(8, 200), quantity: 1 })?.quantity).toBe('1');
    expect(rows.take({ variation: variation(7, 100), quantity: 1 })?.quantity).toBe('2');
    // Pasted at another price, so it gets its own row.
    rows.take({ variation: variation(7, 100), quantity: 5, cost: 90 });
    expect(shown(rows)).toEqual([
      [7, '2', 1],
      [8, '1', 2],
      [7, '5', 0.9],
    ]);
  });

  it('say on the row what is missing, and leave blank ones out', () => {
    const rows = writing();
    expect(rows.check()).toBeNull();
    expect(rows.read().error).toBe('Please add at least one valid item');
    rows.take({ variation: variation(7), quantity: 3 });
    rows.add();
    expect(rows.check()).toBeNull();
    const [first, blank] = rows.read().rows;
    expect(first?.errors).toEqual({ unit_cost: 'Unit cost is required' });
    expect(blank?.errors).toEqual({});
    rows.typeCost(first?.id ?? 0, 0);
    rows.typeQuantity(blank?.id ?? 0, '2.5');
    expect(rows.check()).toBeNull();
    expect(rows.read().rows.map(({ errors }) => errors)).toEqual([
      { unit_cost: 'Above 0' },
      { product_variation_id: 'Choose a product', quantity_ordered: 'Type a whole number' },
    ]);
    rows.remove(blank?.id ?? 0);
    rows.typeCost(first?.id ?? 0, 12.5);
    expect(rows.check()).toEqual({
      items: [{ product_variation_id: 7, quantity_ordered: 3, unit_cost: 12_50 }],
      ids: [first?.id],
    });
  });

  it('carry what the server says of them, by the place in which they were sent', () => {
    const rows = writing();
    rows.take({ variation: variation(7, 100), quantity: 1 });
    rows.take({ variation: variation(8, 100), quantity: 1 });
    const ids = rows.check()?.ids ?? [];
    rows.refuse(ids, [{ place: 1, field: 'product_variation_id', message: 'Inactive' }]);
    expect(rows.read().rows.map(({ errors }) => errors)).toEqual([{}, { product_variation_id: 'Inactive' }]);
  });

  it('are no more than an order has', () => {
    const wanted = Array.from({ length: 500 }, (_, id) => ({
      variation: variation(id + 1, 100),
      quantity: 1,
    }));
    const rows = createOrderRows({ seesCosts: true, wanted });
    expect(rows.read().isDirty).toBe(false);
    expect(rows.add()).toBeNull();
    expect(rows.take({ variation: variation(501, 1), quantity: 1 })).toBeNull();
    expect(rows.take({ variation: variation(9, 100), quantity: 1 })?.quantity).toBe('2');
  });
});

describe('rows that are pasted', () => {
  it('are read from the cells of a spreadsheet, commas in amounts and all', () => {
    const { read, unread } = readPasted(
      'SKU\tQty\tUnit cost\nIP15\t10\t₱18,500.00\r\n4800\t1,200\t\n\nA;2;5\nB,3,1,250.50\n',
    );
    expect(unread).toEqual([]);
    expect(read.map(({ no, code, quantity, cost }) => [no, code, quantity, cost])).toEqual([
      [2, 'IP15', 10, 18_500_00],
      [3, '4800', 1200, null],
      [5, 'A', 2, 5_00],
      [6, 'B', 3, 1_250_50],
    ]);
  });

  it('say of each that cannot be read why not', () => {
    const { read, unread } = readPasted(
      'IP15\t1\nIP16\nIP17\tten\n\t4\nIP18\t0\nIP19\t10001\nIP20\t1\tfree\nIP21\t1\t0\nIP22\t1\t26,93\nIP23\t1,5',
    );
    expect(read).toHaveLength(1);
    expect(unread.map(({ no, why }) => [no, why])).toEqual([
      [2, 'No quantity'],
      [3, '“ten” is no quantity'],
      [4, 'No SKU or barcode'],
      [5, 'A quantity is at least 1'],
      [6, 'A quantity is at most 10,000'],
      [7, '“free” is no unit cost'],
      [8, '“0” is no unit cost'],
      [9, '“26,93” is no unit cost'],
      [10, '“1,5” is no quantity'],
    ]);
  });
});
