import {
  basisPointsToPercent,
  formatAmount,
  type BasisPoints,
  type Centavos,
  pesosToCentavos,
} from './money.ts';
import { paymentMethodLabels, type PaymentMethod, type PaymentStatus } from './payments.ts';
import type { Payout } from './refunds.ts';
import { formatDate, type CalendarDate } from './calendar-dates.ts';
import { cutText, textColumns } from './printer-letters.ts';
import { formatInstant } from './store-time.ts';
import { imeisOf } from './units.ts';
import { monthsText } from './warranty.ts';

/** A store at the top of its papers. */
export type PaperStore = {
  name: string;
  address: string | null;
  phone: string | null;
  /** Absent from documents saved by older versions, as all that follows. */
  registered_name?: string | null | undefined;
  tin?: string | null | undefined;
  /** Further lines. */
  header?: string | null | undefined;
};

/** Returns a store as its papers name it. */
export const paperStore = (
  store: PaperStore & {
    settings: {
      registered_name: string | null;
      tin: string | null;
      receipt_header: string | null;
    } | null;
  },
): PaperStore => ({
  name: store.name,
  address: store.address,
  phone: store.phone,
  registered_name: store.settings?.registered_name,
  tin: store.settings?.tin,
  header: store.settings?.receipt_header,
});

/** The buyer of a sale, as its papers name them. */
export type PaperBuyer = { name: string | null; tin: string | null; address: string | null };

/** Returns what papers say of a buyer, with its labels; nothing without one. */
export const buyerDetails = (buyer: PaperBuyer | null | undefined): [string, string][] => {
  const { name, tin, address } = buyer ?? {};
  const details: [string, string | null | undefined][] = [
    ['Buyer', name],
    ['TIN', tin],
    ['Address', address],
  ];
  return details.flatMap(([label, value]) => (value ? [[label, value]] : []));
};

/** Returns whom a sale names as its buyer; null without one. */
export const paperBuyer = (sale: {
  buyer_name: string | null;
  buyer_tin: string | null;
  buyer_address: string | null;
}): PaperBuyer | null => {
  const buyer = { name: sale.buyer_name, tin: sale.buyer_tin, address: sale.buyer_address };
  return buyerDetails(buyer).length > 0 ? buyer : null;
};

/** The content of a receipt; amounts in centavos, always pesos. */
export type ReceiptDocument = {
  shop_name: string;
  store: PaperStore;
  /** Empty on the first paper of a sale without the server: its invoice follows. */
  invoice_number: string;
  /** The number of the till’s own series, where it was sold without the server; absent in documents saved by older versions. */
  offline_number?: string | null | undefined;
  transaction_number: string;
  /** Epoch milliseconds, printed in `time_zone`. */
  completed_at: number;
  time_zone: string;
  staff_name: string;
  customer: { name: string; group: string | null } | null;
  /** Whom it names as the buyer; absent in documents saved by older versions. */
  buyer?: PaperBuyer | null | undefined;
  lines: ReceiptLine[];
  subtotal: Centavos;
  /** The discounts of the whole cart; a line has its own. */
  cart_discounts: { label: string; amount: Centavos }[];
  /** The sum of all discounts. */
  discount_amount: Centavos;
  taxable_amount: Centavos;
  tax_amount: Centavos;
  tax_rate: BasisPoints;
  prices_include_tax: boolean;
  total_amount: Centavos;
  payments: {
    method: PaymentMethod;
    amount: Centavos;
    status: PaymentStatus;
    reference_number: string | null;
  }[];
  change_due: Centavos;
  /** The part of the total that was not paid, because cash is rounded down; absent in documents saved by older versions. */
  cash_rounding?: Centavos;
  points_earned: number | null;
  footer: string | null;
  /** The content of the QR code: scanned at a till it opens the sale. */
  qr: string;
  /** 0 for the original, then 1, 2 … for each reprint. */
  copy_no: number;
  /** When this copy was printed, epoch milliseconds; absent on originals and in documents saved by older versions. */
  reprinted?: { at: number; time_zone: string } | undefined;
  /** Voids and refunds of the sale; absent without any. */
  taken_back?: TakenBack;
  /** The units of an earlier sale that came back for this one; absent without an exchange. */
  exchange_of?: CameBack | undefined;
};

