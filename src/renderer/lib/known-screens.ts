// Pages cannot import the list of screens, which imports them.
const known = new Set<string>();

/** Tells the paths of the app's screens, as its list has them. */
export function knowScreens(paths: readonly string[]): void {
  for (const path of paths) known.add(path);
}

/** Whether a path, `/stores/:storeId/settings` for one, has a screen, so that nothing leads nowhere. */
export const hasScreen = (path: string): boolean => known.has(path);
