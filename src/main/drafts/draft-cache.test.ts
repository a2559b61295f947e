import Database from 'better-sqlite3';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openDraftCache } from './draft-cache.ts';

const draft = (overrides: object = {}) => ({
  staff_id: 1,
  store_id: 1,
  saved_at: 1_000,
  cart: '{"lines":[]}',
  ...overrides,
});
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'drafts-')), 'drafts.db');
});

it('answers the cart saved last, also after a restart', () => {
  const cache = openDraftCache(file);
  cache.save(draft());
  cache.save(draft({ saved_at: 2_000, cart: '{"lines":[1]}' }));
  cache.close();
  expect(openDraftCache(file).load()).toEqual(draft({ saved_at: 2_000, cart: '{"lines":[1]}' }));
});

it('keeps one cart for each person and store, and clears only the one in hand', () => {
  const cache = openDraftCache(file);
  cache.save(draft({ staff_id: 1 }));
  cache.save(draft({ staff_id: 2, saved_at: 2_000 }));
  cache.clear();
  cache.clear();
  expect(cache.load()).toMatchObject({ staff_id: 1 });
  cache.clear();
  expect(cache.load()).toBeNull();
});

it('answers null for a row that is no draft', () => {
  openDraftCache(file).close();
  new Database(file).exec("insert into drafts values (1, 1, 5, '" + 'x'.repeat(1_000_001) + "')");
  expect(openDraftCache(file).load()).toBeNull();
});