export type CameBack = {
  /** Of the sale that they were of. */
  invoice_number: string;
  items: {
    product_name: string;
    serial_number: string | null;
    imei: string | null;
    imei2: string | null;
    amount: Centavos;
  }[];
  /** The refund for them. */
  amount: Centavos;
  /** Its payouts; the part that paid for this sale is an `exchange`, which is one of its payments. */
  payouts: Payout[];
  cash_rounding: Centavos;
};

export type TakenBack = {
  /** `completed` while the customer still has some units. */
  status: 'completed' | 'void' | 'refunded';
  /** The time of its void or last refund; epoch milliseconds. */
  at: number;
  /** The zone of `at`; absent where it is that of the sale. */
  time_zone?: string | undefined;
  /** Payouts so far, by method. */
  payouts: Payout[];
  /** The part of them that is given beyond what was paid, for want of smaller coins. */
  cash_rounding?: Centavos;
};

export type ReceiptLine = {
  name: string;
  serial_number: string | null;
  imei: string | null;
  /** Absent in documents saved by older versions. */
  imei2?: string | null;
  /** `Used, 4 of 5`; absent for a new unit, and in documents saved by older versions. */
  condition?: string | undefined;
  /** The warranty as sold; absent or null without one or after a return. */
  warranty?: { months: number; until: CalendarDate } | null;
  price: Centavos;
  discounts: { label: string; amount: Centavos }[];
  /** The refunded amount, after a return. */
  refunded?: Centavos;
  /** The invoice number of the sale that the unit was exchanged for. */
  exchanged_for?: string | undefined;
  /** The day on which the unit was traded in. */
  traded_in?: CalendarDate;
};

/** Columns of the known printers: 58 mm, some 80 mm heads, 80 mm. */
export const receiptWidths = [32, 42, 48] as const;
export type ReceiptWidth = (typeof receiptWidths)[number];

export type ReceiptRow =
  | { kind: 'text'; text: string; bold?: boolean }
  /** Printed bold and twice as high, with the width of any other row. */
  | { kind: 'tall'; text: string }
  | { kind: 'rule' }
  | { kind: 'qr'; data: string };

/** Returns `49,300`: points are formatted like whole pesos. */
const points = (count: number) => formatAmount(pesosToCentavos(count), 0);

/** Returns `PHP 1,234.00`: no printer code page has the peso sign. */
export const pesos = (amount: Centavos) => `PHP ${formatAmount(amount)}`;

/** Wraps text at spaces to rows of at most `width` columns; cuts a longer word. */
export function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (row && textColumns(row) + 1 + textColumns(word) <= width) row += ` ${word}`;
    else {
      if (row) rows.push(row);
      row = word;
    }
    while (textColumns(row) > width) {
      const [start, rest] = cutText(row, width);
      rows.push(start);
      row = rest;
    }
  }
  if (row) rows.push(row);
  return rows;
}

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, amount) => total + amount, 0);

const present = (parts: readonly (string | null | undefined)[]) =>
  parts.filter((part): part is string => Boolean(part));

/** Returns wrapped text, centred. */
export function centred(text: string, width: number): Extract<ReceiptRow, { kind: 'text' }>[] {
  return wrap(text, width).map((row) => ({
    kind: 'text',
    text: ' '.repeat(Math.floor((width - textColumns(row)) / 2)) + row,
  }));
}

