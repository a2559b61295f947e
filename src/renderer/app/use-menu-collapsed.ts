import { useState, useSyncExternalStore } from 'react';

const NARROW = '(max-width: 1199px)';

function watchNarrow(onChange: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const isNarrow = () => window.matchMedia(NARROW).matches;

/** The till and the back office are remembered apart: the till starts collapsed. */
const storageKey = (startCollapsed: boolean) =>
  `tindahan.menu-collapsed.${startCollapsed ? 'till' : 'office'}`;

function remembered(key: string): boolean | null {
  try {
    const value = window.localStorage.getItem(key);
    return value === null ? null : value === 'true';
  } catch {
    return null;
  }
}

function remember(key: string, collapsed: boolean) {
  try {
    window.localStorage.setItem(key, String(collapsed));
  } catch {
    // Storage may be full or forbidden; the menu works without it.
  }
}

/** Whether the side menu is collapsed, and its switch; a narrow window starts collapsed and remembers nothing. */
export function useMenuCollapsed(startCollapsed: boolean): [boolean, () => void] {
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  const key = storageKey(startCollapsed);
  const place = `${key}.${narrow}`;
  const [choice, setChoice] = useState<{ place: string; collapsed: boolean } | null>(null);
  const initial = narrow || (remembered(key) ?? startCollapsed);
  const collapsed = choice?.place === place ? choice.collapsed : initial;
  const toggle = () => {
    setChoice({ place, collapsed: !collapsed });
    if (!narrow) remember(key, !collapsed);
  };
  return [collapsed, toggle];
}
