import { join } from 'node:path';
import { openDraftCache } from '#main/drafts/draft-cache.ts';
import { openStoreCopies } from '#main/drafts/store-copies.ts';
import type { Services } from '#renderer/lib/services.ts';

export type TillDisk = Services['till'] & { pullPlug: () => void };

/** Opens a till's data in the files of its main process; a folder outlives the till that wrote it. */
export function openTillDisk(folder: string, now: () => number): TillDisk {
  const cache = openDraftCache(join(folder, 'drafts.db'), now);
  const units = openStoreCopies(join(folder, 'units.db'), { now });
  let isOn = true;
  /** A till without power neither writes nor receives anything. */
  const powered =
    <Given, Result>(work: (given: Given) => Result) =>
    (given: Given): Promise<Result> =>
      isOn ? Promise.resolve().then(() => work(given)) : new Promise(() => undefined);
  return {
    drafts: { save: powered(cache.save), list: powered(cache.list), remove: powered(cache.remove) },
    journal: {
      write: powered(cache.journal.write),
      list: powered(cache.journal.list),
      forget: powered(cache.journal.forget),
    },
    notes: {
      write: powered(cache.notes.write),
      read: powered(cache.notes.read),
      remove: powered(cache.notes.remove),
    },
    units: {
      copied: powered(units.copied),
      version: powered(units.version),
      find: powered(units.find),
      ofProduct: powered(units.ofProduct),
      products: powered(units.products),
      forget: powered(units.forget),
    },
    // Its tills make no sales without the server.
    offline: { sales: () => Promise.resolve([]), state: () => Promise.reject(new Error('No file')) },
    pullPlug: () => {
      isOn = false;
      cache.close();
      units.close();
    },
  };
}
