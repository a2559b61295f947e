import { transactions } from '#contract/transactions.ts';
import { openPrintDialog, sendToPrinter } from '#renderer/lib/print-document.ts';
import { till } from '#renderer/lib/till.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

const FAILED = 'Failed to print receipt';

/** Reprints a sale's receipt: on this till's printer, or in the browser's print dialog. */
export function usePrintReceipt() {
  const notify = useNotify();
  const { busy, run } = useRouteMutation(transactions.printReceipt, { failed: FAILED });

  const print = async (transactionId: number) => {
    const receipt = await run({ params: { transactionId } });
    if (!receipt) return;
    if (till.kind === 'browser') return openPrintDialog({ kind: 'receipt', receipt });
    const key = `${transactionId}-copy-${receipt.copy_no}`;
    const status = await sendToPrinter({ kind: 'receipt', receipt }, { key, openDrawer: false });
    if (status?.state === 'no_printer') notify.warning(FAILED, 'This till has no printer');
    else if (status?.state === 'failed') notify.error(FAILED, status.reason ?? undefined);
    else notify.success('Receipt sent to the printer', `It is marked REPRINT ${receipt.copy_no}`);
  };
  return { busy, print };
}
