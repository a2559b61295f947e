import type { SlipDocument } from '#domain/slip.ts';
import { openPrintDialog, sendToPrinter } from './print-document.ts';
import { till } from './till.ts';
import { usePrintTelling } from './use-print-telling.ts';

/** Prints slips: on this till's receipt printer, reporting the result, else by the browser's print dialog. */
export function useSlipPrinting() {
  const { ask, tell } = usePrintTelling();
  return async (slip: SlipDocument, { openDrawer = false, key = crypto.randomUUID() as string } = {}) => {
    const document = { kind: 'slip' as const, slip };
    if (till.kind === 'browser') return openPrintDialog(document);
    ask({ title: slip.title, noPrinter: 'No receipt printer is set up at this till' }, [key]);
    const status = await sendToPrinter(document, { key, openDrawer });
    if (status) tell(status);
  };
}
