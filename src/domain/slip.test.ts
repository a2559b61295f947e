import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSlip } from '#tests/support/receipts.ts';
import { receiptWidths } from './receipt.ts';
import { slipRows, type SlipDocument, type SlipRow } from './slip.ts';

const textOf = (slip: SlipDocument, width: 32 | 42 | 48 = 32) =>
  slipRows(slip, width).flatMap((row) => ('text' in row ? [row.text] : []));
const dense = (rows: string[]) => rows.join('').replace(/\s+/g, '');

const text = fc.string({ maxLength: 120, size: 'max' });
const bold = fc.boolean();
const anyRow: fc.Arbitrary<SlipRow> = fc.oneof(
  fc.record({ kind: fc.constant('pair' as const), label: text, value: text, bold }),
  fc.record({ kind: fc.constant('text' as const), text, bold }),
  fc.record({ kind: fc.constant('rule' as const) }),
);
const anySlip: fc.Arbitrary<SlipDocument> = fc.record({
  title: text,
  shop_name: text,
  store: fc.record({ name: text, address: fc.option(text), phone: fc.option(text) }),
  rows: fc.array(anyRow, { maxLength: 12 }),
  printed_at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  time_zone: fc.constant('Asia/Manila'),
  staff_name: text,
});

describe('a slip', () => {
  it('is never wider than the paper, whatever it says', () => {
    fc.assert(
      fc.property(anySlip, fc.constantFrom(...receiptWidths), (slip, width) => {
        expect(textOf(slip, width).filter((row) => row.length > width || /[\n\r]/.test(row))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('loses no character of a label, a value or a text, whatever its length', () => {
    fc.assert(
      fc.property(anySlip, fc.constantFrom(...receiptWidths), (slip, width) => {
        const printed = dense(textOf(slip, width));
        for (const row of slip.rows) {
          const parts = row.kind === 'pair' ? [row.label, row.value] : row.kind === 'text' ? [row.text] : [];
          for (const part of parts) expect(printed).toContain(part.replace(/\s+/g, ''));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(receiptWidths)('puts amounts at the right edge of %i columns', (width) => {
    const [refunded] = textOf(aSlip(), width).filter((row) => row.startsWith('REFUNDED'));
    expect(refunded).toHaveLength(width);
    expect(refunded?.endsWith(' PHP 37,900.00')).toBe(true);
  });

  it('leaves an empty row where a text has no words', () => {
    const rows = slipRows(aSlip({ rows: [{ kind: 'text', text: '' }, { kind: 'rule' }] }), 32);
    expect(rows).toContainEqual({ kind: 'text', text: '' });
  });

  it('says who printed it and when, by the store’s clock', () => {
    const printed = textOf(aSlip(), 42).join('\n');
    expect(printed).toMatch(/Printed +Nov 21, 2026 3:01 PM/);
    expect(printed).toMatch(/By +José Peña/);
  });
});

describe('a refund’s slip', () => {
  it('names the sale, the unit, where it goes, how the money went back, why and by whom, and has room to sign', () => {
    const printed = textOf(aSlip(), 48).join('\n');
    for (const part of [
      /REFUND\n/,
      /Sale +MNL-01-000123/,
      /Date +Nov 21, 2026 3:00 PM/,
      /Staff +Ana Reyes/,
      /Customer +Maria Santos/,
      /Galaxy A55 128 GB Awesome Navy\nIMEI 490154203237518\nSN R5CX90K2LTN\nDefective +PHP 37,900\.00/,
      /GCash +PHP 37,900\.00\nRef\. 0917-555-123/,
      /Reason: The screen stays dark/,
      /\n\n\nCustomer’s signature/,
    ]) {
      expect(printed).toMatch(part);
    }
  });
});
