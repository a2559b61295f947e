import type { MenuEntry } from './menu.ts';

/** Entries below one heading; entries without a heading come first. */
export type MenuGroup = { name: string | undefined; entries: readonly MenuEntry[] };

/** Groups the entries, keeping their order. */
export function groupedEntries(entries: readonly MenuEntry[]): MenuGroup[] {
  const groups: { name: string | undefined; entries: MenuEntry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && last.name === entry.group) last.entries.push(entry);
    else groups.push({ name: entry.group, entries: [entry] });
  }
  return groups;
}

/** Heights in pixels: the preferred ones, and the smallest that a pointer still hits well. */
const ROOMY = { entry: 36, heading: 32 };
const SMALLEST = { entry: 24, heading: 24 };

type Preferences = {
  /** Groups that the user folded or opened, by name. */
  chosen: Readonly<Record<string, boolean>>;
  /** The group of the current page. */
  current: string | undefined;
};
type Heights = { entry: number; heading: number };

/** Returns heights at which all entries fit, else the smallest ones. Folded groups make the others no taller. */
function heightsFor(groups: readonly MenuGroup[], height: number): Heights {
  const headings = groups.filter(({ name }) => name !== undefined).length;
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count * ROOMY.entry + headings * ROOMY.heading <= height) return ROOMY;
  const entry = Math.floor((height - headings * SMALLEST.heading) / Math.max(1, count));
  return { ...SMALLEST, entry: Math.min(ROOMY.entry, Math.max(SMALLEST.entry, entry)) };
}

/**
 * Fits the menu into a height: shrinks the entries first, then folds the last groups. Groups that the user chose stay
 * as chosen, and the current page's group stays open.
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
