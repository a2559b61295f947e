import { can, type Holder } from '#domain/permissions.ts';
import { labelOf, mayOpen, screens, type MenuPlace } from './screens.tsx';

/** A screen of an entry with several: the first is the entry's own. */
export type MenuTab = { label: string; to: string };

export type MenuEntry = MenuPlace & {
  to: string;
  badge?: number | undefined;
  /** The screens that the person may open; more than one are shown as tabs. */
  tabs: readonly MenuTab[];
};

/** Entries below one heading; entries without a heading come first. */
export type MenuGroup = { name: string | undefined; entries: MenuEntry[] };

/** Counts of pending work, by the path of the menu entry. */
export type Waiting = Readonly<Record<string, number>>;

/**
 * Returns the menu entries with a screen that the person may open, with their tabs and counts of pending work. Who may not
 * open the first screen of an entry is led to the next one.
 */
export function menuFor(holder: Holder, waiting: Waiting = {}): MenuEntry[] {
  return screens.flatMap(({ path, menu }) => {
    if (!menu || (menu.needs && !can(holder, menu.needs))) return [];
    const tabs = screens
      .filter((screen) => (screen.path === path || screen.tab?.of === path) && mayOpen(holder, screen))
      .map((screen) => ({ label: labelOf(screen), to: screen.path }));
    const [first] = tabs;
    return first ? [{ ...menu, to: first.to, badge: waiting[path], tabs }] : [];
  });
}

/** Groups the entries, keeping their order. */
export function groupedEntries(entries: readonly MenuEntry[]): MenuGroup[] {
  return [...Map.groupBy(entries, ({ group }) => group)].map(([name, members]) => ({
    name,
    entries: members,
  }));
}

/** Finds the entry and the tab of an address; the most specific ones if several match. */
export function entryAt(entries: readonly MenuEntry[], pathname: string) {
  const found = entries
    .flatMap((entry) => entry.tabs.map((tab) => ({ entry, tab })))
    .filter(({ tab: { to } }) => pathname === to || pathname.startsWith(`${to}/`));
  return found.sort((a, b) => b.tab.to.length - a.tab.to.length)[0] ?? null;
}
