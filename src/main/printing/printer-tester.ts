import type { PrinterTest } from '#bridge/printing.ts';
import type { CodePage, LabelPrinterSettings, PrinterSettings } from '#bridge/settings.ts';
import type { LabelDocument } from '#domain/label.ts';
import { centred, pair, type ReceiptRow } from '#domain/receipt.ts';
import { formatInstant } from '#domain/store-time.ts';
import { connectPrinter, printerName } from './connect-printer.ts';
import { encodeDocument, encodeRows } from './escpos.ts';
import { asPrinter } from './label-printer.ts';
import { type PrinterTransport, PrinterUnreachable, PrintInterrupted, type Taken } from './transport.ts';

const codePageNames: Record<CodePage, string> = {
  cp858: 'CP858',
  cp850: 'CP850',
  windows1252: 'Windows-1252',
  ascii: 'plain ASCII',
};
const TIME_ZONE = 'Asia/Manila';
const QR = 'TINDAHAN';

/** A ruler `1234567890123…` as wide as the paper: its last digit must stand at the right edge, on the same row. */
const ruler = (columns: number) => '1234567890'.repeat(5).slice(0, columns);

const text = (content: string, bold = false): ReceiptRow =>
  bold ? { kind: 'text', text: content, bold } : { kind: 'text', text: content };

/** A page to check the settings by: columns, letters, QR code and, at its end, the cut. */
function testPage(printer: PrinterSettings, tillName: string, now: number): ReceiptRow[] {
  const { columns, code_page, cutter, drawer_pin, connection } = printer;
  const facts: [string, string][] = [
    ['Till', tillName || 'without a name'],
    ['Printer', printerName(connection).slice(-20)],
    ['Columns', String(columns)],
    ['Code page', codePageNames[code_page]],
    ['Cutter', cutter ? 'Yes' : 'No'],
    ['Drawer', drawer_pin === null ? 'None' : `Pin ${drawer_pin}`],
    ['Printed', formatInstant(now, TIME_ZONE)],
  ];
  return [
    ...centred('TINDAHAN', columns).map((row) => ({ ...row, bold: true })),
    ...centred('Test page', columns),
    { kind: 'rule' },
    text(ruler(columns)),
    text('This row ends at the right edge.'),
    { kind: 'rule' },
    ...facts.flatMap(([label, value]) => pair(label, value, columns).map((row) => text(row))),
    { kind: 'rule' },
    text('Letters: ñ Ñ é É á í ó ú ü'),
    text(pair('Amount', 'PHP 1,234.56', columns)[0] ?? '', true),
    { kind: 'rule' },
    { kind: 'qr', data: QR },
    ...centred('Scan the code: TINDAHAN', columns),
  ];
}

/** A label to check the roll by: all of it must be on one label, and the next one at its beginning. */
const testLabel = (tillName: string): LabelDocument => ({
  shop_name: 'Tindahan',
  product: 'Test label',
  variation: `${tillName} ñ Ñ é É`.trim(),
  price: 123_456,
  numbers: ['IMEI 356938035643809'],
  code: '356938035643809',
});

/** Tests printers with settings that need not be saved. */
type PrinterTester = {
  look: (printer: TriedPrinter) => Promise<PrinterTest>;
  /** Prints a test page, or a test label on a label printer; never kicks the drawer. */
  test: (printer: TriedPrinter) => Promise<PrinterTest>;
};

type TriedPrinter = PrinterSettings | LabelPrinterSettings;

/** Returns what a taken test page or label shows of the printer. */
const outcomeOf = (taken: Taken, printed: 'test page' | 'test label'): PrinterTest => {
  switch (taken) {
    case 'printed':
      return { condition: 'ready', reason: null };
    case 'sent':
      return {
        condition: 'unknown',
        reason: `The ${printed} was sent; the printer does not say whether it printed`,
      };
    case 'spooled':
      return {
        condition: 'unknown',
        reason: `The print queue took the ${printed}; it does not say whether it printed`,
      };
  }
};

export function openPrinterTester(
  readTillName: () => string,
  now: () => number = Date.now,
  connect: (printer: PrinterSettings) => PrinterTransport = connectPrinter,
): PrinterTester {
  return {
    look: (tried) => connect(asPrinter(tried)).look(),
    test: async (tried) => {
      const printer = asPrinter(tried);
      const isForLabels = printer.label_size !== undefined;
      const bytes = isForLabels
        ? encodeDocument({ kind: 'label', label: testLabel(readTillName()) }, printer, false)
        : encodeRows(testPage(printer, readTillName(), now()), printer);
      try {
        const taken = await connect(printer).send(bytes, () => undefined);
        return outcomeOf(taken, isForLabels ? 'test label' : 'test page');
      } catch (fault) {
        const isKnown = fault instanceof PrinterUnreachable || fault instanceof PrintInterrupted;
        const reason = fault instanceof Error ? fault.message : String(fault);
        return { condition: isKnown ? fault.condition : 'error', reason };
      }
    },
  };
}
