import { can, type Holder } from '#domain/permissions.ts';
import { labelOf, mayOpen, screens, type MenuPlace, type Screen } from './screens.tsx';

/** A screen of an entry with several: the first is the entry's own. */
export type MenuTab = { label: string; to: string };

export type MenuEntry = MenuPlace & {
  to: string;
  badge?: number | undefined;
  /** The screens that the person may open; more than one are shown as tabs. */
  tabs: readonly MenuTab[];
  /** The beginning of its other pages' addresses. */
  others: readonly string[];
};

/** Entries below one heading; entries without a heading come first. */
export type MenuGroup = { name: string | undefined; entries: MenuEntry[] };

/** Counts of pending work, by the path of the menu entry. */
export type Waiting = Readonly<Record<string, number>>;

/** A page about this device, which only the till's program has. */
const isOfDevice = ({ path }: Screen) => path === '/device';

/**
 * Returns the menu entries with a screen that the person may open, with their tabs and counts of pending work. Who may not
 * open the first screen of an entry is led to the next one.
 */
export function menuFor(holder: Holder, waiting: Waiting = {}, isDevice = false): MenuEntry[] {
  return screens.flatMap(({ path, menu }) => {
    if (!menu || (menu.needs && !can(holder, menu.needs))) return [];
    const isTab = (screen: Screen) =>
      (screen.path === path || screen.tab?.of === path) && (isDevice || !isOfDevice(screen));
    const tabs = screens
      .filter((screen) => isTab(screen) && mayOpen(holder, screen))
      .map((screen) => ({ label: labelOf(screen), to: screen.path }));
    const others = screens
      .filter((screen) => screen.under === path || (screen.tab?.of === path && !isTab(screen)))
      .map((screen) => screen.path.replace(/\/:.*$/, ''));
    const [first] = tabs;
    return first ? [{ ...menu, to: first.to, badge: waiting[path], tabs, others }] : [];
  });
}

/** Groups the entries, keeping their order. */
export function groupedEntries(entries: readonly MenuEntry[]): MenuGroup[] {
  return [...Map.groupBy(entries, ({ group }) => group)].map(([name, members]) => ({
    name,
    entries: members,
  }));
}

type Place = { entry: MenuEntry; tab: MenuTab | null; at: string };

/** Finds the entry and the tab of an address; the most specific ones if several match. */
export function entryAt(entries: readonly MenuEntry[], pathname: string): Place | null {
  const places = entries.flatMap((entry): Place[] => [
    ...entry.tabs.map((tab) => ({ entry, tab, at: tab.to })),
    ...entry.others.map((at) => ({ entry, tab: null, at })),
  ]);
  const found = places.filter(({ at }) => pathname === at || pathname.startsWith(`${at}/`));
  return found.sort((a, b) => b.at.length - a.at.length)[0] ?? null;
}
