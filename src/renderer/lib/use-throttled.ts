import { useCallback, useEffect, useRef } from 'react';
import { useLatest } from './use-latest.ts';

/** Runs at once, then at most every `every` milliseconds; the last call is never lost while mounted. */
export function useThrottled(run: () => void, every: number): () => void {
  const latest = useLatest(run);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return useCallback(() => {
    if (timer.current !== null) {
      isWanted.current = true;
      return;
    }
    const rest = () => {
      timer.current = null;
      if (!isWanted.current) return;
      begin();
    };
    const begin = () => {
      isWanted.current = false;
      latest.current();
      timer.current = setTimeout(rest, every);
    };
    begin();
  }, [latest, every]);
}
