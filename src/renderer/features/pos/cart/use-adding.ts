import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { services } from '#renderer/lib/services.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { seenProducts, useMarkHeld } from '../catalogue/seen-products.ts';
import { useWayToDraft } from '../drafts/existing-draft.tsx';
import { useWorkingSale } from '../sale/till-context.ts';
import { createAdding, type Adding, type AddingDeps } from './adding.ts';

/** Returns the functions that add to the cart; `pick` and `openSale` must stay the same functions. */
export function useAdding({
  timeZone,
  pick,
  openSale,
}: Pick<AddingDeps, 'timeZone' | 'pick' | 'openSale'>): Adding {
  const sale = useWorkingSale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const markHeld = useMarkHeld();
  const withWay = useWayToDraft();
  return useMemo(() => {
    const seen = () => seenProducts(queryClient, sale.storeId);
    return createAdding({
      services,
      sale,
      notify,
      timeZone,
      withWay,
      seenProducts: seen,
      markHeld,
      pick,
      openSale,
    });
  }, [sale, timeZone, pick, openSale, notify, markHeld, withWay, queryClient]);
}
