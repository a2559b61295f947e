import type { Holder } from '#domain/permissions.ts';
import { mayOpen, screens, type MenuPlace } from './screens.tsx';

export type MenuEntry = MenuPlace & { to: string; badge?: number | undefined };

/** What waits behind entries, by where they lead. */
export type Waiting = Readonly<Record<string, number>>;

/** The entries of the screens that somebody may open, with what waits behind them. */
export function menuFor(holder: Holder, waiting: Waiting = {}): MenuEntry[] {
  return screens.flatMap((screen) =>
    screen.menu && mayOpen(holder, screen)
      ? [{ ...screen.menu, to: screen.path, badge: waiting[screen.path] }]
      : [],
  );
}
