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

/** Pixels: as tall as one likes an entry and a heading, and as small as they are still met with a pointer. */
const ROOMY = { entry: 36, heading: 32 };
const SMALLEST = { entry: 24, heading: 24 };

type Preferences = {
  /** What somebody folded or opened themselves, by the group's name. */
  chosen: Readonly<Record<string, boolean>>;
  /** The group of the page that is shown. */
  current: string | undefined;
};
type Heights = { entry: number; heading: number };

/** The heights in which all entries fit; the smallest ones where they do not. What is folded makes none of them taller. */
function heightsFor(groups: readonly MenuGroup[], height: number): Heights {
  const headings = groups.filter(({ name }) => name !== undefined).length;
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count * ROOMY.entry + headings * ROOMY.heading <= height) return ROOMY;
  const entry = Math.floor((height - headings * SMALLEST.heading) / Math.max(1, count));
  return { ...SMALLEST, entry: Math.min(ROOMY.entry, Math.max(SMALLEST.entry, entry)) };
}

/**
 * How a menu fits into a height: closer together where it is too long, and with its last groups folded where even that does
 * not do. What somebody chose stands, and the group of the page is open.
 */
export function fitMenu(
  groups: readonly MenuGroup[],
  height: number,
  { chosen, current }: Preferences,
): Heights & { open: ReadonlySet<string> } {
  const heights = heightsFor(groups, height);
  const preference = (name: string) => chosen[name] ?? (name === current ? true : undefined);
  const room = ({ entries }: MenuGroup) => entries.length * heights.entry;
  let left = height;
  for (const group of groups) {
    if (group.name !== undefined) left -= heights.heading;
    if (group.name === undefined || preference(group.name)) left -= room(group);
  }
  const open = new Set<string>();
  let isFull = false;
  for (const group of groups) {
    const { name } = group;
    if (name === undefined) continue;
    const wanted = preference(name);
    isFull ||= wanted === undefined && room(group) > left;
    if (wanted ?? !isFull) open.add(name);
    if (wanted === undefined && !isFull) left -= room(group);
  }
  return { ...heights, open };
}
