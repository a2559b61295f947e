import Database from 'better-sqlite3';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDraftCache } from './draft-cache.ts';

const DAY = 86_400_000;
const place = { staff_id: 1, store_id: 1 };
const draft = (overrides: object = {}) => ({
  cart_key: 'a',
  ...place,
  saved_at: 1_000,
  cart: '{"lines":[]}',
  ...overrides,
});
const journalEntry = (overrides: object = {}) => ({
  key: 'k1',
  about: 'a',
  body: '{"items":[1]}',
  made_at: 1_000,
  ...overrides,
});
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'drafts-')), 'drafts.db');
});
const open = (now = 2_000) => openDraftCache(file, () => now);

describe('the carts', () => {
  it('are answered as they were saved last, also after a restart', () => {
    const cache = open();
    cache.save(draft());
    cache.save(draft({ saved_at: 2_000, cart: '{"lines":[1]}' }));
    cache.close();
    expect(open().list(place)).toEqual([draft({ saved_at: 2_000, cart: '{"lines":[1]}' })]);
  });

  it('stand beside each other, the newest first, until each is removed', () => {
    const cache = open();
    cache.save(draft({ cart_key: 'a' }));
    cache.save(draft({ cart_key: 'b', saved_at: 2_000 }));
    expect(cache.list(place).map((cart) => cart.cart_key)).toEqual(['b', 'a']);
    cache.remove('b');
    cache.remove('nobody');
    expect(cache.list(place).map((cart) => cart.cart_key)).toEqual(['a']);
  });

  it('are those of the person at the store that are asked for', () => {
    const cache = open();
    cache.save(draft({ cart_key: 'mine' }));
    cache.save(draft({ cart_key: 'theirs', staff_id: 2 }));
    cache.save(draft({ cart_key: 'elsewhere', store_id: 2 }));
    expect(cache.list(place).map((cart) => cart.cart_key)).toEqual(['mine']);
    expect(cache.list({ staff_id: 2, store_id: 1 }).map((cart) => cart.cart_key)).toEqual(['theirs']);
  });

  it('are answered without a row that is none', () => {
    const cache = open();
    cache.save(draft({ cart_key: 'good' }));
    new Database(file).exec(`insert into carts values ('bad', 1, 1, 5, '${'x'.repeat(1_000_001)}')`);
    expect(cache.list(place).map((cart) => cart.cart_key)).toEqual(['good']);
  });

  it('are forgotten after 30 days, also by a till that is never switched off', () => {
    const saved_at = Date.UTC(2026, 10, 1);
    let now = saved_at;
    const cache = openDraftCache(file, () => now);
    cache.save(draft({ cart_key: 'old', saved_at }));
    cache.save(draft({ cart_key: 'young', saved_at: saved_at + 1 }));
    now = saved_at + 30 * DAY;
    expect(cache.list(place).map((cart) => cart.cart_key)).toEqual(['young']);
    openDraftCache(file, () => now + 1);
    expect(new Database(file).prepare('select count(*) from carts').pluck().get()).toBe(0);
  });

  it('stay that a computer kept whose clock stood still', () => {
    open(0).save(draft({ saved_at: 5 }));
    expect(open(Date.UTC(2026, 10, 1)).list(place)).toHaveLength(1);
  });

  it('of a till that kept one for each person and store are taken over', () => {
    const former = new Database(file);
    former.exec(`create table drafts (staff_id integer not null, store_id integer not null, saved_at real not null,
      cart text not null, primary key (staff_id, store_id)) strict`);
    former.exec(`insert into drafts values (1, 1, 7, '{"lines":[9]}')`);
    former.close();
    const kept = [expect.objectContaining({ ...place, saved_at: 7, cart: '{"lines":[9]}' })];
    expect(open().list(place)).toEqual(kept);
    expect(open().list(place)).toEqual(kept);
  });
});

describe('the journal', () => {
  it('holds what was about to be sent, in its order, also after a restart', () => {
    const cache = open();
    cache.journal.write(journalEntry({ key: 'z' }));
    cache.journal.write(journalEntry({ key: 'y', body: '{"items":[2]}' }));
    cache.journal.write(journalEntry({ key: 'x', about: 'payments:1' }));
    cache.close();
    expect(open().journal.list('a')).toEqual([
      journalEntry({ key: 'z' }),
      journalEntry({ key: 'y', body: '{"items":[2]}' }),
    ]);
  });

  it('forgets what was answered, and with a cart what was to be sent of it', () => {
    const cache = open();
    cache.save(draft());
    cache.journal.write(journalEntry({ key: 'z' }));
    cache.journal.write(journalEntry({ key: 'y' }));
    cache.journal.write(journalEntry({ key: 'x', about: 'payments:1' }));
    cache.journal.forget('z');
    expect(cache.journal.list('a')).toEqual([journalEntry({ key: 'y' })]);
    cache.remove('a');
    expect(cache.journal.list('a')).toEqual([]);
    expect(cache.journal.list('payments:1')).toHaveLength(1);
  });

  it('never lets a key stand for another body', () => {
    const { journal } = open();
    journal.write(journalEntry());
    journal.write(journalEntry());
    expect(() => journal.write(journalEntry({ body: '{"items":[2]}' }))).toThrow('another change');
    expect(journal.list('a')).toEqual([journalEntry()]);
  });

  it('drops what is older than the server remembers a key', () => {
    open().journal.write(journalEntry());
    expect(open(1_000 + 7 * DAY - 1).journal.list('a')).toHaveLength(1);
    expect(open(1_000 + 7 * DAY).journal.list('a')).toEqual([]);
  });
});

it('keeps notes by their names', () => {
  const cache = open();
  expect(cache.notes.read('sign-in')).toBeNull();
  cache.notes.write({ name: 'sign-in', text: 'Ana' });
  cache.notes.write({ name: 'sign-in', text: 'Joel' });
  cache.close();
  const again = open();
  expect(again.notes.read('sign-in')).toBe('Joel');
  again.notes.remove('sign-in');
  expect(again.notes.read('sign-in')).toBeNull();
});

it('writes through to the disk before it answers', () => {
  const cache = open();
  cache.save(draft());
  const beside = new Database(file);
  expect(beside.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(beside.prepare('select count(*) from carts').pluck().get()).toBe(1);
  expect(cache.synchronous()).toBe(2);
});
