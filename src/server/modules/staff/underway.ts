/** Counts what is under way, by name, and forgets a name at 0. */
export function countUnderway() {
  const counts = new Map<string, number>();
  const add = (name: string, change: 1 | -1) => {
    const left = (counts.get(name) ?? 0) + change;
    if (left === 0) counts.delete(name);
    else counts.set(name, left);
  };
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    /** Counts one more of each name; returns what ends it. */
    begin: (...names: string[]): (() => void) => {
      for (const name of names) add(name, 1);
      return () => {
        for (const name of names) add(name, -1);
      };
    },
  };
}
