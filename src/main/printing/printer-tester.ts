import type { PrinterTest } from '#bridge/printing.ts';
import type { LabelPrinterSettings, PrinterSettings } from '#bridge/settings.ts';
import { connectPrinter } from './connect-printer.ts';
import { encodeDocument, encodeRows } from './escpos.ts';
import { asPrinter } from './label-printer.ts';
import { testLabel, testPage } from './test-page.ts';
import { PrinterUnreachable, PrintInterrupted, type PrinterTransport, type Taken } from './transport.ts';

/** Tries printers with settings that need not be saved. */
export type PrinterTester = {
  look: (printer: TriedPrinter) => Promise<PrinterTest>;
  /** Prints a test page, or a test label on a label printer; it never kicks the drawer. */
  test: (printer: TriedPrinter) => Promise<PrinterTest>;
};

type TriedPrinter = PrinterSettings | LabelPrinterSettings;

/** What a test page or label that was taken shows of the printer. */
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
