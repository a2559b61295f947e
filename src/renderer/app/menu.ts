import { can, type Holder } from '#domain/permissions.ts';
import { mayOpen, screens, type MenuPlace } from './screens.tsx';

export type MenuEntry = MenuPlace & { to: string; badge?: number | undefined };

/** Counts of pending work, by the path of the menu entry. */
export type Waiting = Readonly<Record<string, number>>;

/** Returns the menu entries of the screens that the person may open, with their counts of pending work. */
export function menuFor(holder: Holder, waiting: Waiting = {}): MenuEntry[] {
  return screens.flatMap((screen) =>
    screen.menu && mayOpen(holder, screen) && (!screen.menu.needs || can(holder, screen.menu.needs))
      ? [{ ...screen.menu, to: screen.path, badge: waiting[screen.path] }]
      : [],
  );
}

const leadsTo = ({ to }: MenuEntry, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Finds the entry of an address; the most specific one if several match. */
export function entryAt(entries: readonly MenuEntry[], pathname: string): MenuEntry | null {
  const found = entries.filter((entry) => leadsTo(entry, pathname));
  return found.sort((a, b) => b.to.length - a.to.length)[0] ?? null;
}
