import { describe, expect, it } from 'vitest';
import { choicesOf, NOTHING_SAVED, type Line, type ReceiptDraft } from './receipt-draft.ts';
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

  it('never is what was taken back, or a number that came too late for its unit', () => {
    const { draft, since } = leftOf(drafted([unit(1, 'A', '352198116073426')], 3), sent);
    expect([draft.units, draft.lines[2]?.plain]).toEqual([[], 0]);
    expect(since).toEqual({ added: 0, takenBack: 3, numbers: ['352198116073426'] });
  });
});
