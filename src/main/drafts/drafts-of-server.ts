import { join } from 'node:path';
import type { DraftCache } from './draft-cache.ts';

/** The file of a server's carts: the ids in them are valid on that server only. */
const fileOf = (tag: string) => `drafts-${tag}.db`;

/**
 * The draft cache of the server that the till works with now. A cart, journaled change or sign-in of one server is never
 * offered or sent to another; it is there again when the till comes back.
 * @param readTag returns the server's tag of this moment
 * @param open opens or makes one server's cache
 */
export function openDraftsOfServer(
  folder: string,
  readTag: () => string,
  open: (file: string) => DraftCache,
): DraftCache {
  let opened: { tag: string; cache: DraftCache } | null = null;
  const current = (): DraftCache => {
    const tag = readTag();
    if (opened?.tag === tag) return opened.cache;
    opened?.cache.close();
    opened = null;
    opened = { tag, cache: open(join(folder, fileOf(tag))) };
    return opened.cache;
  };
  return {
    save: (snapshot) => current().save(snapshot),
    list: (place) => current().list(place),
    remove: (cartKey) => current().remove(cartKey),
    sentCartWith: (wanted) => current().sentCartWith(wanted),
    journal: {
      write: (journalEntry) => current().journal.write(journalEntry),
      list: (about) => current().journal.list(about),
      forget: (key) => current().journal.forget(key),
    },
    notes: {
      write: (note) => current().notes.write(note),
      read: (name) => current().notes.read(name),
      remove: (name) => current().notes.remove(name),
    },
    synchronous: () => current().synchronous(),
    close: () => {
      opened?.cache.close();
      opened = null;
    },
  };
}
