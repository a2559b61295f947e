import { labelRows, type LabelDocument } from './label.ts';
import { textColumns } from './printer-letters.ts';
import {
  centred,
  letterheadRows,
  pair,
  receiptRows,
  wrap,
  type PaperStore,
  type ReceiptDocument,
  type ReceiptRow,
  type ReceiptWidth,
} from './receipt.ts';
import { formatInstant, zoneAt, type Zones } from './store-time.ts';

export type SlipRow =
  | { kind: 'pair'; label: string; value: string; bold?: boolean }
  /** An empty text is an empty row. */
  | { kind: 'text'; text: string; bold?: boolean }
  | { kind: 'rule' };

/** The shop and store of a slip, and who printed it when. */
export type SlipFrame = {
  shop_name: string;
  store: PaperStore;
  /** Epoch milliseconds. */
  printed_at: number;
  /** The store's zones: every moment on the slip is printed in the one of its time. */
  time_zone: Zones;
  staff_name: string;
};

/** Any document of the receipt printer except a receipt: a refund, a daily report. */
export type SlipDocument = Omit<SlipFrame, 'time_zone'> & {
  title: string;
  rows: SlipRow[];
  /** The zone of `printed_at`. */
  time_zone: string;
};

/** Returns the slip of a frame with its title and rows. */
export const slipOf = (frame: SlipFrame, title: string, rows: SlipRow[]): SlipDocument => ({
  ...frame,
  time_zone: zoneAt(frame.printed_at, frame.time_zone),
  title,
  rows,
});

/** The documents that the till's printers and the browser's print dialog accept. */
export type PrintDocument =
  | { kind: 'receipt'; receipt: ReceiptDocument }
  | { kind: 'slip'; slip: SlipDocument }
  | { kind: 'label'; label: LabelDocument };

const asText = (text: string, bold = false): ReceiptRow =>
  bold ? { kind: 'text', text, bold } : { kind: 'text', text };

/** Returns a pair like on a receipt; a value wider than the paper takes rows of its own. */
function pairRows(label: string, value: string, width: number): string[] {
  const words = value.split(/\s+/).filter(Boolean).join(' ');
  if (textColumns(words) <= width) return pair(label, words, width);
  return [...wrap(label, width), ...wrap(words, width - 1).map((row) => ` ${row}`)];
}

function bodyRows(row: SlipRow, width: number): ReceiptRow[] {
  switch (row.kind) {
    case 'rule':
      return [{ kind: 'rule' }];
    case 'pair':
      return pairRows(row.label, row.value, width).map((text) => asText(text, row.bold));
    case 'text': {
      const rows = wrap(row.text, width);
      return (rows.length > 0 ? rows : ['']).map((text) => asText(text, row.bold));
    }
  }
}

/** Returns the slip as rows of at most `width` characters, like a receipt's. */
export function slipRows(slip: SlipDocument, width: ReceiptWidth): ReceiptRow[] {
  const rule: ReceiptRow = { kind: 'rule' };
  const title = (text: string) => centred(text.toUpperCase(), width).map((row) => ({ ...row, bold: true }));
  return [
    ...letterheadRows(slip, width),
    rule,
    ...title(slip.title),
    ...slip.rows.flatMap((row) => bodyRows(row, width)),
    rule,
    ...pairRows('Printed', formatInstant(slip.printed_at, slip.time_zone), width).map((row) => asText(row)),
    ...pairRows('By', slip.staff_name, width).map((row) => asText(row)),
  ];
}

/** Returns room for a signature, and a line with the signer. */
export const signatureRows = (who: string): SlipRow[] => [
  { kind: 'text', text: '' },
  { kind: 'text', text: '' },
  { kind: 'rule' },
  { kind: 'text', text: who },
];

/** Returns any document as rows for screen and printer; a label as printed on receipt paper. */
export function documentRows(document: PrintDocument, width: ReceiptWidth): ReceiptRow[] {
  switch (document.kind) {
    case 'receipt':
      return receiptRows(document.receipt, width);
    case 'slip':
      return slipRows(document.slip, width);
    case 'label':
      return labelRows(document.label, { columns: width, lines: Infinity });
  }
}

/** Returns a document's name in a list of print jobs. */
export function documentTitle(document: PrintDocument): string {
  switch (document.kind) {
    case 'receipt':
      return document.receipt.invoice_number;
    case 'slip':
      return document.slip.title;
    case 'label':
      return `Label ${document.label.numbers[0] ?? document.label.product}`;
  }
}
