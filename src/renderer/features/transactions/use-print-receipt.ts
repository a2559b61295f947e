import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '#renderer/lib/api-client.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { openPrintDialog, sendToPrinter } from '#renderer/lib/print-document.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Prints a sale's receipt once more: at this till's printer, in a browser through its print dialog. */
export function usePrintReceipt() {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  const send = async (transactionId: number) => {
    const receipt = await api.transactions.printReceipt({ params: { transactionId } });
    void queryClient.invalidateQueries({ queryKey: queryKeys.transaction(transactionId) });
    if (till.kind === 'browser') return openPrintDialog({ kind: 'receipt', receipt });
    const key = `${transactionId}-copy-${receipt.copy_no}`;
    const status = await sendToPrinter({ kind: 'receipt', receipt }, { key, openDrawer: false });
    if (status?.state === 'no_printer') {
      notify.warning('Failed to print receipt', 'This till has no printer');
    } else if (status?.state === 'failed') {
      notify.error('Failed to print receipt', status.reason ?? undefined);
    } else {
      notify.success('Receipt sent to the printer', `It is marked REPRINT ${receipt.copy_no}`);
    }
  };
  const print = async (transactionId: number) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await send(transactionId);
    } catch (error) {
      const words = wordsFor(error, 'Failed to print receipt');
      notify.error(words.title, words.body);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  return { busy, print };
}
