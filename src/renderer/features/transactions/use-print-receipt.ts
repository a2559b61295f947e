import { useContext } from 'react';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { putOut } from '#renderer/lib/print-document.ts';
import { printSaleAgain } from '#renderer/lib/print-sale-again.ts';
import { services } from '#renderer/lib/services.ts';
import { StoreOfCalls } from '#renderer/lib/store-of-calls.ts';
import { till } from '#renderer/lib/till.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

const FAILED = 'Failed to print receipt';

/** Prints a sale's receipt, again or for the first time: on this till's printer, or in the browser's print dialog. */
export function usePrintReceipt() {
  const notify = useNotify();
  const storeId = useContext(StoreOfCalls);

  const { busy, run } = useOnce(async (transactionId: number) => {
    try {
      const { print, copyNo } = await printSaleAgain(services, transactionId, { print: putOut, storeId });
      notify.settled();
      if (till.kind === 'browser') return;
      if (print?.state === 'no_printer') notify.warning(FAILED, 'This till has no printer');
      else if (print?.state === 'failed') notify.error(FAILED, print.reason ?? undefined);
      else if (copyNo === 0) notify.success('Receipt sent to the printer');
      else notify.success('Receipt sent to the printer', `It is marked REPRINT ${copyNo}`);
    } catch (error) {
      const { title, body } = errorTextFor(error, FAILED);
      notify.settled();
      notify.error(title, body);
    }
  });
  return { busy, print: run };
}
