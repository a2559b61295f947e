import { describe, expect, it } from 'vitest';
import { receiptRows, type ReceiptDocument, type ReceiptRow } from './receipt.ts';

const sale: ReceiptDocument = {
  shop_name: 'Tindahan',
  store: { name: 'Makati – Ayala', address: 'G/F Ayala Avenue', phone: '+63 2 8812 4410' },
  invoice_number: 'MKT-01-004218',
  transaction_number: 'MKT-01-D004391',
  completed_at: Date.parse('2026-11-21T06:36:00Z'),
  time_zone: 'Asia/Manila',
  staff_name: 'Maria Concepcion Salvador-Reyes',
  customer: { name: 'Maria Santos', group: 'Member' },
  lines: [
    { name: 'iPhone 15', serial_number: null, imei: '490154203237518', price: 4_599_000, discounts: [] },
    {
      name: 'Galaxy Buds FE with a longer name',
      serial_number: 'R5CX90K2LTN',
      imei: '356789104523417',
      price: 379_000,
      discounts: [{ label: 'Open box −10%', amount: 37_900 }],
    },
    { name: 'USB-C cable', serial_number: null, imei: null, price: 39_900, discounts: [] },
  ],
  subtotal: 5_017_900,
  cart_discounts: [{ label: 'Loyal customer', amount: 50_000 }],
  discount_amount: 87_900,
  taxable_amount: 4_930_000,
  tax_amount: 591_600,
  tax_rate: 1200,
  prices_include_tax: false,
  total_amount: 5_521_600,
  payments: [
    { method: 'cash', amount: 5_100_000, status: 'completed', reference_number: null },
    { method: 'gcash', amount: 500_000, status: 'pending', reference_number: '9021 4471 830' },
  ],
  change_due: 78_400,
  points_earned: 49_300,
  footer: 'Goods may be exchanged within seven days with this receipt.',
  qr: 'tindahan:sale:MKT-01-D004391',
  copy_no: 1,
};

function drawn(row: ReceiptRow): string {
  switch (row.kind) {
    case 'text':
      return row.bold ? `*${row.text}` : ` ${row.text}`;
    case 'tall':
      return `#${row.text}`;
    case 'rule':
      return ' ----';
    case 'qr':
      return ` [${row.data}]`;
  }
}

it('lays a whole receipt out, row by row', () => {
  expect(receiptRows(sale, 32).map(drawn)).toEqual([
    '*            TINDAHAN',
    '          Makati – Ayala',
    '         G/F Ayala Avenue',
    '       Tel. +63 2 8812 4410',
    '        *** REPRINT 1 ***',
    ' ----',
    ' Invoice  MKT-01-004218',
    ' Date     Nov 21, 2026 2:36 PM',
    ' Staff    Maria Concepcion',
    '          Salvador-Reyes',
    ' Customer Maria Santos (Member)',
    ' ----',
    ' iPhone 15',
    '  IMEI 490154203237518  45,990.00',
    ' Galaxy Buds FE with a longer',
    ' name',
    '  IMEI 356789104523417',
    '  SN R5CX90K2LTN         3,790.00',
    '  Open box -10%           -379.00',
    ' USB-C cable               399.00',
    ' ----',
    ' Subtotal               50,179.00',
    ' Item discounts           -379.00',
    ' Loyal customer           -500.00',
    ' Taxable amount         49,300.00',
    ' Tax 12%                 5,916.00',
    '#TOTAL              PHP 55,216.00',
    ' ----',
    ' Cash                   51,000.00',
    ' GCash (pending)         5,000.00',
    '  Ref. 9021 4471 830',
    '*CHANGE                PHP 784.00',
    ' ----',
    ' Loyalty points earned     49,300',
    ' ----',
    '  Goods may be exchanged within',
    '  seven days with this receipt.',
    ' [tindahan:sale:MKT-01-D004391]',
    '          MKT-01-D004391',
  ]);
});

it('leaves out what a plain sale has not', () => {
  const plain = receiptRows(
    {
      ...sale,
      store: { name: 'Makati', address: null, phone: null },
      customer: null,
      cart_discounts: [],
      discount_amount: 0,
      points_earned: null,
      footer: null,
      prices_include_tax: true,
      copy_no: 0,
    },
    48,
  ).map(drawn);
  expect(plain.slice(0, 4)).toEqual([
    '*                    TINDAHAN',
    '                      Makati',
    ' ----',
    ' Invoice  MKT-01-004218',
  ]);
  expect(plain).toContain(' Customer Walk-in Customer');
  expect(plain).toContain(' VATable amount                         49,300.00');
  expect(plain).toContain(' VAT 12%                                 5,916.00');
  expect(plain.join('\n')).not.toMatch(/Discount|Loyalty|REPRINT|Tel\./);
});