/** Returns a label at the left and an amount at the right edge; a long label takes rows of its own. */
export function pair(label: string, amount: string, width: number): string[] {
  const isOneRow = textColumns(label) <= width;
  const rows = wrap(label, isOneRow ? width : width - 1).map((row, index) => (index === 0 ? row : ` ${row}`));
  const last = rows.pop() ?? '';
  const room = width - textColumns(last) - textColumns(amount);
  if (room >= 1) return [...rows, last + ' '.repeat(room) + amount];
  return [...rows, last, ' '.repeat(Math.max(0, width - textColumns(amount))) + amount];
}

const text = (rows: string[], bold = false): ReceiptRow[] =>
  rows.map((row) => (bold ? { kind: 'text', text: row, bold } : { kind: 'text', text: row }));

/** Returns `*** VOID ***`, high enough that nobody takes the paper for a valid receipt. */
function stampRows({ taken_back: takenBack }: ReceiptDocument, width: number): ReceiptRow[] {
  if (!takenBack || takenBack.status === 'completed') return [];
  const rows = centred(`*** ${takenBack.status.toUpperCase()} ***`, width);
  return rows.map((row) => ({ kind: 'tall', text: row.text }));
}

/** Returns the top of a paper: the shop, who it is registered as, the store, its TIN and further lines. */
export function letterheadRows(
  { shop_name, store }: Pick<ReceiptDocument, 'shop_name' | 'store'>,
  width: number,
): ReceiptRow[] {
  const { registered_name, name, address, phone, tin, header } = store;
  const parts = [registered_name, name, address, phone && `Tel. ${phone}`, tin && `TIN ${tin}`];
  return [
    ...centred(shop_name.toUpperCase(), width).map((row) => ({ ...row, bold: true })),
    ...present([...parts, ...(header?.split('\n') ?? [])]).flatMap((part) => centred(part, width)),
  ];
}

/** Returns which copy a paper is, and when it was printed; nothing for an original. */
function reprintRows({ copy_no, reprinted }: ReceiptDocument, width: number): ReceiptRow[] {
  if (copy_no === 0) return [];
  return [
    ...centred(`*** REPRINT ${copy_no} ***`, width),
    ...(reprinted ? centred(`Reprinted ${formatInstant(reprinted.at, reprinted.time_zone)}`, width) : []),
  ];
}

function headerRows(receipt: ReceiptDocument, width: number): ReceiptRow[] {
  const details: [string, string][] = [
    ...numberDetails(receipt),
    ['Date', formatInstant(receipt.completed_at, receipt.time_zone)],
    ['Staff', receipt.staff_name],
    ['Customer', customerName(receipt)],
    ...buyerDetails(receipt.buyer),
    ...takenBackDetails(receipt),
  ];
  return [
    ...letterheadRows(receipt, width),
    ...reprintRows(receipt, width),
    ...stampRows(receipt, width),
    ...(isInvoice(receipt) ? [] : centred('NOT THE INVOICE', width).map((row) => ({ ...row, bold: true }))),
    { kind: 'rule' },
    ...details.flatMap(([label, value]) => {
      const [first = '', ...rest] = wrap(value, width - 9);
      return text([label.padEnd(9) + first, ...rest.map((row) => ' '.repeat(9) + row)]);
    }),
  ];
}

const isInvoice = ({ invoice_number }: ReceiptDocument) => invoice_number !== '';

/** Returns the numbers of the sale: of its invoice, and of the till’s own series. */
function numberDetails(receipt: ReceiptDocument): [string, string][] {
  const { invoice_number, offline_number } = receipt;
  return [
    ...(isInvoice(receipt) ? [['Invoice', invoice_number] as [string, string]] : []),
    ...(offline_number ? [['Sale no.', offline_number] as [string, string]] : []),
  ];
}

function takenBackDetails({ taken_back: takenBack, time_zone }: ReceiptDocument): [string, string][] {
  if (!takenBack) return [];
  const label = takenBack.status === 'void' ? 'Voided' : 'Refunded';
  return [[label, formatInstant(takenBack.at, takenBack.time_zone ?? time_zone)]];
}

