import { describe, expect, it } from 'vitest';
import { noSaleSlip } from './no-sale.ts';
import { slipRows } from './slip.ts';

const frame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati', address: null, phone: null },
  printed_at: Date.parse('2026-11-21T14:04:00+08:00'),
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};

describe('the slip of a drawer opened without a sale', () => {
  it('says that nothing was sold, who opened the drawer, when and why', () => {
    const rows = slipRows(noSaleSlip('Change for a customer who bought at the counter next door', frame), 32);
    const text = rows.map((row) => ('text' in row ? row.text : '')).join('\n');
    expect(text).toMatch(/^ *NO SALE *$/m);
    expect(text).toMatch(/^Staff +Ana Reyes$/m);
    expect(text).toMatch(/^Date +Nov 21, 2026 2:04 PM$/m);
    expect(text.replaceAll('\n', ' ')).toContain('Reason: Change for a customer who bought at the counter');
    expect(rows.every((row) => !('text' in row) || row.text.length <= 32)).toBe(true);
  });
});
