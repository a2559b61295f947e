import { useCallback, useSyncExternalStore } from 'react';

/** Where a chart may be tall. */
export const TALL_WINDOW = '(min-height: 960px)';

/** Whether a media query holds, and again when it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