function customerName({ customer }: ReceiptDocument): string {
  if (!customer) return 'Walk-in Customer';
  return customer.group ? `${customer.name} (${customer.group})` : customer.name;
}

function lineRows(line: ReceiptLine, width: number): ReceiptRow[] {
  const amount = formatAmount(line.price);
  const identifiers = present([
    line.condition ?? null,
    ...imeisOf(line).map((imei) => `IMEI ${imei}`),
    line.serial_number && `SN ${line.serial_number}`,
  ]);
  const last = identifiers.pop();
  return [
    ...text([
      ...(last === undefined ? pair(line.name, amount, width) : wrap(line.name, width)),
      ...identifiers.flatMap((part) => wrap(part, width - 1).map((row) => ` ${row}`)),
      ...(last === undefined ? [] : pair(last, amount, width - 1).map((row) => ` ${row}`)),
      ...line.discounts.flatMap((discount) => discountRows(discount, width - 1).map((row) => ` ${row}`)),
      ...warrantyRows(line, width - 1).map((row) => ` ${row}`),
    ]),
    ...refundedRows(line, width),
    ...tradedInRows(line, width),
  ];
}

/** Returns `Warranty 12 months, to November 23, 2027`, the date on a row of its own on narrow paper. */
function warrantyRows({ warranty }: ReceiptLine, width: number): string[] {
  if (!warranty) return [];
  const [what, day] = [`Warranty ${monthsText(warranty.months)}, to`, formatDate(warranty.until)];
  return what.length + 1 + day.length <= width ? [`${what} ${day}`] : [what, day];
}

function refundedRows({ refunded, exchanged_for }: ReceiptLine, width: number): ReceiptRow[] {
  if (refunded === undefined) return [];
  const label = exchanged_for === undefined ? 'REFUNDED' : `EXCHANGED FOR ${exchanged_for}`;
  const rows = discountRows({ label, amount: refunded }, width - 1);
  return text(
    rows.map((row) => ` ${row}`),
    true,
  );
}

/** Returns `TRADED IN November 23, 2027`, which explains the missing warranty. */
function tradedInRows({ traded_in }: ReceiptLine, width: number): ReceiptRow[] {
  if (traded_in === undefined) return [];
  const rows = wrap(`TRADED IN ${formatDate(traded_in)}`, width - 1);
  return text(
    rows.map((row) => ` ${row}`),
    true,
  );
}

/** Returns a discount with its amount, both with the same minus sign. */
const discountRows = ({ label, amount }: { label: string; amount: Centavos }, width: number) =>
  pair(label.replaceAll('−', '-'), `-${formatAmount(amount)}`, width);

/** Names the taxed amount and its tax: a tax that is a part of the prices is the value-added tax. */
function taxLabels({ prices_include_tax: isIncluded, tax_rate: rate }: ReceiptDocument): [string, string] {
  if (isIncluded && rate > 0) return ['VATable amount', 'VAT'];
  return ['Taxable amount', isIncluded ? 'Incl. tax' : 'Tax'];
}

function totalRows(receipt: ReceiptDocument, width: number): ReceiptRow[] {
  const rate = `${basisPointsToPercent(receipt.tax_rate)}%`;
  const [taxed, tax] = taxLabels(receipt);
  const ofCart = sum(receipt.cart_discounts.map(({ amount }) => amount));
  const ofLines = {
    label: ofCart > 0 ? 'Item discounts' : 'Discount',
    amount: receipt.discount_amount - ofCart,
  };
  const discounts = [ofLines, ...receipt.cart_discounts].filter(({ amount }) => amount > 0);
  return [
    ...text(pair('Subtotal', formatAmount(receipt.subtotal), width)),
    ...discounts.flatMap((discount) => text(discountRows(discount, width))),
    ...text(pair(taxed, formatAmount(receipt.taxable_amount), width)),
    ...text(pair(`${tax} ${rate}`, formatAmount(receipt.tax_amount), width)),
    ...pair('TOTAL', pesos(receipt.total_amount), width).map((row) => ({
      kind: 'tall' as const,
      text: row,
    })),
  ];
}

