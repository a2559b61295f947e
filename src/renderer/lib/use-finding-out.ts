import { useEffect, useRef } from 'react';
import { useConnection } from './connection.ts';

/**
 * Asks again, by itself, for the answer to a change that was lost: `sent` is it, from when the screen shows it done, else
 * null. Sent once more under its key it does nothing, and what is said and handed out after it is not missing.
 */
export function useFindingOut<T>(sent: T | null, ask: (sent: T) => void): void {
  const { isReachable } = useConnection();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (sent !== null && isReachable) latest.current(sent);
  }, [sent, isReachable]);
}
