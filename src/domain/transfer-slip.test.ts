import { describe, expect, it } from 'vitest';
import { slipRows } from './slip.ts';
import { transferSlip, type PrintedTransfer } from './transfer-slip.ts';

const frame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati – Ayala', address: null, phone: null },
  printed_at: Date.parse('2026-11-21T02:30:00Z'),
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};
const item = (overrides: Partial<PrintedTransfer['items'][number]>): PrintedTransfer['items'][number] => ({
  product_name: 'iPhone 17',
  variation_name: '256 GB, Mist Blue',
  imei: '352198116073426',
  imei2: null,
  serial_number: null,
  qr_code: null,
  state: 'in_transit',
  reason: null,
  ...overrides,
});
const printed = (items: PrintedTransfer['items']) =>
  slipRows(
    transferSlip(
      {
        number: 'TR-MNL-01-000038',
        from_store: { name: 'Makati – Ayala' },
        to_store: { name: 'Cebu – IT Park' },
        sent_by: { name: 'Ana Reyes' },
        sent_at: Date.parse('2026-11-21T02:00:00Z'),
        reason: 'Restock for the weekend',
        items,
      },
      frame,
    ),
    42,
  )
    .map((row) => ('text' in row ? row.text.trim() : '---'))
    .filter(Boolean);

describe('the slip of a transfer', () => {
  it('lists the units product by product, and leaves lines for two signatures', () => {
    const rows = printed([
      item({ imei2: '352198116073434' }),
      item({
        imei: null,
        serial_number: 'J7QF41LP7C',
        product_name: 'AirPods Pro 3',
        variation_name: 'White',
      }),
      item({ imei: '352198116088168' }),
    ]);
    const text = rows.join('\n').replace(/ +/g, ' ');
    expect(text).toContain('TRANSFER TR-MNL-01-000038');
    expect(text).toContain('To Cebu – IT Park');
    expect(text).toContain('Reason: Restock for the weekend');
    expect(text).toContain(
      'iPhone 17 256 GB, Mist Blue × 2\nIMEI 352198116073426\nIMEI 352198116073434\nIMEI 352198116088168',
    );
    expect(text).toContain('AirPods Pro 3 White × 1\nSN J7QF41LP7C');
    expect(text).toContain('Units 3');
    expect(text).toContain('Packed by');
    expect(text).toContain('Received by');
  });

  it('says what arrived damaged, what is lost and what came unannounced, which counts for nothing', () => {
    const text = printed([
      item({ state: 'defective', reason: 'Cracked screen' }),
      item({ state: 'lost' }),
      item({ state: 'extra' }),
    ])
      .join('\n')
      .replace(/ +/g, ' ');
    expect(text).toContain('DAMAGED Cracked screen');
    expect(text).toContain('LOST');
    expect(text).toContain('NOT ANNOUNCED');
    expect(text).toContain('Units 2');
  });
});
