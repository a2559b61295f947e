import { useEffect } from 'react';
import { useConnection } from './connection.ts';
import { useLatest } from './use-latest.ts';

/**
 * Resends a change after a lost answer: `sent` is that change, from when the screen shows it done, else null. Under its
 * key it does nothing again, and the follow-up messages and print-outs are not lost.
 */
export function useResolveLostResponse<T>(sent: T | null, ask: (sent: T) => void): void {
  const { isReachable } = useConnection();
  const latest = useLatest(ask);
  useEffect(() => {
    if (sent !== null && isReachable) latest.current(sent);
  }, [sent, isReachable, latest]);
}
