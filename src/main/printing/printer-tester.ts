import type { PrinterTest } from '#bridge/printing.ts';
import type { PrinterSettings } from '#bridge/settings.ts';
import { connectPrinter } from './connect-printer.ts';
import { encodePaper } from './escpos.ts';
import { testPage } from './test-page.ts';
import { PrinterUnreachable, PrintInterrupted, type PrinterTransport, type Taken } from './transport.ts';

/** Tries printers with settings that need not be saved. */
export type PrinterTester = {
  look: (printer: PrinterSettings) => Promise<PrinterTest>;
  /** Prints a test page; it never kicks the drawer. */
  test: (printer: PrinterSettings) => Promise<PrinterTest>;
};

/** What a test page that was taken shows of the printer. */
const outcomes: Record<Taken, PrinterTest> = {
  printed: { condition: 'ready', reason: null },
  sent: {
    condition: 'unknown',
    reason: 'The test page was sent; the printer does not say whether it printed',
  },
  spooled: {
    condition: 'unknown',
    reason: 'The print queue took the test page; it does not say whether it printed',
  },
};

export function openPrinterTester(
  readTillName: () => string,
  now: () => number = Date.now,
  connect: (printer: PrinterSettings) => PrinterTransport = connectPrinter,
): PrinterTester {
  return {
    look: (printer) => connect(printer).look(),
    test: async (printer) => {
      const bytes = encodePaper(testPage(printer, readTillName(), now()), printer);
      try {
        return outcomes[await connect(printer).send(bytes, () => undefined)];
      } catch (fault) {
        const isKnown = fault instanceof PrinterUnreachable || fault instanceof PrintInterrupted;
        const reason = fault instanceof Error ? fault.message : String(fault);
        return { condition: isKnown ? fault.condition : 'error', reason };
      }
    },
  };
}
