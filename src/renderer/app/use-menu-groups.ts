import { useState, useSyncExternalStore } from 'react';
import { z } from '#contract/zod.ts';
import { fitMenu, type MenuGroup } from './menu-groups.ts';

const KEY = 'tindahan.menu-groups';
const chosenGroups = z.record(z.string(), z.boolean());
type Chosen = z.output<typeof chosenGroups>;

function remembered(): Chosen {
  try {
    return chosenGroups.catch({}).parse(JSON.parse(window.localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

function remember(chosen: Chosen): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Storage may be full or forbidden; the menu works without it.
  }
}

function watchHeight(changed: () => void) {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** Returns how the menu's groups fit into this window, `besides` pixels excluded, and their toggle. */
export function useMenuGroups(groups: readonly MenuGroup[], besides: number, current: string | undefined) {
  const [chosen, setChosen] = useState(remembered);
  const height = useSyncExternalStore(watchHeight, () => window.innerHeight);
  const { open, ...heights } = fitMenu(groups, height - besides, { chosen, current });
  const toggle = (name: string) => {
    const next = { ...chosen, [name]: !open.has(name) };
    setChosen(next);
    remember(next);
  };
  return { heights, open, toggle };
}
