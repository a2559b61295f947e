import { useEffect } from 'react';
import { useConnection } from './connection.ts';
import { useLatest } from './use-latest.ts';

/**
 * Asks again, by itself, for the answer to a change that was lost: `sent` is it, from when the screen shows it done, else
 * null. Sent once more under its key it does nothing, and what is said and handed out after it is not missing.
 */
export function useResolveLostResponse<T>(sent: T | null, ask: (sent: T) => void): void {
  const { isReachable } = useConnection();
  const latest = useLatest(ask);
  useEffect(() => {
    if (sent !== null && isReachable) latest.current(sent);
  }, [sent, isReachable, latest]);
}
