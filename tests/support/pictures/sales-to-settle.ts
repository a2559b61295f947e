import type { z } from 'zod';
import type { offlineSales } from '#contract/offline-sales.ts';

// What a store has to settle, for pictures: the demo shop sells nothing without the server.

type Detail = z.input<typeof offlineSales.get.response>;
type Row = z.input<typeof offlineSales.list.response>['data'][number];

const at = (time: string) => `2026-11-21T${time}:00+08:00`;
const [joel, ana, trisha] = [
  { id: 901, name: 'Joel Cruz' },
  { id: 902, name: 'Ana Reyes' },
  { id: 903, name: 'Trisha Navarro' },
];
const [t2, t3] = [
  { id: 802, name: 'Counter 2', code: 'T2' },
  { id: 803, name: 'Entrance', code: 'T3' },
];

const row: Row = {
  id: 1,
  kind: 'sale',
  till: t2,
  number: 'MNL-01-T2B-X000013',
  made_at: at('14:53'),
  recorded_at: at('15:20'),
  staff: joel,
  total_amount: 51_508.8,
  transaction: { id: 701, invoice_number: 'MNL-01-004230' },
  shift: null,
  reasons: [{ code: 'unit', text: 'iPhone 15 128 GB, Black is in sale MNL-01-004221, too' }],
  disputed: [
    {
      transaction_item_id: 601,
      product_variation_id: 501,
      name: 'iPhone 15 128 GB, Black',
      numbers: 'IMEI 356789104523418',
      scanned_code: '356789104523418',
      other_sale: { transaction_id: 700, invoice_number: 'MNL-01-004221' },
      settled: null,
    },
  ],
  first_item: 'iPhone 15 128 GB, Black',
  items_count: 1,
  other_sale_at: at('14:02'),
  is_own: false,
  settled_at: null,
  settled_by: null,
  note: null,
};

const clear = {
  disputed: [],
  other_sale_at: null,
  transaction: { id: 702, invoice_number: 'MNL-01-004231' },
};

const rows: Row[] = [
  row,
  {
    ...row,
    id: 2,
    number: 'MNL-01-T2B-X000014',
    made_at: at('14:57'),
    total_amount: 772.8,
    reasons: [{ code: 'unit', text: 'No UGREEN 100W USB-C Cable was left in the store’s stock' }],
    disputed: row.disputed.map((line) => ({
      ...line,
      name: 'UGREEN 100W USB-C Cable',
      numbers: null,
      scanned_code: '6941876220656',
      other_sale: null,
    })),
    other_sale_at: null,
  },
  {
    ...row,
    ...clear,
    id: 3,
    till: t3,
    number: 'MNL-01-T3A-X000029',
    made_at: at('14:20'),
    staff: ana,
    total_amount: 7268.8,
    first_item: 'JBL Flip 6 Speaker Black',
    is_own: true,
    reasons: [{ code: 'order', text: 'The sale before it, MNL-01-T3A-X000028, has not come' }],
  },
  {
    ...row,
    ...clear,
    id: 4,
    number: 'MNL-01-T2B-X000011',
    made_at: at('14:26'),
    total_amount: 27_988.8,
    first_item: 'Galaxy A55 5G 256 GB, Navy',
    items_count: 2,
    reasons: [{ code: 'price', text: 'Galaxy A55 5G was sold for ₱24,990.00, and its price was ₱25,990.00' }],
  },
  {
    ...row,
    ...clear,
    id: 5,
    till: t3,
    number: 'MNL-01-T3A-X000031',
    made_at: at('15:38'),
    staff: trisha,
    total_amount: 952,
    first_item: 'Anker 20W USB-C Charger White',
    reasons: [
      { code: 'moment', text: 'Its till says that it was made on Nov 21, 2026 4:25 PM, which cannot be' },
    ],
  },
];

const sale: NonNullable<Detail['sale']> = {
  transaction_id: 701,
  number: 'MNL-01-004230',
  status: 'completed',
  made_at: row.made_at,
  recorded_at: row.recorded_at,
  is_offline: true,
  store: { id: 1, name: 'Makati – Ayala' },
  till: t2,
  staff: joel,
  customer: null,
  total_amount: 51_508.8,
  change_due: 0,
  payments: [{ method: 'cash', amount: 51_508.75, status: 'completed' }],
  items: [
    {
      transaction_item_id: 601,
      name: 'iPhone 15 128 GB, Black',
      unit: null,
      product_variation_id: 501,
      final_price: 45_990,
    },
  ],
};

const detail: Detail = {
  ...row,
  sale,
  other_sales: [
    {
      ...sale,
      transaction_id: 700,
      number: 'MNL-01-004221',
      made_at: at('14:02'),
      recorded_at: at('14:02'),
      is_offline: false,
      till: { name: 'Counter 1', code: 'T1' },
      staff: { id: 904, name: 'Noel Abad' },
      customer: { id: 401, name: 'Maria Santos' },
      payments: [{ method: 'gcash', amount: 51_508.8, status: 'completed' }],
      items: sale.items.map((item) => ({ ...item, unit: 'IMEI 356789104523418' })),
    },
  ],
  choices: ['356789104523426', '356789104523434'].map((code) => ({
    product_variation_id: 501,
    code,
    label: `IMEI ${code}`,
    category: 'new',
    status: 'available',
  })),
};

const place = { current_page: 1, from: 1, to: 5, last_page: 1, per_page: 20, total: 5, total_capped: false };

/** The server's answers about five sales to settle, the first of which has the unit of another one. */
export const SALES_TO_SETTLE = [
  { path: /offline-sales\?/, body: { data: rows, meta: place, ...place } },
  { path: /offline-sales\/summary/, body: { open: 5, settled_this_month: 31, tills: [t2, t3] } },
  { path: /offline-sales\/1$/, body: detail },
];
