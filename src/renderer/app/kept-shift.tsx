import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { shifts } from '#contract/shifts.ts';
import { z } from '#contract/zod.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { read } from '#renderer/lib/read.ts';
import { keepShift, readSignIn } from './saved-sign-in.ts';

/**
 * Keeps what the server says of this till's shift at the current store, as a till's word; and takes it from there while
 * the server cannot be reached and has not said it to this page yet, as after a restart. It counts as out of date, so
 * that the server is asked as soon as it is back.
 */
export function KeptShift({ storeId }: { storeId: number }) {
  const queryClient = useQueryClient();
  const { isReachable } = useConnection();
  // It asks nothing itself; what is known stays while no till is shown.
  const current = read(shifts.current);
  const { data, dataUpdatedAt } = useQuery({ ...current, enabled: false });
  const [, , place] = current.queryKey;
  const isSaid = data !== undefined && dataUpdatedAt > 0;
  useEffect(() => {
    if (isSaid && place === storeId) keepShift(storeId, z.encode(shifts.current.response, data));
  }, [isSaid, data, storeId, place]);
  const isWanted = data === undefined && !isReachable && place === storeId;
  useEffect(() => {
    if (!isWanted) return;
    const { queryKey } = read(shifts.current);
    let isOver = false;
    void readSignIn().then((signIn) => {
      const kept = z.safeDecode(shifts.current.response, signIn?.shiftAt(storeId) as never).data ?? null;
      const isUnknown = queryClient.getQueryData(queryKey) === undefined;
      if (kept && isUnknown && !isOver) queryClient.setQueryData(queryKey, kept, { updatedAt: 0 });
    });
    return () => {
      isOver = true;
    };
  }, [isWanted, storeId, queryClient]);
  return null;
}