it('says below the number of a copy when it was printed, and is as before without that', () => {
  const copy = { ...sale, reprinted: { at: Date.UTC(2026, 10, 23, 2), time_zone: 'Asia/Manila' } };
  const [rows, before] = [receiptRows(copy, 32).map(drawn), receiptRows(sale, 32).map(drawn)];
  expect(rows).toContain(' Reprinted Nov 23, 2026 10:00 AM');
  expect(rows.filter((row) => !row.includes('Reprinted'))).toEqual(before);
  expect(
    receiptRows({ ...copy, copy_no: 0 }, 32)
      .map(drawn)
      .join(),
  ).not.toContain('Reprinted');
});

it('names no VAT where no tax is charged', () => {
  const untaxed = { ...sale, prices_include_tax: true, tax_rate: 0, tax_amount: 0 };
  expect(receiptRows(untaxed, 32).map(drawn).join('\n')).not.toContain('VAT');
});

it.each([32, 48] as const)('names at the top who the store is registered as, at a width of %d', (width) => {
  const store = {
    ...sale.store,
    registered_name: 'Reyes Communications and Gadgets Trading Corporation',
    tin: '123-456-789-00001',
    header: 'Business permit 2026-0041\nwww.reyesphones.example',
  };
  const rows = receiptRows({ ...sale, store, copy_no: 0 }, width).map(drawn);
  const top = rows.slice(0, rows.indexOf(' ----')).map((row) => row.slice(1).trim());
  const registered = width === 32 ? ['Reyes Communications and Gadgets', 'Trading Corporation'] : null;
  expect(top).toEqual([
    'TINDAHAN',
    ...(registered ?? ['Reyes Communications and Gadgets Trading', 'Corporation']),
    'Makati – Ayala',
    'G/F Ayala Avenue',
    'Tel. +63 2 8812 4410',
    'TIN 123-456-789-00001',
    'Business permit 2026-0041',
    'www.reyesphones.example',
  ]);
});

it('names the buyer below the customer', () => {
  const buyer = { name: 'Reyes Communications Trading', tin: '123-456-789-00001', address: 'Unit 3\nMakati' };
  const rows = receiptRows({ ...sale, buyer }, 32).map(drawn);
  const from = rows.indexOf(' Customer Maria Santos (Member)');
  expect(rows.slice(from + 1, from + 6)).toEqual([
    ' Buyer    Reyes Communications',
    '          Trading',
    ' TIN      123-456-789-00001',
    ' Address  Unit 3 Makati',
    ' ----',
  ]);
});

it('says of a void sale that it is void, above and below, and what was given back', () => {
  const at = Date.parse('2026-11-22T02:00:00Z');
  const payouts = [
    { method: 'cash' as const, amount: 5_021_600 },
    { method: 'gcash' as const, amount: 500_000 },
  ];
  const rows = receiptRows({ ...sale, taken_back: { status: 'void', at, payouts } }, 32).map(drawn);
  const stamp = '#          *** VOID ***';
  expect(rows.slice(4, 7)).toEqual(['        *** REPRINT 1 ***', stamp, ' ----']);
  expect(rows).toContain(' Voided   Nov 22, 2026 10:00 AM');
  const change = rows.findIndex((row) => row.startsWith('*CHANGE'));
  expect(rows.slice(change + 1, change + 5)).toEqual([
    ' ----',
    '*GIVEN BACK         PHP 55,216.00',
    ' Cash                   50,216.00',
    ' GCash                   5,000.00',
  ]);
  expect(rows.slice(-3, -2)).toEqual([stamp]);
});

it('marks the lines that came back with what was given back for each, and a whole refund as refunded', () => {
  const [first, ...others] = sale.lines;
  const lines = first ? [{ ...first, refunded: 5_150_880 }, ...others] : [];
  const payouts = [{ method: 'cash' as const, amount: 5_150_880 }];
  const at = Date.parse('2026-11-22T02:00:00Z');
  const partly: ReceiptDocument = { ...sale, lines, taken_back: { status: 'completed', at, payouts } };
  const rows = receiptRows(partly, 32).map(drawn);
  const line = rows.indexOf('  IMEI 490154203237518  45,990.00');
  expect(rows.slice(line, line + 3)).toEqual([
    '  IMEI 490154203237518  45,990.00',
    '* REFUNDED             -51,508.80',
    ' Galaxy Buds FE with a longer',
  ]);
  expect(rows).toContain('*GIVEN BACK         PHP 51,508.80');
  expect(rows.filter((row) => /REFUNDED/.test(row))).toHaveLength(1);
  const whole = receiptRows({ ...partly, taken_back: { status: 'refunded', at, payouts } }, 32).map(drawn);
  expect(whole.filter((row) => row === '#        *** REFUNDED ***')).toHaveLength(2);
});

