/** A random generator that is the same in every run with the same seed (mulberry32). */
export type Chance = {
  /** A number from 0 to below 1. */
  next: () => number;
  /** A whole number from `least` to `most`. */
  between: (least: number, most: number) => number;
  pick: <T>(choices: readonly T[]) => T;
};

export function seeded(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
  };
}
