import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { PrintStatus } from '#bridge/till.ts';
import { receipt as receiptSchema } from '#contract/receipts.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { api } from '#renderer/lib/api-client.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { openPrintDialog } from '#renderer/lib/print-receipt.ts';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useWorkingSale } from './till-context.ts';

/** How wide a browser's print dialog lays a receipt out. */
const BROWSER_WIDTH = 42;

/** Sends a receipt to this till's printer; null in a browser, which has none. */
export async function sendToPrinter(
  receipt: ReceiptDocument,
  job: { key: string; openDrawer: boolean },
): Promise<PrintStatus | null> {
  if (till.kind === 'browser') return null;
  return till.printer.print({
    job_key: job.key,
    receipt: z.encode(receiptSchema, receipt),
    open_drawer: job.openDrawer,
  });
}

/** Printing the sale on the after-sale panel once more: on paper it says REPRINT. */
export function usePrinting() {
  const sale = useWorkingSale();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const shownAt = useRef(-Infinity);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);

  const reprint = async (transactionId: number) => {
    const receipt = await api.transactions.printReceipt({ params: { transactionId } });
    if (till.kind === 'browser') return openPrintDialog(receipt, BROWSER_WIDTH);
    const key = `${transactionId}-copy-${receipt.copy_no}`;
    sale.showPrint({ print: await sendToPrinter(receipt, { key, openDrawer: false }) });
  };
  const printAgain = async () => {
    const { afterSale } = sale.read();
    if (!afterSale || busy) return;
    // The second click of a double click on Complete Sale must not print a copy.
    if (till.kind !== 'browser' && performance.now() - shownAt.current < SECOND_CLICK) return;
    setBusy(true);
    try {
      const { transaction, printed } = afterSale;
      if (till.kind === 'browser' && printed === 0) openPrintDialog(afterSale.receipt, BROWSER_WIDTH);
      else await reprint(transaction.id);
      sale.showPrint({ printed: printed + 1 });
    } catch (error) {
      const words = wordsFor(error, 'Failed to print receipt');
      notify.error(words.title, words.body);
    } finally {
      setBusy(false);
    }
  };
  return { busy, printAgain };
}
