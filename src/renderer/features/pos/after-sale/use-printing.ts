import { useEffect, useRef, useState } from 'react';
import type { KeptSale } from '#bridge/offline-sales.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { openPrintDialog, putOut, sendToPrinter, type PrintReceipt } from '#renderer/lib/print-document.ts';
import { printSaleAgain } from '#renderer/lib/print-sale-again.ts';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { services } from '#renderer/lib/services.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { printPaperAgain } from '../offline/print-again.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { isNotTaken, printSale } from './print-sale.ts';

export const printReceipt: PrintReceipt = (receipt, options) =>
  sendToPrinter({ kind: 'receipt', receipt }, options);

/** Prints the sale on the after-sale panel again; the copy says REPRINT. */
export function usePrinting() {
  const sale = useWorkingSale();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  /** The panel was opened, or a print was taken: a click just after belongs to the one that caused it. */
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    changedAt.current = performance.now();
  }, []);

  const reprint = async (transactionId: number) => {
    const brokenOff = sale.read().afterSale?.print;
    const { print } = await printSaleAgain(services, transactionId, { print: putOut });
    sale.showPrint({ print });
    // The copy replaces the print whose result is unknown.
    if (brokenOff?.state === 'unknown') await till.printer.forget(brokenOff.job_key);
  };
  /** Prints a sale that was made without the server again: as it is in the till's file by now. */
  const printKept = async (kept: KeptSale, before: PrintStatus | null) => {
    sale.showPrint({ print: await printPaperAgain(services, printReceipt, kept) });
    if (before?.state === 'unknown') await till.printer.forget(before.job_key);
  };
  const printAgain = async () => {
    const { afterSale } = sale.read();
    if (!afterSale || busy) return;
    // The second click of a double click, on Complete sale or on this button, must not print a copy.
    if (till.kind !== 'browser' && performance.now() - changedAt.current < SECOND_CLICK) return;
    setBusy(true);
    try {
      const { transaction, kept, printed, print } = afterSale;
      if (till.kind === 'browser' && printed === 0 && !services.connection.read().isReachable)
        openPrintDialog({ kind: 'receipt', receipt: afterSale.receipt });
      else if (kept) await printKept(kept, print);
      else if (transaction === null) return;
      else if (isNotTaken(print)) {
        const { receipt } = afterSale;
        await printSale(printReceipt, sale, { transaction, receipt }, { isSecondTry: true });
      } else await reprint(transaction.id);
      sale.showPrint({ printed: printed + 1 });
    } catch (error) {
      const text = errorTextFor(error, 'Failed to print receipt');
      notify.error(text.title, text.body);
    } finally {
      changedAt.current = performance.now();
      setBusy(false);
    }
  };
  /** Marks the print as confirmed: the cashier saw the complete receipt, which the printer did not confirm. */
  const callPrinted = async () => {
    const print = sale.read().afterSale?.print;
    if (print?.state !== 'unknown') return;
    sale.showPrint({ print: { ...print, state: 'confirmed', reason: null } });
    await till.printer.forget(print.job_key).catch(() => undefined);
  };
  return { busy, printAgain, callPrinted };
}
