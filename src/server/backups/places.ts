import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
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

/** Copies the files that a place lacks, oldest first, and reads each of them back. */
export async function copyMissing(own: string, place: string): Promise<void> {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const there = new Set(readdirSync(place));
  for (const file of filesIn(own)) {
    const name = nameOf(file) + SEALED;
    const [from, to] = [path.join(own, name), path.join(place, name)];
    if (there.has(name) && statSync(to).size === statSync(from).size) continue;
    await writeWhole(to, async (unfinished) => {
      await copyFile(from, unfinished);
      if ((await digest(unfinished)) !== (await digest(from)))
        throw new Error(`${to} does not hold what was written to it`);
    });
  }
}

/** Deletes the files of a place that are kept no longer. */
export function prune(place: string, now: number, retention: Retention): void {
  for (const file of expired(filesIn(place), now, retention)) {
    rmSync(path.join(place, nameOf(file) + SEALED), { force: true });
  }
}

/** Returns how many bytes the sealed files of a place have together. */
export const sizeOf = (place: string): number =>
  filesIn(place).reduce((sum, file) => sum + statSync(path.join(place, nameOf(file) + SEALED)).size, 0);
