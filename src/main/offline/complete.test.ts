import Database from 'better-sqlite3';
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { completionTopic, sentOf } from '#bridge/completion-queue.ts';
import type { KeptSale, OfflineCompletion } from '#bridge/offline-sales.ts';
import { offlineSale } from '#contract/offline-sales.ts';
import { referenceKey } from '#domain/payments.ts';
import {
  aCompletion,
  enrolment,
  gcash,
  handClocks,
  newFolder,
  rules,
  SERVER_TIME,
} from '#tests/support/offline-sales.ts';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';
import { openKeptFile } from '../disk/kept-file.ts';
import { openDraftCache } from '../drafts/draft-cache.ts';
import { completeSale, sha256 } from './complete.ts';
import type { LivingCredential } from './credentials.ts';
import { openSalesFile, salesTables, type Confirmation, type SalesFile } from './sales-file.ts';
import { startTillClock } from './till-clock.ts';

const HOUR = 3_600_000;
const { till_key, ...till } = enrolment;
const credential: LivingCredential = { secret: 's', till, till_key, letter: 'B', is_ended: false };
const series = { ...till, letter: 'B' };

const confirmed: Omit<Confirmation, 'confirmed_at'> = {
  state: 'recorded',
  problem: null,
  invoice_number: '1',
  invoice_proof: null,
  transaction_id: 1,
  shift_id: null,
  till_id: null,
  receipt: null,
  epoch: 1,
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

function aTill(folder = newFolder(), open: (path: string) => SalesFile = openSalesFile) {
  /** Since when the copy of the store has the unit of a name. */
  const copy = new Map<number | string, number>();
  const standsSince = (name: number | string) => copy.get(name) ?? null;
  const path = join(folder, 'offline.db');
  const file = open(path);
  closers.push(file.close);
  file.startSeries(series);
  const drafts = openDraftCache(join(folder, 'drafts.db'));
  closers.push(drafts.close);
  const hand = handClocks();
  const clock = startTillClock(file.moments(), hand.clocks);
  clock.hear(SERVER_TIME);
  const complete = (completion: OfflineCompletion, its: LivingCredential | null = credential) =>
    completeSale(
      {
        ...{ file, clock, credential: its, standsSince, sentCartWith: drafts.sentCartWith },
        sentOfDraft: (draftId) => sentOf(drafts.journal.list(completionTopic(draftId))),
      },
      completion,
    );
  const sold = (completion = aCompletion()): KeptSale => {
    const result = complete(completion);
    if ('refused' in result) throw new Error(result.refused);
    return result.sale;
  };
  const bodies = () =>
    file.waiting().map(({ body, hash }) => ({ sale: offlineSale.parse(JSON.parse(body)), body, hash }));
  return { ...hand, path, file, drafts, clock, complete, sold, bodies, copy };
}

describe('a sale without the server', () => {
  it('has the next number of the till’s series, its moments, and a text that its schema reads', () => {
    const { sold, bodies, pass } = aTill();
    pass(2 * HOUR);
    const sale = sold(aCompletion({ draft: { id: 12, version: 3 } }, { cart_key: 'a' }));
    expect(sale).toMatchObject({
      number: 'MNL-01-T2B-X000001',
      store_id: 1,
      cart_key: 'a',
      draft_id: 12,
      made_at: SERVER_TIME + 2 * HOUR,
      total: 100_000,
      change: 50_000,
      state: 'waiting',
      problem: null,
      invoice_number: null,
      transaction_id: null,
    });
    const [made] = bodies();
    expect(made?.sale).toMatchObject({
      key: sale.key,
      number: sale.number,
      previous_hash: null,
      made_at: SERVER_TIME + 2 * HOUR,
      answered_at: SERVER_TIME,
      till_clock: SERVER_TIME + 2 * HOUR,
      total_amount: 100_000,
      tax_rate: 1200,
    });
  });

  it('has its number and moment on its paper', () => {
    const { number, made_at, receipt } = aTill().sold();
    expect(JSON.parse(receipt)).toEqual({
      shop_name: 'Gadgets',
      total_amount: 100_000,
      offline_number: number,
      completed_at: made_at,
      invoice_number: '',
      qr: number,
    });
  });

  it('names the text of the one before, also after a restart and after that was deleted', () => {
    const folder = newFolder();
    const first = aTill(folder);
    first.sold();
    first.sold();
    const [one, two] = first.bodies();
    expect([one?.hash, two?.sale.previous_hash]).toEqual([sha256(one?.body ?? ''), one?.hash]);
    first.file.close();
    new Database(first.path).exec('delete from sales');
    const again = aTill(folder);
    expect(again.sold().number).toBe('MNL-01-T2B-X000003');
    expect(again.bodies()[0]?.sale.previous_hash).toBe(two?.hash);
  });

  it('begins a series for each credential', () => {
    const { complete, file, sold } = aTill();
    sold();
    file.startSeries({ ...series, letter: 'C' });
    const next = complete(aCompletion(), { ...credential, letter: 'C' });
    expect(next).toMatchObject({ sale: { number: 'MNL-01-T2C-X000001' } });
    expect(file.waiting().map(({ number }) => number)).toEqual(['MNL-01-T2B-X000001', 'MNL-01-T2C-X000001']);
  });

  it('keeps the till’s clock with it', () => {
    const { sold, pass, file } = aTill();
    pass(HOUR);
    sold();
    expect(file.moments()).toEqual({
      moment: SERVER_TIME + HOUR,
      wall: SERVER_TIME + HOUR,
      answered_at: SERVER_TIME,
    });
  });
});

describe('the same cart', () => {
  it.each([
    ['by its name', {}, {}],
    ['by its draft', { draft: { id: 12, version: 3 } }, { cart_key: 'another' }],
    ['by its unanswered completion', { completion_key: 'k1' }, { cart_key: 'another' }],
  ])(
    'answers with its sale where it is the same, known %s, and is refused where it is not',
    (_, cart, again) => {
      const { complete, sold, bodies } = aTill();
      const completion = aCompletion(cart);
      const sale = sold(completion);
      expect(complete({ ...completion, ...again })).toEqual({ sale });
      const changed = { ...completion, ...again, cart: { ...completion.cart, buyer_name: 'Ana' } };
      expect(complete(changed)).toEqual({
        refused: 'This cart was sold already, as MNL-01-T2B-X000001',
        sold: sale,
      });
      expect(bodies()).toHaveLength(1);
    },
  );

  it('is another sale under another name: the same pieces are sold twice a day', () => {
    const { complete, bodies } = aTill();
    const { cart, ...rest } = aCompletion();
    const lines = cart.lines.map((line) => ({ ...line, inventory_item_id: null }));
    complete({ ...rest, cart: { ...cart, lines }, cart_key: 'one' });
    complete({ ...rest, cart: { ...cart, lines }, cart_key: 'other' });
    expect(bodies()).toHaveLength(2);
  });
});

describe('a cart whose completion was not answered', () => {
  const draft = { id: 12, version: 3 };
  const PATH = '/api/v1/transactions/12/complete';
  const cash = { method: 'cash', amount: 1500 };
  /** A till that sent a completion of the draft under `k1`. */
  const aTillThatSent = (body: object, path = PATH) => {
    const till = aTill();
    const sent = JSON.stringify({ path, body: JSON.stringify(body) });
    till.drafts.journal.write({
      key: 'k1',
      about: completionTopic(draft.id),
      body: sent,
      made_at: Date.now(),
    });
    return till;
  };
  const REFUSED =
    'This cart was sent to be completed in another way, and the server did not answer: only what was sent then can be recorded';

  it('is sold as it was sent, under the key of that', () => {
    const { complete } = aTillThatSent({ payments: [cash], receiptEmail: null, version: 3 });
    expect(complete(aCompletion({ draft, completion_key: 'k1' }))).toHaveProperty('sale');
  });

  it.each([
    ['under no key', { completion_key: null }, {}],
    ['under another key', { completion_key: 'k2' }, {}],
    ['with another payment', { completion_key: 'k1' }, { payments: [{ ...cash, amount: 1600 }] }],
    ['for another buyer', { completion_key: 'k1', buyer_name: 'Ana' }, {}],
    ['with another address for its receipt', { completion_key: 'k1' }, { receiptEmail: 'ana@shop.test' }],
  ])('is not sold %s', (_, cart, sent) => {
    const { complete } = aTillThatSent({ payments: [cash], version: 3, ...sent });
    expect(complete(aCompletion({ draft, ...cart }))).toEqual({ refused: REFUSED });
  });

  it('is not sold where that was an exchange', () => {
    const exchange = { transaction_id: 4, draft_id: 12, items: [{ id: 9 }], reason: 'Too small', version: 3 };
    const { complete } = aTillThatSent({ ...exchange, payments: [cash] }, '/api/v1/exchanges');
    expect(complete(aCompletion({ draft, completion_key: 'k1' }))).toEqual({ refused: REFUSED });
  });

  it('may be paid differently after a later version was saved: the server refuses the earlier completion', () => {
    const { complete } = aTillThatSent({ payments: [{ ...cash, amount: 1600 }], version: 2 });
    expect(complete(aCompletion({ draft }))).toHaveProperty('sale');
  });
});

describe('the draft of a cart', () => {
  const draft = { id: 12, version: 3 };
  it.each([
    ['became the sale', { transaction_id: 12 }, false],
    ['goes on, as the sale is another', { transaction_id: 13 }, true],
    ['is not clear: a manager settles the sale', { state: 'kept' as const, transaction_id: null }, false],
  ])('%s: is it sold again with other units? %o', (_, said, isSold) => {
    const { complete, sold, file, clock } = aTill();
    const { key } = sold(aCompletion({ draft }));
    expect(complete(aCompletion({ draft: { ...draft, version: 5 } }))).toHaveProperty('refused');
    file.confirm(key, { ...confirmed, ...said, confirmed_at: clock.now() });
    const again = complete(aCompletion({ draft: { ...draft, version: 5 } }, { cart_key: 'taken over' }));
    expect('sale' in again).toBe(isSold);
    if (!isSold) expect(again).toMatchObject({ sold: { key } });
  });
});

describe('a sale is refused', () => {
  it('of a unit in a kept cart that was sent to be completed and not answered, whoever’s it is', () => {
    const { complete, drafts } = aTill();
    const completion = aCompletion();
    const goods = ({ cart }: OfflineCompletion) =>
      JSON.stringify({ items: cart.lines.map(({ inventory_item_id }) => ({ inventory_item_id })) });
    const kept = (cart_key: string, staff_id: number, draft: object) =>
      drafts.save({
        ...{ cart_key, staff_id, store_id: 1, saved_at: Date.now() },
        cart: JSON.stringify({ draft: { number: 'MNL-01-D000012', ...draft }, lines: [] }),
      });
    kept('not sent', 7, { id: 11 });
    kept('of other units', 7, { id: 13, sent: goods(aCompletion()) });
    kept('unreadable', 7, { id: 14, sent: '{' });
    // Items that were taken out of the cart after it was sent still count.
    kept('sent', 8, { id: 12, sent: goods(completion) });
    expect(complete(completion)).toEqual({
      refused:
        'Phone X is in MNL-01-D000012, which was sent to be completed and not answered: complete that cart, or wait for the connection',
    });
    // It is that sale itself, under its own name or opened anew from its draft.
    const itself = { ...completion, cart: { ...completion.cart, draft: { id: 12, version: 3 } } };
    expect(complete(itself)).toHaveProperty('sale');
  });

  it('of a unit that is in another one that waits', () => {
    const { complete, sold, bodies } = aTill();
    const completion = aCompletion();
    sold(completion);
    expect(complete({ ...completion, cart_key: 'another' })).toEqual({
      refused: 'Phone X was sold already, in MNL-01-T2B-X000001',
    });
    expect(bodies()).toHaveLength(1);
  });

  it('of a unit that was sold here and sent, until the copy of the store has it since then', () => {
    const { complete, sold, file, clock, copy, pass } = aTill();
    const completion = aCompletion();
    const unit = completion.cart.lines[0]?.inventory_item_id ?? 0;
    const again = { ...completion, cart_key: 'another' };
    const refused = { refused: 'Phone X was sold already, in MNL-01-T2B-X000001' };
    const { key } = sold(completion);
    file.confirm(key, { ...confirmed, confirmed_at: clock.now() });
    expect(complete(again)).toEqual(refused);
    // The copy was asked for before the sale was recorded, and came after it.
    copy.set(unit, clock.now() - 1000);
    expect(complete(again)).toEqual(refused);
    pass(HOUR);
    copy.set(unit, clock.now());
    expect(complete(again)).toHaveProperty('sale');
    // The one that waits counts, whatever the copy shows.
    expect(complete({ ...completion, cart_key: 'third' })).toEqual({
      refused: 'Phone X was sold already, in MNL-01-T2B-X000002',
    });
  });

  it('of a unit whose sale the server lost in a restore, until that is sent again, whatever the copy shows', () => {
    const { complete, sold, file, clock, copy, pass } = aTill();
    const completion = aCompletion();
    const { key } = sold(completion);
    file.confirm(key, { ...confirmed, confirmed_at: clock.now() });
    pass(HOUR);
    copy.set(completion.cart.lines[0]?.inventory_item_id ?? 0, clock.now());
    file.useEpoch(2);
    expect(complete({ ...completion, cart_key: 'another' })).toHaveProperty('refused');
  });

  it('of a unit of a text that the server could not read, whatever the copy shows', () => {
    const { complete, sold, file, clock, copy, pass } = aTill();
    const completion = aCompletion();
    const { key } = sold(completion);
    file.confirm(key, { ...confirmed, state: 'kept', transaction_id: null, confirmed_at: clock.now() });
    pass(HOUR);
    copy.set(completion.cart.lines[0]?.inventory_item_id ?? 0, clock.now());
    expect(complete({ ...completion, cart_key: 'another' })).toHaveProperty('refused');
  });

  it.skipIf(process.platform === 'win32').each([
    ['folder was deleted', (folder: string) => rmSync(folder, { recursive: true })],
    ['log was deleted', (folder: string) => rmSync(join(folder, 'offline.db-wal'))],
    [
      'folder is another one',
      (folder: string) => {
        renameSync(folder, `${folder}-old`);
        mkdirSync(folder);
      },
    ],
  ])('where its %s while the till runs', (_, lose) => {
    const folder = newFolder();
    const { complete, sold, file } = aTill(folder);
    sold();
    lose(folder);
    expect(complete(aCompletion())).toEqual({
      refused:
        'The sale cannot be kept: the till’s files were deleted, or their disk came off. Leave the till on, and tell whoever looks after this computer',
    });
    expect(file.waitingCount()).toBe(1);
  });

  it('with a reference that the file has, however it is spelt', () => {
    const { complete, sold } = aTill();
    sold(aCompletion({ payments: [gcash('AB 12-3')] }));
    expect(complete(aCompletion({ payments: [gcash('ab123')] }))).toEqual({
      refused: 'GCash reference ab123 was used in another sale of this till',
    });
  });

  it('with a reference that the sale has twice', () => {
    const half = { ...gcash('GC-5'), amount: gcash('GC-5').amount / 2 };
    const { complete } = aTill();
    expect(complete(aCompletion({ payments: [half, { ...half, reference_number: 'gc 5' }] }))).toEqual({
      refused: 'GCash reference gc 5 is used twice in this sale',
    });
  });

  it('with a reference no more that was deleted with its sale, 30 days after it was sent', () => {
    const { sold, file } = aTill();
    const { key } = sold(aCompletion({ payments: [gcash('GC-1')] }));
    expect([...file.usedReferences()]).toHaveLength(1);
    file.confirm(key, { ...confirmed, confirmed_at: SERVER_TIME });
    const other = sold(aCompletion({ payments: [gcash('GC-2')] }));
    expect([...file.usedReferences()]).toHaveLength(2);
    file.confirm(other.key, { ...confirmed, confirmed_at: SERVER_TIME + 31 * 24 * HOUR });
    expect([...file.usedReferences()]).toEqual([referenceKey('GC-2')]);
  });

  it.each([
    [{ ...gcash('G-1'), status: 'completed' as const }, 'is marked as received'],
    [{ ...gcash('G-1'), reference_number: null }, 'has no reference'],
    [{ ...gcash(' -') }, 'has no reference'],
    [
      { ...gcash('4111 1111 1111 1111'), method: 'card' as const },
      'Never enter a full card number. Use the slip’s reference',
    ],
  ])('by a wallet that nobody saw pay, or a full card number: %o', (payment, words) => {
    const { complete, file } = aTill();
    const completion = aCompletion({ payments: [payment], change_due: 0 });
    expect(complete({ ...completion, rules: { ...rules, methods: ['gcash', 'card'] } })).toEqual({
      refused: expect.stringContaining(words) as string,
    });
    expect(file.lastNo(series)).toBe(0);
  });

  it('after the store’s hours, whatever the computer’s clock shows', () => {
    const { complete, pass, set } = aTill();
    pass(23 * HOUR);
    set(-10 * HOUR);
    pass(HOUR - 1);
    expect(complete(aCompletion())).toHaveProperty('sale');
    pass(2);
    expect(complete(aCompletion())).toEqual({
      refused: expect.stringContaining('more than 24 h ago') as string,
    });
  });

  it.each<[string, Partial<OfflineCompletion>, LivingCredential | null, string]>([
    ['a credential', {}, null, 'Sign in at it once'],
    ['a series in its file', {}, { ...credential, letter: 'Z' }, 'Sign in at it once'],
    ['the store’s leave', { rules: { ...rules, enabled: false } }, credential, 'when the server is back'],
    ['a paper', { receipt: 'none' }, credential, 'The sale cannot be kept'],
    ['a till of that store', { cart: aCompletion({ store_id: 9 }).cart }, credential, 'another store'],
    [
      'what its schema asks for',
      { cart: aCompletion({ lines: [] }).cart },
      credential,
      'The sale cannot be kept: lines: ',
    ],
  ])('without %s, and nothing is written', (_, overrides, its, words) => {
    const { complete, file } = aTill();
    expect(complete(aCompletion({}, overrides), its)).toEqual({
      refused: expect.stringContaining(words) as string,
    });
    expect([file.waitingCount(), file.lastNo(series)]).toEqual([0, 0]);
  });

  it('before the server has answered once', () => {
    const { file } = aTill();
    const clock = startTillClock(null, handClocks().clocks);
    expect(
      completeSale(
        { file, clock, credential, standsSince: () => null, sentCartWith: () => null, sentOfDraft: () => [] },
        aCompletion(),
      ),
    ).toHaveProperty('refused');
  });

  it(
    'while another program holds the file, and its number is given to the next one',
    { timeout: 20_000 },
    () => {
      const { path, complete, sold } = aTill();
      const other = new Database(path);
      other.exec('begin immediate');
      expect(complete(aCompletion())).toEqual({
        refused: expect.stringContaining('The sale cannot be kept: the till’s files are in use') as string,
      });
      other.exec('rollback');
      other.close();
      expect(sold().number).toBe('MNL-01-T2B-X000001');
    },
  );

  it.skipIf(!hasSmallDisks)('on a full disk, with nothing half written', () => {
    const disk = mountSmallDisk();
    if (!disk) throw new Error('There was one just now');
    closers.push(disk.remove);
    const { complete, sold, file } = aTill(disk.folder);
    sold();
    disk.fill();
    let refused = complete(aCompletion());
    // The log beside the file may still have had room.
    while ('sale' in refused) refused = complete(aCompletion());
    expect(refused).toEqual({
      refused: 'The sale cannot be kept: this computer’s disk is full. Free some space on it',
    });
    const kept = file.waitingCount();
    expect(file.lastNo(series)).toBe(kept);
    disk.makeRoom();
    expect(sold().number).toBe(`MNL-01-T2B-X${String(kept + 1).padStart(6, '0')}`);
    expect(file.waitingCount()).toBe(kept + 1);
  });
});

it('recovers the sales of a damaged file, and gives no more numbers of that credential', () => {
  const open = (path: string) =>
    openKeptFile(path, { open: openSalesFile, recovers: salesTables, onMended: () => undefined });
  const folder = newFolder();
  const { sold, path, file } = aTill(folder, open);
  for (let index = 0; index < 40; index += 1) sold();
  file.close();
  // All pages but the first ones, as a failing disk leaves them.
  const whole = 16 * 4096;
  const handle = openSync(path, 'r+');
  writeSync(handle, Buffer.alloc(fstatSync(handle).size - whole, 0xab), 0, undefined, whole);
  closeSync(handle);
  const mended = open(path);
  closers.push(mended.close);
  expect(mended.waiting().length).toBeGreaterThan(0);
  expect(mended.hasSeries(series)).toBe(false);
  const clock = startTillClock(null, handClocks().clocks);
  clock.hear(SERVER_TIME);
  const standsSince = () => null;
  expect(
    completeSale(
      { file: mended, clock, credential, standsSince, sentCartWith: () => null, sentOfDraft: () => [] },
      aCompletion(),
    ),
  ).toHaveProperty('refused');
  expect(mended.soldIn(mended.waiting()[0]?.number ?? '')).toMatchObject({ state: 'waiting' });
});

it('a kept sale is found by its key, as the last of its store, and as what a cart or a draft became', () => {
  const { sold, complete, file, clock } = aTill();
  const first = sold(aCompletion({ draft: { id: 12, version: 3 } }));
  const last = sold();
  const other = complete(aCompletion({ store_id: 2 }), { ...credential, till: { ...till, store_id: 2 } });
  expect(file.sale({ key: first.key })).toEqual(first);
  expect(file.sale({ store_id: 1 })).toEqual(last);
  expect({ sale: file.sale({ store_id: 2 }) }).toEqual(other);
  expect(file.sale({ store_id: 3 })).toBeNull();
  expect(file.sale({ cart_key: last.cart_key })).toEqual(last);
  expect(file.sale({ draft_id: 12 })).toEqual(first);
  expect([file.sale({ cart_key: 'none' }), file.sale({ draft_id: 13 })]).toEqual([null, null]);
  file.confirm(first.key, { ...confirmed, transaction_id: 13, confirmed_at: clock.now() });
  expect(file.sale({ draft_id: 12 })).toBeNull();
});

describe('what was sold', () => {
  const [line] = aCompletion().cart.lines;
  const phone = { ...line, imei2: '356938035640009', serial_number: 'sn-1', scanned_code: 'QR-1' };
  const piece = { ...line, inventory_item_id: null, imei: null, scanned_code: '4800000000001' };
  const lines = [phone, piece] as OfflineCompletion['cart']['lines'];

  it('is found by the unit, its codes and the number of the sale, the one that waits first; a piece is not', () => {
    const { sold, file, clock } = aTill();
    const first = sold(aCompletion({ lines }));
    const names = [phone.inventory_item_id ?? 0, phone.imei ?? '', phone.imei2, 'SN-1', 'QR-1', first.number];
    for (const name of names) expect(file.soldIn(name)?.key).toBe(first.key);
    for (const name of [0, '4800000000001', 'MNL-01-T2B-X000002']) expect(file.soldIn(name)).toBeNull();
    file.confirm(first.key, { ...confirmed, confirmed_at: clock.now() });
    expect(file.soldIn('SN-1')).toMatchObject({ key: first.key, state: 'recorded' });
  });

  it('is found in the file of an older till, beside rows that cannot be read, and no more when it is deleted', () => {
    const folder = newFolder();
    const { sold, file, path, clock } = aTill(folder);
    const [first, ...damaged] = [sold(aCompletion({ lines })), sold(), sold(), sold(), sold()];
    file.close();
    const db = new Database(path);
    db.exec('drop table sold');
    const spoil = db.prepare('update sales set body = ? where key = ?');
    for (const [index, body] of [
      '{"lines":[{"imei":"3',
      '{"lines":[7,"x",null]}',
      '{"lines":7}',
      '[]',
    ].entries()) {
      spoil.run(body, damaged[index]?.key);
    }
    db.close();
    const again = openSalesFile(path);
    closers.push(again.close);
    expect(again.soldIn('SN-1')?.key).toBe(first.key);
    for (const { number, key } of damaged) expect(again.soldIn(number)?.key).toBe(key);
    again.confirm(first.key, { ...confirmed, confirmed_at: clock.now() - 31 * 24 * HOUR });
    again.confirm(damaged[0]?.key ?? '', { ...confirmed, confirmed_at: clock.now() });
    expect(again.soldIn('SN-1')).toBeNull();
    expect(new Database(path).prepare('select count(*) from sold').pluck().get()).toBe(4);
  });
});

it('lists the sales that wait and those of 30 days, newest first, and deletes no other', () => {
  const { sold, file, clock, pass } = aTill();
  const [one, two, three] = [sold(), sold(), sold()];
  const answer = {
    state: 'recorded' as const,
    problem: null,
    invoice_number: 'INV-1',
    invoice_proof: null,
    transaction_id: 8,
    shift_id: null,
    till_id: null,
    receipt: '{"invoice_number":"INV-1"}',
    epoch: 1,
  };
  file.confirm(one.key, { ...answer, confirmed_at: clock.now() });
  expect(file.sales(clock.now()).map(({ key }) => key)).toEqual([three.key, two.key, one.key]);
  const unseen = { epoch: undefined, shift_id: undefined, till_id: undefined, invoice_proof: undefined };
  expect(file.sales(clock.now())[2]).toEqual({ ...one, ...answer, ...unseen });
  pass(30 * 24 * HOUR);
  file.confirm(two.key, { ...answer, confirmed_at: clock.now() });
  expect(file.sales(clock.now()).map(({ key }) => key)).toEqual([three.key, two.key]);
  pass(400 * 24 * HOUR);
  expect(file.sales(clock.now()).map(({ key }) => key)).toEqual([three.key]);
});
