import { expect, it } from 'vitest';
import { supplierReturnSlip } from './supplier-return-slip.ts';

const unit = {
  product_name: 'iPhone 17',
  variation_name: '256 GB',
  imei2: null,
  serial_number: null,
  qr_code: null,
  never_left: null,
};
const frame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati', address: null, phone: null },
  printed_at: 0,
  time_zone: 'Asia/Manila',
  staff_name: 'Ana',
};

it('lists what goes back product by product, with its numbers, the reference and the reason, but not what never left', () => {
  const { title, rows } = supplierReturnSlip(
    {
      number: 'RS-MNL-01-000001',
      supplier: { name: 'Pacific Gadgets' },
      reference: 'RMA-5521',
      reason: 'Dead on arrival',
      created_at: Date.UTC(2026, 10, 23, 2),
      created_by: { name: 'Ana' },
      items: [
        { ...unit, imei: '350001' },
        { ...unit, imei: '350002' },
        { ...unit, imei: '350003', never_left: 'Sold as MNL-01-T2B-X000012' },
      ],
    },
    frame,
  );
  expect(title).toBe('Return RS-MNL-01-000001');
  expect(
    rows.map((row) => ('text' in row ? row.text : 'label' in row ? `${row.label}: ${row.value}` : '–')),
  ).toEqual([
    '–',
    'To: Pacific Gadgets',
    'Reference: RMA-5521',
    'Returned: Nov 23, 2026 10:00 AM',
    'By: Ana',
    'Reason: Dead on arrival',
    '–',
    'iPhone 17 256 GB: × 2',
    '  IMEI 350001',
    '  IMEI 350002',
    '–',
    'Units: 2',
    '',
    '',
    '–',
    'Received by the supplier',
  ]);
});