function paymentRows(receipt: ReceiptDocument, width: number): ReceiptRow[] {
  const rows = receipt.payments.flatMap((payment) => [
    ...pair(
      paymentMethodLabels[payment.method] + (payment.status === 'pending' ? ' (pending)' : ''),
      formatAmount(payment.amount),
      width,
    ),
    ...(payment.reference_number
      ? wrap(`Ref. ${payment.reference_number}`, width - 1).map((row) => ` ${row}`)
      : []),
  ]);
  return [
    ...roundingRows(-(receipt.cash_rounding ?? 0), width),
    ...text(rows),
    ...text(pair('CHANGE', pesos(receipt.change_due), width), true),
  ];
}

/** Returns the row of a cash rounding; below zero where less was paid by it, above zero where more was given back. */
const roundingRows = (rounding: Centavos, width: number): ReceiptRow[] =>
  rounding === 0 ? [] : text(pair('Cash rounding', formatAmount(rounding), width));

/** Returns the total of the payouts, and each method. */
function givenBackRows(
  { payouts, cash_rounding = 0 }: Pick<TakenBack, 'payouts' | 'cash_rounding'>,
  width: number,
): ReceiptRow[] {
  if (payouts.length === 0) return [];
  const total = sum(payouts.map(({ amount }) => amount));
  return [
    { kind: 'rule' },
    ...text(pair('GIVEN BACK', pesos(total), width), true),
    ...payouts.flatMap(({ method, amount }) =>
      text(pair(paymentMethodLabels[method], formatAmount(amount), width)),
    ),
    ...roundingRows(cash_rounding, width),
  ];
}

/** Returns the units that came back for the sale with their value, and what went back of it besides. */
function cameBackRows({ exchange_of: back }: ReceiptDocument, width: number): ReceiptRow[] {
  if (!back) return [];
  const payouts = back.payouts.filter(({ method }) => method !== 'exchange');
  return [
    { kind: 'rule' },
    ...text(wrap(`CAME BACK of ${back.invoice_number}`, width), true),
    ...back.items.flatMap((item) => cameBackItem(item, width)),
    ...givenBackRows({ ...back, payouts }, width),
  ];
}

function cameBackItem(item: CameBack['items'][number], width: number): ReceiptRow[] {
  const codes = present([
    ...imeisOf(item).map((imei) => `IMEI ${imei}`),
    item.serial_number && `SN ${item.serial_number}`,
  ]);
  return text([
    ...discountRows({ label: item.product_name, amount: item.amount }, width),
    ...codes.flatMap((code) => wrap(code, width - 1).map((row) => ` ${row}`)),
  ]);
}

const INVOICE_FOLLOWS = 'Your invoice follows when the till is connected again.';

/** Returns the receipt as rows of at most `width` characters, for screen and printer. */
export function receiptRows(receipt: ReceiptDocument, width: ReceiptWidth): ReceiptRow[] {
  const rule: ReceiptRow = { kind: 'rule' };
  return [
    ...headerRows(receipt, width),
    rule,
    ...receipt.lines.flatMap((line) => lineRows(line, width)),
    rule,
    ...totalRows(receipt, width),
    rule,
    ...paymentRows(receipt, width),
    ...cameBackRows(receipt, width),
    ...(receipt.taken_back ? givenBackRows(receipt.taken_back, width) : []),
    ...(receipt.points_earned === null
      ? []
      : [rule, ...text(pair('Loyalty points earned', points(receipt.points_earned), width))]),
    rule,
    ...(receipt.footer?.split('\n') ?? []).flatMap((line) => centred(line, width)),
    ...(isInvoice(receipt) ? [] : centred(INVOICE_FOLLOWS, width)),
    ...stampRows(receipt, width),
    { kind: 'qr', data: receipt.qr },
    ...centred(receipt.transaction_number, width),
  ];
}
