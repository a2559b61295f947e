import { useCallback, useSyncExternalStore } from 'react';
import { windows } from './theme.ts';

/** Windows in which a chart may be tall. */
export const TALL_WINDOW = '(min-height: 960px)';

/** Windows in which a table has no room for all of its columns. */
export const NARROW_WINDOW = windows.narrow.replace('@media ', '');

export const WIDE_WINDOW = windows.wide.replace('@media ', '');
export const VAST_WINDOW = windows.vast.replace('@media ', '');

/** Windows in which rows are cards and the menu is a drawer. */
export const ONE_PANE = windows.onePane.replace('@media ', '');

export const PHONE = windows.phone.replace('@media ', '');

/** Windows of one pane that are low as well: what stands fast would leave the page no room. */
export const ZOOMED = windows.zoomed.replace('@media ', '');

/** True while a media query holds; renders again when it changes. */
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
