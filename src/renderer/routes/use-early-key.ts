import { useEffect, useRef } from 'react';

/**
 * Does what a key asked for before its action was known, as soon as it is; the next key or press takes the wish back.
 * Returns what notes the wish.
 */
export function useEarlyKey(act: (() => void) | undefined): () => void {
  const wish = useRef<AbortController>(null);
  useEffect(() => {
    if (!act || !wish.current || wish.current.signal.aborted) return;
    wish.current.abort();
    act();
  });
  return () => {
    const stop = new AbortController();
    wish.current = stop;
    for (const kind of ['keydown', 'pointerdown']) {
      window.addEventListener(kind, () => stop.abort(), { capture: true, signal: stop.signal });
    }
  };
}
