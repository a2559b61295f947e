import { can, type Holder } from '#domain/permissions.ts';
import { mayOpen, screens, type MenuPlace } from './screens.tsx';

export type MenuEntry = MenuPlace & { to: string; badge?: number | undefined };

/** What waits behind entries, by where they lead. */
export type Waiting = Readonly<Record<string, number>>;

/** The entries of the screens that somebody may open, with what waits behind them. */
export function menuFor(holder: Holder, waiting: Waiting = {}): MenuEntry[] {
  return screens.flatMap((screen) =>
    screen.menu && mayOpen(holder, screen) && (!screen.menu.needs || can(holder, screen.menu.needs))
      ? [{ ...screen.menu, to: screen.path, badge: waiting[screen.path] }]
      : [],
  );
}

const leadsTo = ({ to }: MenuEntry, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** The entry that an address belongs to: of two, the one that says more of it. */
export function entryAt(entries: readonly MenuEntry[], pathname: string): MenuEntry | null {
  const found = entries.filter((entry) => leadsTo(entry, pathname));
  return found.sort((a, b) => b.to.length - a.to.length)[0] ?? null;
}
