import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeWhole } from './age-files.ts';
import type { Place, PlaceFiles } from './place.ts';

const readingOf = (file: string) => createReadStream(file, { highWaterMark: 1 << 20 });

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(readingOf(file), hash);
  return hash.digest('hex');
}

/** Returns the bytes that are free on a folder's disk; null if that cannot be known. */
export function freeIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** A folder as a place of backups: on this computer, or on a share of another one. */
export function folderPlace(root: string): Place {
  function chain(name: string): PlaceFiles {
    const folder = path.join(root, name);
    return {
      list: async () => {
        if (!existsSync(root)) throw new Error(`${root} is not there`);
        const names = existsSync(folder) ? readdirSync(folder) : [];
        // A file that is deleted meanwhile.
        const sizeOf = (file: string) =>
          statSync(path.join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
        return new Map(names.map((file) => [file, sizeOf(file)]));
      },
      put: async (file, source) => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const target = path.join(folder, file);
        await writeWhole(target, async (unfinished) => {
          await copyFile(source, unfinished);
          if ((await digest(unfinished)) !== (await digest(source)))
            throw new Error(`${target} does not hold what was written to it`);
        });
      },
      read: (file) => readingOf(path.join(folder, file)),
      remove: async (file) => rmSync(path.join(folder, file), { force: true }),
    };
  }

  return {
    name: root,
    free: () => freeIn(root),
    listingLasts: 0,
    chain,
    chains: async () => {
      if (!existsSync(root)) throw new Error(`There is no folder ${root}.`);
      return readdirSync(root);
    },
  };
}
