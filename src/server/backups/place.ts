import type { Readable } from 'node:stream';

/** The bytes of each file by its name. */
export type Listing = Map<string, number>;

/** The files of a chain in a place. */
export type PlaceFiles = {
  list: () => Promise<Listing>;
  /** Copies a file of this computer there: whole or not at all, and unchanged. */
  put: (name: string, source: string) => Promise<void>;
  read: (name: string) => Readable;
  remove: (name: string) => Promise<void>;
};

/** Somewhere that keeps backups. */
export type Place = {
  /** Its name for people, and for `--restore`. */
  name: string;
  /** Returns the names of what lies in it, as folders of chains do. */
  chains: () => Promise<string[]>;
  /** Returns the files of a chain; of the place itself for an empty name. */
  chain: (name: string) => PlaceFiles;
  /** Returns the bytes that are free there; null if that cannot be known. */
  free: () => number | null;
  /** Milliseconds for which what was listed is believed, while nobody but the shop should write there: listing may cost money. */
  listingLasts: number;
};
