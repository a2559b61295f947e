import { describe, expect, it } from 'vitest';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import type { ExpectedSerial } from '#contract/receiving.ts';
import type { ScannedNumbers } from '#domain/receiving.ts';
import { choicesOf, linesOf, NOTHING_SAVED, type Line, type ReceiptDraft } from './receipt-draft.ts';
import { leftOf, requestOf } from './receipt-request.ts';

const phone: Line = {
  itemId: 1,
  variationId: 11,
  product: 'iPhone 17',
  variation: '256 GB',
  codes: [],
  remaining: 10,
  received: 0,
  needsNumber: true,
  numbers: ['serial_number', 'imei'],
};
const cable: Line = { ...phone, itemId: 2, variationId: 12, product: 'Cable', needsNumber: false };
const unit = (no: number, serial_number: string, imei: string | null = null) => ({
  no,
  itemId: 1,
  variationId: 11,
  serial_number,
  imei,
  imei2: null,
  qr_code: null as string | null,
});
const drafted = (units: ReceiptDraft['units'], cables: number): ReceiptDraft => ({
  ...NOTHING_SAVED,
  units,
  lines: { 2: { ...choicesOf(NOTHING_SAVED, cable), plain: cables } },
  notes: 'By courier',
});
const sent = requestOf(drafted([unit(1, 'A'), unit(2, 'B')], 5), [phone, cable]).body;

describe('what is left of a draft once what was sent of it is received', () => {
  it('is nothing where nothing was changed', () => {
    const { draft, since } = leftOf(drafted([unit(1, 'A'), unit(2, 'B')], 5), sent);
    expect([draft.units, draft.lines[2]?.plain, draft.notes]).toEqual([[], 0, '']);
    expect(since).toEqual({ added: 0, takenBack: 0, numbers: [] });
  });

  it('is what was scanned and counted since', () => {
    const { draft, since } = leftOf(drafted([unit(1, 'A'), unit(2, 'B'), unit(3, 'C')], 8), sent);
    expect([draft.units, draft.lines[2]?.plain]).toEqual([[unit(3, 'C')], 3]);
    expect(since).toMatchObject({ added: 4, takenBack: 0 });
  });

  it('is none of the units that were known by their labels alone', () => {
    const labelled = ['G9NFZM8W', 'K7TRWX3P'].map((qr_code, place) => ({
      ...unit(place + 1, ''),
      itemId: 2,
      variationId: 12,
      serial_number: null,
      qr_code,
    }));
    const { body } = requestOf(drafted(labelled.slice(0, 1), 0), [phone, cable]);
    const { draft, since } = leftOf(drafted(labelled, 0), body);
    expect(draft.units).toEqual(labelled.slice(1));
    expect(since).toMatchObject({ added: 1, takenBack: 0 });
  });

  it('is no unit whose IMEI was completed since', () => {
    const { body } = requestOf(drafted([{ ...unit(1, 'A', '35219811607342'), serial_number: null }], 0), [
      phone,
    ]);
    const completed = { ...unit(1, 'A', '352198116073426'), serial_number: null };
    const { draft, since } = leftOf(drafted([completed], 0), body);
    expect(draft.units).toEqual([]);
    expect(since).toEqual({ added: 0, takenBack: 0, numbers: ['352198116073426'] });
  });

  it('never is what was taken back, or a number that came too late for its unit', () => {
    const { draft, since } = leftOf(drafted([unit(1, 'A', '352198116073426')], 3), sent);
    expect([draft.units, draft.lines[2]?.plain]).toEqual([[], 0]);
    expect(since).toEqual({ added: 0, takenBack: 3, numbers: ['352198116073426'] });
  });
});

describe('what is scanned of each unit of a line', () => {
  const orderWith = (scanned_numbers: ScannedNumbers, has_own_numbers = false, requires_serial = true) =>
    ({
      qr_codes_count: 0,
      items: [
        {
          id: 1,
          remaining_quantity: 3,
          quantity_received: 0,
          product_variation: {
            id: 11,
            name: '256 GB',
            barcode: null,
            product: {
              name: 'iPhone 17',
              sku: 'IP17',
              kind: 'phone',
              requires_serial,
              scanned_numbers,
              has_own_numbers,
            },
          },
        },
      ],
    }) as unknown as Pick<PurchaseOrder, 'items' | 'qr_codes_count'>;
  const announced = (
    serial_number: string | null,
    imei: string | null,
    variationId = 11,
  ): ExpectedSerial => ({
    id: 1,
    product_variation: { id: variationId, name: '', product_name: '' },
    serial_number,
    imei,
    imei2: null,
    inventory_item_id: null,
  });
  const IMEI = '352198116073426';
  const both = ['serial_number', 'imei'];

  it.each([
    ['IMEIs alone', [announced(null, IMEI)], ['imei']],
    ['serial numbers alone', [announced('A', null)], ['serial_number']],
    ['both', [announced('A', IMEI)], both],
    ['one of each', [announced('A', null), announced(null, IMEI)], both],
    ['those of another product', [announced(null, IMEI, 12)], both],
    ['those of no named product', [{ ...announced(null, IMEI), product_variation: null }], ['imei']],
    ['none', [], both],
  ])('goes by the supplier’s list: %s', (_, list, numbers) => {
    expect(linesOf(orderWith('serial_imei'), list)[0]?.numbers).toEqual(numbers);
  });

  it('makes a line scanned, not counted, where IMEIs are among them', () => {
    const needsNumber = (numbers: 'serial' | 'imei') =>
      linesOf(orderWith(numbers, false, false), [])[0]?.needsNumber;
    expect([needsNumber('serial'), needsNumber('imei')]).toEqual([false, true]);
  });

  it('is what somebody chose for the product, else for the line, whatever was announced', () => {
    const list = [announced(null, IMEI)];
    expect(linesOf(orderWith('serial', true), list)[0]?.numbers).toEqual(['serial_number']);
    const [line] = linesOf(orderWith('serial_imei'), list);
    if (!line) throw new Error('No line');
    const chosen = { ...choicesOf(NOTHING_SAVED, line), numbers: ['serial_number' as const] };
    const draft = { ...NOTHING_SAVED, units: [unit(1, 'A')], lines: { 1: chosen } };
    expect(choicesOf(draft, line).numbers).toEqual(['serial_number']);
    expect(requestOf(draft, [line]).body.items[0]?.scanned_numbers).toBe('serial');
  });

  it('is not remembered for the product where the list alone says it', () => {
    const [line] = linesOf(orderWith('serial_imei'), [announced(null, IMEI)]);
    if (!line) throw new Error('No line');
    const used = { ...choicesOf(NOTHING_SAVED, line), category: 'used' as const };
    for (const lines of [{}, { 1: used }] as ReceiptDraft['lines'][]) {
      const draft = { ...NOTHING_SAVED, units: [unit(1, 'A')], lines };
      expect(requestOf(draft, [line]).body.items[0]).not.toHaveProperty('scanned_numbers');
    }
  });
});
