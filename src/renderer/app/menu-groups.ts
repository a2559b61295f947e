import type { MenuEntry } from './menu.ts';

/** Entries below one heading; those without one stand above all others. */
export type MenuGroup = { name: string | undefined; entries: readonly MenuEntry[] };

/** The entries by their groups, in their order. */
export function groupedEntries(entries: readonly MenuEntry[]): MenuGroup[] {
  const groups: { name: string | undefined; entries: MenuEntry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && last.name === entry.group) last.entries.push(entry);
    else groups.push({ name: entry.group, entries: [entry] });
  }
  return groups;
}

/** How tall an entry and a heading are, in pixels: as one likes them, and where there are many. */
export const menuHeights = { roomy: { entry: 36, heading: 32 }, tight: { entry: 26, heading: 24 } } as const;
export type MenuDensity = keyof typeof menuHeights;

type Wishes = {
  /** What somebody folded or opened themselves, by the group's name. */
  chosen: Readonly<Record<string, boolean>>;
  /** The group of the page that is shown. */
  current: string | undefined;
};

/**
 * How a menu fits into a height: close together where it is too long, and with its last groups folded where even that does
 * not do. What somebody chose stands, and the group of the page is open.
 */
export function fitMenu(
  groups: readonly MenuGroup[],
  height: number,
  { chosen, current }: Wishes,
): { density: MenuDensity; open: ReadonlySet<string> } {
  const named = groups.filter((group) => group.name !== undefined);
  const wish = ({ name = '' }: MenuGroup) => chosen[name] ?? (name === current ? true : undefined);
  const without = (density: MenuDensity) => {
    const { entry, heading } = menuHeights[density];
    const fixed = groups.filter((group) => group.name === undefined || wish(group));
    return named.length * heading + fixed.reduce((sum, { entries }) => sum + entries.length * entry, 0);
  };
  const free = named.filter((group) => wish(group) === undefined);
  const all = free.reduce((sum, { entries }) => sum + entries.length, 0);
  const isRoomy = without('roomy') + all * menuHeights.roomy.entry <= height;
  const density = isRoomy ? 'roomy' : 'tight';
  const open = new Set(named.filter((group) => wish(group)).map(({ name = '' }) => name));
  let left = height - without(density);
  for (const { name = '', entries } of free) {
    left -= entries.length * menuHeights[density].entry;
    if (left < 0) break;
    open.add(name);
  }
  return { density, open };
}
