import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeptOpening, KeptSale } from '#bridge/offline-sales.ts';
import { offlineOpening, offlineSale } from '#contract/offline-sales.ts';
import {
  aCompletion,
  aShift,
  enrolment,
  handClocks,
  newFolder,
  rules,
  SERVER_TIME,
} from '#tests/support/offline-sales.ts';
import { completeSale, sha256 } from './complete.ts';
import type { LivingCredential } from './credentials.ts';
import { openShift } from './open-shift.ts';
import { openSalesFile, type Confirmation } from './sales-file.ts';
import { startTillClock } from './till-clock.ts';

const HOUR = 3_600_000;
const { till_key, ...till } = enrolment;
const credential: LivingCredential = { secret: 's', till, till_key, letter: 'B', is_ended: false };
const confirmed: Confirmation = {
  state: 'recorded',
  problem: null,
  invoice_number: 'MNL-01-S000004',
  invoice_proof: null,
  transaction_id: null,
  shift_id: 44,
  till_id: null,
  receipt: null,
  confirmed_at: SERVER_TIME,
  epoch: 1,
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

function aTill(folder = newFolder()) {
  const path = join(folder, 'offline.db');
  const file = openSalesFile(path);
  closers.push(file.close);
  file.startSeries({ ...till, letter: 'B' });
  const hand = handClocks();
  const clock = startTillClock(file.moments(), hand.clocks);
  clock.hear(SERVER_TIME);
  const deps = {
    file,
    clock,
    credential,
    standsSince: () => null,
    sentCartWith: () => null,
    sentOfDraft: () => [],
  };
  const opened = (shift = aShift()): KeptOpening => {
    const result = openShift(deps, shift);
    if ('refused' in result) throw new Error(result.refused);
    return result.opening;
  };
  const sold = (completion = aCompletion({ shift_id: null })): KeptSale => {
    const result = completeSale(deps, completion);
    if ('refused' in result) throw new Error(result.refused);
    return result.sale;
  };
  return { ...hand, path, file, deps, opened, sold };
}

describe('a shift that is opened without the server', () => {
  it('has the next number of the till’s series, its moments and float, and a text that its schema reads', () => {
    const { file, opened, sold, pass } = aTill();
    sold();
    pass(2 * HOUR);
    const opening = opened();
    expect(opening).toMatchObject({
      number: 'MNL-01-T2B-X000002',
      store_id: 1,
      state: 'waiting',
      opened_at: SERVER_TIME + 2 * HOUR,
      opened_by: { id: 7, name: 'Joel Cruz' },
      amount: 300_000,
      shift_id: null,
    });
    const [sale, text] = file.waiting();
    expect(text?.hash).toBe(sha256(text?.body ?? ''));
    expect(offlineOpening.parse(JSON.parse(text?.body ?? ''))).toMatchObject({
      key: opening.key,
      staff_id: 7,
      float_amount: 300_000,
      denominations: { bill_1000: 3 },
      previous_hash: sale?.hash,
      made_at: SERVER_TIME + 2 * HOUR,
      answered_at: SERVER_TIME,
    });
  });

  it('is named by the sales that are made in it, as long as it waits, and is sent before them', () => {
    const { file, opened, sold } = aTill();
    const { key } = opened();
    sold();
    const names = () =>
      file.waiting().flatMap(({ body }) => offlineSale.safeParse(JSON.parse(body)).data?.opening_key ?? []);
    expect(names()).toEqual([key]);
    expect(file.nextToSend()?.key).toBe(key);
    file.confirm(key, confirmed);
    expect(file.opening(till)).toMatchObject({ state: 'recorded', shift_id: 44 });
    sold(aCompletion({ shift_id: 44 }));
    sold();
    expect(names()).toEqual([key]);
  });

  it('leaves a cart that was sold in it the same sale once its shift is known', () => {
    const { file, opened, sold } = aTill();
    const { key } = opened();
    const completion = aCompletion({ shift_id: null });
    const sale = sold(completion);
    file.confirm(key, confirmed);
    expect(sold({ ...completion, cart: { ...completion.cart, shift_id: 44 } })).toEqual(sale);
  });

  it('is opened once: asked again, the till answers the same, and refuses another one until it is sent', () => {
    const { deps, file, opened } = aTill();
    const first = opened();
    expect(opened()).toEqual(first);
    expect(openShift(deps, aShift({ amount: 1, denominations: null }))).toEqual({
      refused: 'A shift is open at Front already: it waits to be sent',
    });
    expect(file.waitingCount()).toBe(1);
    file.confirm(first.key, confirmed);
    expect(opened(aShift({ amount: 1, denominations: null })).number).toBe('MNL-01-T2B-X000002');
  });

  it.each([
    [
      'where the store does not sell without it',
      aShift({ rules: { ...rules, enabled: false } }),
      'A shift can be opened when',
    ],
    ['at a till of another store', aShift({ store_id: 2 }), 'This till is one of another store'],
    ['with pieces that nobody has', aShift({ denominations: { bill_7: 1 } }), 'The shift cannot be kept'],
  ])('is refused %s, and nothing is written', (_, shift, words) => {
    const { deps, file } = aTill();
    expect(openShift(deps, shift)).toEqual({ refused: expect.stringContaining(words) as string });
    expect(file.hasSales()).toBe(false);
  });

  it('is refused after the store’s hours, and without a credential', () => {
    const { deps, pass } = aTill();
    expect(openShift({ ...deps, credential: null }, aShift())).toHaveProperty('refused');
    pass(25 * HOUR);
    expect(openShift(deps, aShift())).toEqual({
      refused:
        'The server was last reached more than 24 h ago. A shift can be opened when the server is back',
    });
  });

  it('is there after a restart', () => {
    const folder = newFolder();
    const before = aTill(folder);
    const opening = before.opened();
    before.file.close();
    expect(aTill(folder).file.opening(till)).toEqual(opening);
  });
});

describe('a till one version older', () => {
  /** As that version made its table. */
  const older = (path: string) => {
    const db = new Database(path);
    db.exec(
      'drop index openings; alter table sales drop column kind; alter table sales drop column shift_id',
    );
    db.close();
  };

  it('leaves a file whose sales this one reads', () => {
    const folder = newFolder();
    const before = aTill(folder);
    const sale = before.sold();
    before.file.close();
    older(before.path);
    const again = aTill(folder);
    expect(again.file.sales(SERVER_TIME)).toEqual([sale]);
    expect(again.opened().number).toBe('MNL-01-T2B-X000002');
  });

  it('goes on with a file that has an opening: writes sales, and sends both', () => {
    const { opened, sold, path, file } = aTill();
    const opening = opened();
    const { number } = sold();
    const db = new Database(path);
    db.exec(`insert into sales (key, till_id, letter, no, number, store_id, cart_key, body, hash, made_at, total, change, receipt)
      select 'older', till_id, letter, 9, 'older', store_id, 'older', body, hash, made_at, total, change, receipt
      from sales where number = '${number}'`);
    db.close();
    expect(file.waiting().map(({ key }) => key)).toEqual([opening.key, expect.any(String), 'older']);
    expect(file.sales(SERVER_TIME)[0]).toMatchObject({ key: 'older', kind: 'sale' });
  });
});
