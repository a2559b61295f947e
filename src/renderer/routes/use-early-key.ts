import { useEffect, useRef } from 'react';

/**
 * Remembers a key that was pressed before its action was known, and acts as soon as it is; the next key or press cancels
 * it. Returns the function that remembers the key.
 */
export function useEarlyKey(act: (() => void) | undefined): () => void {
  const early = useRef<AbortController>(null);
  useEffect(() => {
    if (!act || !early.current || early.current.signal.aborted) return;
    early.current.abort();
    act();
  });
  return () => {
    const stop = new AbortController();
    early.current = stop;
    for (const kind of ['keydown', 'pointerdown']) {
      window.addEventListener(kind, () => stop.abort(), { capture: true, signal: stop.signal });
    }
  };
}
