import type Database from 'better-sqlite3';
import {
  draftSnapshot,
  journalEntry,
  type DraftPlace,
  type DraftSnapshot,
  type Note,
  type JournalEntry,
  type SentCartWanted,
} from '#bridge/drafts.ts';
import { REQUEST_LIFETIME } from '#contract/define-route.ts';
import { DAY } from '#domain/store-time.ts';
import { openDatabase } from '../disk/database.ts';

/** Milliseconds that an abandoned cart is kept; there are names and phones in it. */
const CART_LIFETIME = 30 * DAY;
/** No till existed before this: a computer with an empty battery shows an earlier date, and its carts are not old. */
const FIRST_TILL = Date.UTC(2026, 0);

/** The tables whose rows outlive damage to the file. */
export const draftTables = ['carts', 'wishes', 'notes'] as const;

export type DraftCache = {
  save: (snapshot: DraftSnapshot) => void;
  /**
   * The kept carts of a person at a store, the one saved last first, for 30 days. Rows that cannot be read are left out.
   */
  list: (place: DraftPlace) => DraftSnapshot[];
  /** Forgets a cart and its journal entries. */
  remove: (cartKey: string) => void;
  /** Returns the draft's number of a kept cart with a unit that was sent to be completed and not answered; null without one. */
  sentCartWith: (wanted: SentCartWanted) => string | null;
  /** The requests being sent, in case the till dies before their answers come. */
  journal: {
    /** Writes a change down before it is sent. A key never changes its meaning: another body is an error. */
    write: (journalEntry: JournalEntry) => void;
    /** The unanswered journal entries of a topic, in the order they were written. */
    list: (about: string) => JournalEntry[];
    forget: (key: string) => void;
  };
  notes: {
    write: (note: Note) => void;
    read: (name: string) => string | null;
    remove: (name: string) => void;
  };
  /** SQLite's own value of the setting: 2 is FULL. */
  synchronous: () => unknown;
  close: () => void;
};

function makeTables(db: Database.Database): void {
  db.exec(`
    create table if not exists carts (
      cart_key text primary key,
      staff_id integer not null,
      store_id integer not null,
      saved_at real not null,
      cart text not null
    ) strict;
    create index if not exists carts_of on carts (staff_id, store_id, saved_at);
    create table if not exists wishes (
      key text primary key,
      about text not null,
      body text not null,
      made_at real not null
    ) strict;
    create index if not exists wishes_about on wishes (about);
    create table if not exists notes (name text primary key, text text not null) strict;
  `);
}

/** Moves over the carts of an older till, which kept one for each person and store. */
function takeOverFormer(db: Database.Database): void {
  if (!db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'drafts'").get()) return;
  db.exec(`begin immediate;
    insert or ignore into carts (cart_key, staff_id, store_id, saved_at, cart)
      select 'former-' || staff_id || '-' || store_id, staff_id, store_id, saved_at, cart from drafts;
    drop table drafts;
    commit`);
}

function openJournal(db: Database.Database, now: () => number): DraftCache['journal'] {
  const insert = db.prepare<JournalEntry>(
    'insert into wishes (key, about, body, made_at) values (@key, @about, @body, @made_at) on conflict do nothing',
  );
  const bodyOf = db.prepare<[string], string>('select body from wishes where key = ?').pluck();
  const about = db.prepare('select * from wishes where about = ? and made_at > ? order by rowid');
  const remove = db.prepare('delete from wishes where key = ?');
  db.prepare('delete from wishes where made_at <= ?').run(now() - REQUEST_LIFETIME);
  return {
    write: (written) => {
      const { changes } = insert.run(written);
      if (changes === 0 && bodyOf.get(written.key) !== written.body)
        throw new Error('This key stands for another change');
    },
    list: (topic) =>
      about.all(topic, now() - REQUEST_LIFETIME).flatMap((row) => journalEntry.safeParse(row).data ?? []),
    forget: (key) => {
      remove.run(key);
    },
  };
}

function openNotes(db: Database.Database): DraftCache['notes'] {
  const upsert = db.prepare<Note>(
    'insert into notes (name, text) values (@name, @text) on conflict do update set text = excluded.text',
  );
  const read = db.prepare<[string], string>('select text from notes where name = ?').pluck();
  const remove = db.prepare('delete from notes where name = ?');
  return {
    write: (written) => {
      upsert.run(written);
    },
    read: (name) => read.get(name) ?? null,
    remove: (name) => {
      remove.run(name);
    },
  };
}

/**
 * Keeps what a sale would lose in a crash: its carts, the changes that were being sent, and a few notes. An answered call
 * survives a power cut: WAL with synchronous=FULL.
 * @param file the SQLite file, or `:memory:`
 */
export function openDraftCache(file: string, now: () => number = Date.now): DraftCache {
  return openDatabase(file, 'FULL', (db) => draftCacheIn(db, now));
}

function draftCacheIn(db: Database.Database, now: () => number): DraftCache {
  makeTables(db);
  takeOverFormer(db);
  const upsert = db.prepare<DraftSnapshot>(`insert into carts (cart_key, staff_id, store_id, saved_at, cart)
    values (@cart_key, @staff_id, @store_id, @saved_at, @cart)
    on conflict do update set saved_at = excluded.saved_at, cart = excluded.cart`);
  const ofPlace = db.prepare<DraftPlace>(
    'select * from carts where staff_id = @staff_id and store_id = @store_id order by saved_at desc, rowid desc',
  );
  const removeCart = db.prepare('delete from carts where cart_key = ?');
  const removeRequests = db.prepare('delete from wishes where about = ?');
  const removeOld = db.prepare('delete from carts where saved_at <= ? and saved_at >= ?');
  const sentWith = db.prepare<[number, string, number | null], string>(`
    select json_extract(kept.cart, '$.draft.number')
    from (select *, json_extract(cart, '$.draft.sent') as sent from carts where json_valid(cart)) kept,
      json_each(case when json_valid(kept.sent) then kept.sent else '{}' end, '$.items') item
    where json_extract(item.value, '$.inventory_item_id') = ? and kept.cart_key <> ? and json_extract(kept.cart, '$.draft.id') is not ?`);
  const expire = () => removeOld.run(now() - CART_LIFETIME, FIRST_TILL);
  expire();
  return {
    save: (snapshot) => {
      upsert.run(snapshot);
    },
    list: (place) => {
      expire();
      return ofPlace.all(place).flatMap((row) => draftSnapshot.safeParse(row).data ?? []);
    },
    remove: db.transaction((cartKey: string) => {
      removeCart.run(cartKey);
      removeRequests.run(cartKey);
    }),
    sentCartWith: ({ unit_id, cart_key, draft_id }) => {
      expire();
      return sentWith.pluck().get(unit_id, cart_key, draft_id) ?? null;
    },
    journal: openJournal(db, now),
    notes: openNotes(db),
    synchronous: () => db.pragma('synchronous', { simple: true }),
    close: () => {
      db.close();
    },
  };
}
