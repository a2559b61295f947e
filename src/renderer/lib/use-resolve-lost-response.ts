import { useContext, useEffect, useRef } from 'react';
import { useConnection } from './connection.ts';
import { Locked } from './locked.ts';
import { useLatest } from './use-latest.ts';

/** Milliseconds between two tries: other calls may be answered while each answer to this one is lost. */
const TRY_AGAIN = 10_000;

/**
 * Resends a change after a lost answer: `sent` is that change, from when the screen shows it done, else null. Under its
 * key it does nothing again, and the follow-up messages and print-outs are not lost. It waits while the till is locked.
 */
export function useResolveLostResponse<T>(sent: T | null, ask: (sent: T) => void): void {
  const { isReachable } = useConnection();
  const isLocked = useContext(Locked);
  const latest = useLatest(ask);
  const triedAt = useRef(-Infinity);
  useEffect(() => {
    if (sent === null || !isReachable || isLocked) return undefined;
    const timer = window.setTimeout(
      () => {
        triedAt.current = performance.now();
        latest.current(sent);
      },
      Math.max(0, triedAt.current + TRY_AGAIN - performance.now()),
    );
    return () => window.clearTimeout(timer);
  }, [sent, isReachable, isLocked, latest]);
}
