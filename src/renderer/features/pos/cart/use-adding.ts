import { useMemo } from 'react';
import type { Zones } from '#domain/store-time.ts';
import { services } from '#renderer/lib/services.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useMarkHeld } from '../catalogue/seen-products.ts';
import { useWayToDraft } from '../drafts/existing-draft.tsx';
import { useWorkingSale } from '../sale/till-context.ts';
import { createAdding, type Adding, type AddingDeps } from './adding.ts';

/** Returns the functions that add to the cart; `pick`, `askPrice`, `askPaid` and `openSale` must stay the same functions. */
export function useAdding({
  timeZone,
  pick,
  askPrice,
  askPaid,
  openSale,
  sellsOffline,
}: Pick<AddingDeps, 'pick' | 'askPrice' | 'askPaid' | 'openSale'> & {
  timeZone: Zones;
  /** True while this till sells without the server. */
  sellsOffline: boolean;
}): Adding {
  const sale = useWorkingSale();
  const notify = useNotify();
  const markHeld = useMarkHeld();
  const withWay = useWayToDraft();
  const zones = useLatest(timeZone);
  const isOffline = useLatest(sellsOffline);
  return useMemo(
    () =>
      createAdding({
        services,
        sale,
        notify,
        zones: () => zones.current,
        sellsOffline: () => isOffline.current,
        withWay,
        markHeld,
        pick,
        askPrice,
        askPaid,
        openSale,
      }),
    [sale, zones, isOffline, pick, askPrice, askPaid, openSale, notify, markHeld, withWay],
  );
}
