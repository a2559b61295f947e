import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf, type BackupFile, type RestorePlan } from '#server/backups/files.ts';
import { SEALED } from '#server/backups/folders.ts';

/** The expected result of a restore from a damaged chain: the moment that it restores, or null if it refuses; and its words. */
export type Expected = { at: number | null; words: RegExp };

/** A way to damage a chain; null where this one cannot be damaged so. */
export type Damage = (folder: string, plan: RestorePlan, bases: number) => Expected | null;

const below = (count: number) => Math.floor(Math.random() * count);
const fileOf = (folder: string, file: BackupFile) => path.join(folder, nameOf(file) + SEALED);

function flipBit(file: string): void {
  const bytes = readFileSync(file);
  const at = below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
  writeFileSync(file, bytes);
}

/** Chooses a part that holds something; `at` is the moment of the file before it. */
function choosePart({ base, segments }: RestorePlan, choose: (parts: number[]) => number | undefined) {
  const parts = segments.flatMap(({ from, to }, no) => (to > from ? [no] : []));
  const no = choose(parts);
  const segment = no === undefined ? undefined : segments[no];
  if (no === undefined || !segment) return null;
  return { segment, at: segments[no - 1]?.at ?? base.at };
}

const anyOf = (parts: number[]) => parts[below(parts.length)];

export const damages: Record<string, Damage> = {
  'the last part was torn': (folder, plan) => {
    const chosen = choosePart(plan, (parts) => parts.at(-1));
    if (!chosen) return null;
    const file = fileOf(folder, chosen.segment);
    truncateSync(file, below(readFileSync(file).length));
    return { at: chosen.at, words: /cannot be read: .*The shop is restored as it was before that/ };
  },
  'a bit of a part flipped': (folder, plan) => {
    const chosen = choosePart(plan, anyOf);
    if (!chosen) return null;
    flipBit(fileOf(folder, chosen.segment));
    return { at: chosen.at, words: /cannot be read: .*The shop is restored as it was before that/ };
  },
  'a part was missing': (folder, plan) => {
    const chosen = choosePart(plan, (parts) => anyOf(parts.slice(0, -1)));
    if (!chosen) return null;
    rmSync(fileOf(folder, chosen.segment));
    return { at: chosen.at, words: /A part is missing after/ };
  },
  'a bit of the newest base flipped': (folder, plan, bases) => {
    flipBit(fileOf(folder, plan.base));
    // Another base leads to the same state, by more parts.
    return { at: bases > 1 ? plan.at : null, words: /base-\d+T\d+Z cannot be read/ };
  },
};
