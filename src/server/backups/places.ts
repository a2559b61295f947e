import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeWhole } from './age-files.ts';
import { expired, nameOf, parseName, type BackupFile, type Retention } from './files.ts';
import { SEALED } from './replica.ts';

/** Returns the sealed files of a folder, in the order in which they are restored. */
export function filesIn(folder: string): BackupFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(SEALED))
    .toSorted()
    .map((name) => parseName(name.slice(0, -SEALED.length)))
    .filter((file) => file !== null);
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Copies the files that a folder lacks, oldest first, and reads each of them back. */
export async function copyMissing(own: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const there = new Set(readdirSync(folder));
  for (const file of filesIn(own)) {
    const name = nameOf(file) + SEALED;
    const [from, to] = [path.join(own, name), path.join(folder, name)];
    if (there.has(name) && statSync(to).size === statSync(from).size) continue;
    await writeWhole(to, async (unfinished) => {
      await copyFile(from, unfinished);
      if ((await digest(unfinished)) !== (await digest(from)))
        throw new Error(`${to} does not hold what was written to it`);
    });
  }
}

/** Deletes the files of a folder that are kept no longer. */
export function prune(folder: string, now: number, retention: Retention): void {
  for (const file of expired(filesIn(folder), now, retention)) {
    rmSync(path.join(folder, nameOf(file) + SEALED), { force: true });
  }
}

/** The content of a place. */
export type Kept = {
  bytes: number;
  /** Bytes that are free on its disk; null if that cannot be known. */
  free: number | null;
  /** The moments of the bases, oldest first. */
  bases: number[];
  /** The moments of the first and last segment. */
  minutes: { from: number; to: number } | null;
};

function freeIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function keptIn(folder: string): Kept {
  const files = filesIn(folder);
  const moments = files.filter(({ kind }) => kind === 'segment').map(({ at }) => at);
  return {
    bytes: files.reduce((sum, file) => sum + statSync(path.join(folder, nameOf(file) + SEALED)).size, 0),
    free: freeIn(folder),
    bases: files.filter(({ kind }) => kind === 'base').map(({ at }) => at),
    minutes: moments.length > 0 ? { from: moments[0] ?? 0, to: moments.at(-1) ?? 0 } : null,
  };
}
