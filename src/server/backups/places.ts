import { existsSync } from 'node:fs';
import path from 'node:path';
import { bucketPlace, type Bucket } from './bucket-place.ts';
import { expired, nameOf, parseName, type BackupFile, type Retention } from './files.ts';
import { folderPlace } from './folder-place.ts';
import { SEALED } from './folders.ts';
import type { Listing, Place, PlaceFiles } from './place.ts';

/** What the shop knows of a place: a folder's path, or the bucket's name and how to reach it. */
export type PlaceAddress = { path: string; bucket: Bucket | null };

export const folderAddress = (folder: string): PlaceAddress => ({ path: folder, bucket: null });

export const openPlace = ({ path: folder, bucket }: PlaceAddress): Place =>
  bucket ? bucketPlace(bucket) : folderPlace(folder);

/** Returns what the names of sealed files say, in the order in which they are restored. */
export const parseNames = (names: Iterable<string>): BackupFile[] =>
  [...names]
    .filter((name) => name.endsWith(SEALED))
    .toSorted()
    .map((name) => parseName(name.slice(0, -SEALED.length)))
    .filter((file) => file !== null);

/** Returns the sealed files of a chain in a place, in the order in which they are restored. */
export const filesIn = async (files: PlaceFiles): Promise<BackupFile[]> =>
  parseNames((await files.list()).keys());

/** Returns the files of one kind that are in one listing and not in the other, oldest first. */
export const missing = (here: Listing, there: Listing, kind: BackupFile['kind']): string[] =>
  parseNames(here.keys())
    .filter((file) => file.kind === kind)
    .map((file) => nameOf(file) + SEALED)
    .filter((name) => there.get(name) !== here.get(name));

export const listOwn = (own: string): Promise<Listing> => folderPlace(own).chain('').list();

/** Copies the files of one kind that a place lacks out of the folder `own`, oldest first. */
export async function copyMissing(
  own: string,
  files: PlaceFiles,
  listing: Listing,
  kind: BackupFile['kind'],
): Promise<void> {
  const here = await listOwn(own);
  for (const name of missing(here, listing, kind)) {
    const source = path.join(own, name);
    // What takes long may be kept no longer here when its turn comes.
    if (!existsSync(source)) continue;
    await files.put(name, source);
    listing.set(name, here.get(name) ?? 0);
  }
}

/** Deletes the files of a chain that are kept no longer. */
export async function prune(
  files: PlaceFiles,
  listing: Listing,
  now: number,
  retention: Retention,
): Promise<void> {
  for (const file of expired(parseNames(listing.keys()), now, retention)) {
    const name = nameOf(file) + SEALED;
    await files.remove(name);
    listing.delete(name);
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

/** Returns what a place keeps of a chain. */
export function keptIn(place: Place, listing: Listing): Kept {
  const files = parseNames(listing.keys());
  const moments = files.filter(({ kind }) => kind === 'segment').map(({ at }) => at);
  return {
    bytes: files.reduce((sum, file) => sum + (listing.get(nameOf(file) + SEALED) ?? 0), 0),
    free: place.free(),
    bases: files.filter(({ kind }) => kind === 'base').map(({ at }) => at),
    minutes: moments.length > 0 ? { from: moments[0] ?? 0, to: moments.at(-1) ?? 0 } : null,
  };
}
