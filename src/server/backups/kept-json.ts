import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from '#contract/zod.ts';

/** Reads what a file of the last run keeps; null without one, or for one that is spoilt. */
export function readKept<S extends z.ZodType>(file: string, shape: S): z.output<S> | null {
  if (!existsSync(file)) return null;
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces a file for the next run, whole or not at all. */
export function writeKept(file: string, value: object): void {
  writeFileSync(`${file}.part`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