it('marks a line that was traded in, whose warranty it promises no more', () => {
  const [first, ...others] = sale.lines;
  const lines = first ? [{ ...first, warranty: null, traded_in: '2026-12-01' }, ...others] : [];
  const rows = receiptRows({ ...sale, lines }, 32).map(drawn);
  const line = rows.indexOf('  IMEI 490154203237518  45,990.00');
  expect(rows[line + 1]).toBe('* TRADED IN December 1, 2026');
});

it.each([
  ['exactly as wide as the row', 'x'.repeat(22), 1],
  ['one longer, so that the amount needs a row', 'x'.repeat(23), 2],
])('a name %s', (_, name, rows) => {
  const line = { name, serial_number: null, imei: null, price: 1_234_567, discounts: [] };
  const drawnRows = receiptRows({ ...sale, lines: [line], discount_amount: 0, cart_discounts: [] }, 32).map(
    drawn,
  );
  const from = drawnRows.findIndex((row) => row.includes(name));
  const amountAt = drawnRows.findIndex((row) => row.endsWith('12,345.67'));
  expect(amountAt - from).toBe(rows - 1);
});

it('prints both IMEIs of a phone, and each line’s warranty with its last day', () => {
  const phone = {
    name: 'iPhone 15 128 GB Black',
    serial_number: 'F2LXK8Q1Q0',
    imei: '356789104523425',
    imei2: '356789104599912',
    warranty: { months: 12, until: '2027-11-23' },
    price: 4_599_000,
    discounts: [],
  };
  const cable = {
    name: 'Cable',
    serial_number: null,
    imei: null,
    imei2: null,
    warranty: null,
    price: 39_900,
  };
  const rows = receiptRows({ ...sale, lines: [phone, { ...cable, discounts: [] }] }, 42).map(drawn);
  const first = rows.indexOf(' iPhone 15 128 GB Black');
  expect(rows.slice(first, first + 6)).toEqual([
    ' iPhone 15 128 GB Black',
    '  IMEI 356789104523425',
    '  IMEI 356789104599912',
    '  SN F2LXK8Q1Q0                   45,990.00',
    '  Warranty 12 months, to November 23, 2027',
    ' Cable                               399.00',
  ]);
  const narrow = receiptRows({ ...sale, lines: [phone] }, 32).map(drawn);
  expect(narrow).toContain('  Warranty 12 months, to');
  expect(narrow).toContain('  November 23, 2027');
});

it('shows the rounding of cash below the total, and of what was given back', () => {
  const rounded: ReceiptDocument = {
    ...sale,
    cash_rounding: 24,
    taken_back: {
      status: 'completed',
      at: sale.completed_at,
      payouts: [{ method: 'cash', amount: 100_000 }],
      cash_rounding: 12,
    },
  };
  const texts = receiptRows(rounded, 32).flatMap((row) => (row.kind === 'text' ? [row.text] : []));
  const total = receiptRows(rounded, 32).findIndex((row) => row.kind === 'tall');
  expect(receiptRows(rounded, 32)[total + 2]).toEqual({
    kind: 'text',
    text: 'Cash rounding              -0.24',
  });
  expect(texts).toContain('Cash rounding               0.12');
  expect(JSON.stringify(receiptRows(sale, 32))).not.toContain('rounding');
});

describe.each([32, 42, 48] as const)('a sale without the server on %i columns', (width) => {
  const number = 'MKT-01-T2B-X000012';
  const texts = (document: ReceiptDocument) =>
    receiptRows(document, width).flatMap((row) => ('text' in row ? [row] : []));
  const first = { ...sale, invoice_number: '', offline_number: number, transaction_number: '', copy_no: 0 };

  it('is no invoice on its first paper, and says when that follows', () => {
    const rows = texts(first);
    expect(rows.map(({ text }) => text)).toContain(`Sale no. ${number}`);
    expect(rows.some(({ text }) => text.startsWith('Invoice'))).toBe(false);
    expect(rows.find(({ text }) => text.trim() === 'NOT THE INVOICE')).toMatchObject({ bold: true });
    const foot = rows.map(({ text }) => text.trim()).join(' ');
    expect(foot).toContain('Your invoice follows when the till is connected again.');
    expect(rows.every(({ text }) => text.length <= width)).toBe(true);
  });

  it('names both numbers on its invoice', () => {
    const rows = texts({ ...first, invoice_number: 'MKT-01-004218' }).map(({ text }) => text);
    const place = rows.indexOf('Invoice  MKT-01-004218');
    expect(rows[place + 1]).toBe(`Sale no. ${number}`);
    expect(rows.join(' ')).not.toMatch(/NOT THE INVOICE|invoice follows/);
  });
});
