import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { KeptOpening } from '#bridge/offline-sales.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import { shifts } from '#contract/shifts.ts';
import type { Store } from '#contract/stores.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useOfflineTill } from '#renderer/lib/offline-till.ts';
import { read } from '#renderer/lib/read.ts';

/** Milliseconds between checks if the drawer may be sold from by now: another window may have it. */
const WAITING = 10_000;

/**
 * Loads this device's till and its open shift; only if the store keeps shifts. What was known when the line was cut counts
 * as out of date, however new: it is asked for as soon as the server is back.
 */
export function useCurrentShift({ shifts: { enabled } }: Store) {
  const query = useQuery({
    ...read(shifts.current),
    enabled,
    refetchInterval: ({ state: { data } }) => (data?.till && data.shift?.status !== 'open' ? WAITING : false),
  });
  const { isReachable } = useConnection();
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = read(shifts.current);
    if (!isReachable) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  }, [isReachable, queryClient]);
  return enabled ? query : null;
}

/**
 * Returns the shift that this till opened without the server, as long as the server's answer lacks it; null without one.
 * Asks again once it is sent.
 */
export function useKeptOpening(store: Store): KeptOpening | null {
  const query = useCurrentShift(store);
  const queryClient = useQueryClient();
  const opening = useOfflineTill()?.opening ?? null;
  const missing = opening?.store_id === store.id && query && isMissing(opening, query.data) ? opening : null;
  const isSent = missing?.state === 'recorded';
  useEffect(() => {
    if (isSent) void queryClient.invalidateQueries({ queryKey: ['shifts'] });
  }, [isSent, queryClient]);
  return missing;
}

type Current = RouteOutput<typeof shifts.current>;

/** True for an opening that the server's answer does not know yet: it waits, or was sent since. */
function isMissing({ state, opened_at }: KeptOpening, current: Current | undefined): boolean {
  if (current?.shift) return false;
  if (state !== 'recorded') return state === 'waiting';
  return current !== undefined && (current.closed_shift?.closed_at ?? 0) < opened_at;
}

/** Returns why no cash can leave a drawer of this device, as far as known; null if it can. */
export function useWhyNoCash(store: Store): string | null {
  const current = useCurrentShift(store)?.data;
  if (current === undefined || current.shift?.status === 'open') return null;
  if (current.till === null) {
    return 'Cash goes back, and this device is no till. Do it at a till whose shift is open.';
  }
  return current.shift === null
    ? 'Cash goes back, and no shift is open at this till. Open one first.'
    : 'Cash goes back, and the drawer of this till is being counted. Close its shift, or go back to selling first.';
}

/** Asks why so much cash cannot leave this device's drawer; null if it can, or if unknown. */
export function useWhyTooMuchCash(): (amount: Centavos) => Promise<string | null> {
  const queryClient = useQueryClient();
  return async (amount) => {
    const asked = { ...read(shifts.hasCash, { query: { amount } }), staleTime: 0 };
    const answer = await queryClient.fetchQuery(asked).catch(() => null);
    return answer?.has_cash === false
      ? `${formatMoney(amount, 'payment')} goes back in cash, and there is not so much in the drawer. Put cash in first.`
      : null;
  };
}

/** Returns why no sale can be fully paid at this till; null if it can, or if unknown. */
export function useDrawerTrouble(store: Store): string | null {
  const current = useCurrentShift(store)?.data;
  const opening = useKeptOpening(store);
  const { isReachable } = useConnection();
  if (opening) return isReachable ? 'The shift that was opened here is being sent: wait a moment' : null;
  if (!current?.keeps_shifts || current.shift?.status === 'open') return null;
  return current.shift
    ? 'The drawer is being counted: close the shift, or go back to selling first'
    : 'No shift is open at this till: open one first';
}
