import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConnection } from '#renderer/lib/connection.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useWorkingSale } from './till-context.ts';

/** What can be done with the whole cart; every outcome is told, and only one thing runs at a time. */
export function useTillActions() {
  const sale = useWorkingSale();
  const notify = useNotify();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { isReachable } = useConnection();
  const [busy, setBusy] = useState(false);

  const refreshStock = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: queryKeys.catalogue(sale.storeId) }),
    [queryClient, sale],
  );
  const remove = useCallback(
    (itemId: number) => {
      sale.remove(itemId);
      refreshStock();
    },
    [sale, refreshStock],
  );

  /** Runs some work with the buttons off; what goes wrong is told under `title`. */
  const whileBusy = (title: string, work: () => Promise<void>): void => {
    setBusy(true);
    work()
      .catch((error: unknown) => {
        const words = wordsFor(error, title);
        notify.error(words.title, words.body);
      })
      .finally(() => setBusy(false));
  };

  return {
    busy,
    whileBusy,
    refreshStock,
    remove,
    checkout: (): void => {
      const { lines } = sale.read().cart;
      if (lines.length === 0) {
        return notify.warning('Cart is empty', 'Add items to the cart before checkout');
      }
      if (lines.some((line) => line.lost !== null) || !isReachable || busy) return;
      whileBusy('Failed to save draft', async () => {
        const draftId = await sale.readyToPay();
        if (draftId !== null) await navigate(`/pos/${draftId}/payment`);
      });
    },
    clear: (): void => {
      sale.clear();
      notify.success('Transaction cleared');
      refreshStock();
    },
    cancel: (): void =>
      whileBusy('Error cancelling transaction', async () => {
        await sale.cancel();
        notify.success('Transaction cancelled');
        refreshStock();
        await navigate('/pos', { replace: true });
      }),
  };
}
