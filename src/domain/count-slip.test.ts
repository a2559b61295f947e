import { describe, expect, it } from 'vitest';
import { countSlip, type PrintedCount, type PrintedDifference, type PrintedList } from './count-slip.ts';
import { slipRows } from './slip.ts';

const frame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati – Ayala', address: null, phone: null },
  printed_at: Date.parse('2026-11-21T10:30:00Z'),
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};
const count: PrintedCount = {
  number: 'CT-MNL-01-000012',
  is_open: false,
  product_type: { name: 'Phones' },
  product: null,
  category: null,
  started_at: Date.parse('2026-11-21T01:00:00Z'),
  started_by: { name: 'Ana Reyes' },
  ended_at: Date.parse('2026-11-21T10:00:00Z'),
  ended_by: { name: 'Ana Reyes' },
  reason: 'Yearly count',
  found: 1240,
  people: [{ staff: { name: 'Ben Cruz' }, units: 1243 }],
};
const row = (overrides: Partial<PrintedDifference>): PrintedDifference => ({
  code: null,
  unit: {
    product_name: 'iPhone 17',
    variation_name: '256 GB, Mist Blue',
    imei: '352198116073426',
    imei2: null,
    serial_number: null,
    qr_code: null,
  },
  place: null,
  settled: null,
  variation: null,
  expected: null,
  quantity: null,
  ...overrides,
});
const list = (title: string, rows: PrintedDifference[], total = rows.length): PrintedList => ({
  title,
  rows,
  total,
  total_capped: false,
});
const printed = (lists: PrintedList[], of: PrintedCount = count) =>
  slipRows(countSlip(of, lists, frame), 42)
    .map((line) => ('text' in line ? line.text.trim() : '---'))
    .filter(Boolean)
    .join('\n')
    .replace(/ +/g, ' ');

describe('the slip of a stock count', () => {
  it('tells what was found by whom, and each difference with what became of it', () => {
    const store = { name: 'Cebu – IT Park' };
    const text = printed([
      list('Missing', [row({ settled: 'lost' })]),
      list('Not expected', [row({ place: { kind: 'other_store', store }, settled: 'moved' })]),
      list('Unknown codes', [row({ unit: null, code: '4800016052' })]),
      list('Numbers', [
        row({
          unit: null,
          variation: { product_name: 'USB-C cable', name: '1 m' },
          expected: 1200,
          quantity: 1198,
          settled: 'lost',
        }),
      ]),
    ]);
    expect(text).toContain('STOCK COUNT CT-MNL-01-000012');
    expect(text).toContain('Counted Phones');
    expect(text).toContain('Reason: Yearly count');
    expect(text).toContain('Found 1,240\nScanned by Ben Cruz 1,243');
    expect(text).toContain(
      'Missing 1\niPhone 17 256 GB, Mist Blue\nIMEI 352198116073426\nMarked as lost\n---',
    );
    expect(text).toContain('In the stock of Cebu – IT Park\nMoved here');
    expect(text).toContain('Unknown codes 1\n4800016052');
    expect(text).toContain('USB-C cable 1 m\n1,198 counted, 1,200 in stock\nMarked as lost');
    expect(text).toContain('Counted by');
    expect(text).toContain('Closed by');
    expect(text).not.toContain('NOT CLOSED YET');
  });

  it('says how many of a long list are not on it, and that a count is not closed yet', () => {
    const open = { ...count, is_open: true, ended_at: null, ended_by: null, reason: null };
    const text = printed([list('Missing', [row({})], 240), list('Sold meanwhile', [])], open);
    expect(text).toContain('NOT CLOSED YET');
    expect(text).toContain('Missing 240');
    expect(text).toContain('and 239 more: see the CSV file');
    expect(text).not.toContain('Sold meanwhile');
    expect(printed([list('Missing', [])], open)).toContain('No differences');
  });
});
