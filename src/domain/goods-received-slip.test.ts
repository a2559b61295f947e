import { expect, it } from 'vitest';
import { goodsReceivedSlip } from './goods-received-slip.ts';
import { slipRows } from './slip.ts';

it('prints what came product by product with its numbers, and lines for two signatures', () => {
  const unit = { serial_number: null, imei: null, imei2: null, qr_code: null };
  const of = (product: string, name: string) => ({ name, product: { name: product } });
  const slip = goodsReceivedSlip(
    {
      number: 'GR-MNL-01-000007',
      order: { transaction_number: 'PO-MNL-01-000123' },
      supplier: { name: 'Pacific Gadgets' },
      store: { name: 'Makati – Ayala' },
      received_by: { name: 'Ana Reyes' },
      received_at: Date.parse('2026-11-21T02:00:00Z'),
      units_count: 22,
      notes: 'One box was open',
      items: [
        {
          product_variation: of('iPhone 17', '256 GB'),
          quantity_received: 2,
          units: [
            { ...unit, serial_number: 'SN-1', imei: '352198116073426' },
            { ...unit, serial_number: 'SN-2' },
          ],
        },
        { product_variation: of('Cable', '1 m'), quantity_received: 20, units: Array(20).fill(unit) },
      ],
    },
    {
      shop_name: 'Tindahan',
      store: { name: 'Makati – Ayala', address: null, phone: null },
      printed_at: Date.parse('2026-11-21T02:30:00Z'),
      time_zone: 'Asia/Manila',
      staff_name: 'Ana Reyes',
    },
  );
  const text = slipRows(slip, 42)
    .map((row) => ('text' in row ? row.text.trim() : '---'))
    .filter(Boolean)
    .join('\n')
    .replace(/ +/g, ' ');
  expect(text).toContain('GOODS RECEIVED GR-MNL-01-000007');
  expect(text).toContain('Order PO-MNL-01-000123\nSupplier Pacific Gadgets');
  expect(text).toContain('Notes: One box was open');
  expect(text).toContain(
    'iPhone 17 256 GB × 2\nIMEI 352198116073426\nSN SN-1\nSN SN-2\nCable 1 m × 20\n---\nUnits 22',
  );
  expect(text).toMatch(/Received by\n---\nDelivered by/);
});
