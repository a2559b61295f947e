import { useCallback, useSyncExternalStore } from 'react';
import { windows } from './theme.ts';

/** Where a chart may be tall. */
export const TALL_WINDOW = '(min-height: 960px)';

/** Where a table has no room for all of its columns. */
export const NARROW_WINDOW = windows.narrow.replace('@media ', '');

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
