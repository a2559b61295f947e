import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDraftCache } from './draft-cache.ts';
import { openDraftsOfServer } from './drafts-of-server.ts';

const place = { staff_id: 1, store_id: 1 };
const cart = { cart_key: 'a', ...place, saved_at: 1_000, cart: '{"lines":[1]}' };
const payment = { key: 'k1', about: 'payments:12', body: '{}', made_at: 1_000 };

it('offers what was kept for one server to no other, and has it again when the till comes back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drafts-'));
  const server = { tag: 'demo' };
  const drafts = openDraftsOfServer(
    folder,
    () => server.tag,
    (file) => openDraftCache(file, () => 2_000),
  );
  drafts.save(cart);
  drafts.journal.write(payment);
  drafts.notes.write({ name: 'sign-in', text: 'Ana' });

  server.tag = 'shop';
  expect(drafts.list(place)).toEqual([]);
  expect(drafts.journal.list(payment.about)).toEqual([]);
  expect(drafts.notes.read('sign-in')).toBeNull();

  server.tag = 'demo';
  expect(drafts.list(place)).toEqual([cart]);
  expect(drafts.journal.list(payment.about)).toEqual([payment]);
  expect(drafts.notes.read('sign-in')).toBe('Ana');
  drafts.close();
});
