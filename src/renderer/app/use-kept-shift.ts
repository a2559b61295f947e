import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { shifts } from '#contract/shifts.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { read } from '#renderer/lib/read.ts';
import { keepShift, readSignIn } from './saved-sign-in.ts';

/**
 * Keeps what the server says of this till's shift at the current store, null for nobody's; and takes it from there while
 * the server cannot be reached and has not said it to this page yet, as after a restart. It counts as out of date, so
 * that the server is asked as soon as it is back.
 */
export function useKeptShift(storeId: number | null): void {
  const queryClient = useQueryClient();
  const { isReachable } = useConnection();
  // It asks nothing itself; what is known stays while no till is shown.
  const current = read(shifts.current);
  const { data, dataUpdatedAt } = useQuery({ ...current, enabled: false });
  const [, , place] = current.queryKey;
  const isSaid = data !== undefined && dataUpdatedAt > 0;
  useEffect(() => {
    if (isSaid && storeId !== null && place === storeId) keepShift(storeId, data);
  }, [isSaid, data, storeId, place]);
  const isWanted = data === undefined && !isReachable && storeId !== null && place === storeId;
  useEffect(() => {
    if (!isWanted) return;
    const { queryKey } = read(shifts.current);
    let isOver = false;
    void readSignIn().then((signIn) => {
      const kept = signIn?.shiftAt(storeId) ?? null;
      const isUnknown = queryClient.getQueryData(queryKey) === undefined;
      if (kept && isUnknown && !isOver) queryClient.setQueryData(queryKey, kept, { updatedAt: 0 });
    });
    return () => {
      isOver = true;
    };
  }, [isWanted, storeId, queryClient]);
}
