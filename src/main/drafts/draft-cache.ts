import Database from 'better-sqlite3';
import { draftSnapshot, type DraftSnapshot } from '#bridge/till.ts';

export type DraftCache = {
  save: (snapshot: DraftSnapshot) => void;
  /** The cart that was saved last, or null. A row that cannot be read counts as none. */
  load: () => DraftSnapshot | null;
  /** Forgets the cart that this run last saved or loaded; another person's cut-off cart stays. */
  clear: () => void;
  close: () => void;
};

/**
 * The working cart on disk, one row a person and store, for the case of a crash. An answered `save` survives a
 * power cut: WAL with synchronous=FULL.
 * @param file the SQLite file, or `:memory:`
 */
export function openDraftCache(file: string): DraftCache {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`create table if not exists drafts (
    staff_id integer not null,
    store_id integer not null,
    saved_at real not null,
    cart text not null,
    primary key (staff_id, store_id)
  ) strict`);

  const upsert = db.prepare<DraftSnapshot>(`insert into drafts (staff_id, store_id, saved_at, cart)
    values (@staff_id, @store_id, @saved_at, @cart)
    on conflict do update set saved_at = excluded.saved_at, cart = excluded.cart`);
  const newest = db.prepare('select * from drafts order by saved_at desc limit 1');
  const remove = db.prepare('delete from drafts where staff_id = ? and store_id = ?');
  let current: DraftSnapshot | null = null;

  return {
    save: (snapshot) => {
      upsert.run(snapshot);
      current = snapshot;
    },
    load: () => {
      const parsed = draftSnapshot.safeParse(newest.get());
      current = parsed.success ? parsed.data : null;
      return current;
    },
    clear: () => {
      if (current) remove.run(current.staff_id, current.store_id);
      current = null;
    },
    close: () => {
      db.close();
    },
  };
}
