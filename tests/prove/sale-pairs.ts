import type { WirePayment, WireReceipt, WireSale, WireTransaction } from '#tests/support/selling.ts';
import {
  addPayment,
  complete,
  findUnitRow,
  openDraft,
  openPaidDraft,
  pay,
  saveDraft,
} from '#tests/support/selling.ts';
import type { TwoServers } from '#tests/support/two-servers.ts';
import { atOnce, statuses, type Pair } from './pair.ts';

async function takeUnit({ takeUnits }: TwoServers): Promise<number> {
  return (await takeUnits(1))[0] ?? 0;
}

const lastInvoice = async ({ database, shop }: TwoServers) => {
  const row = await database.reader
    .selectFrom('number_series')
    .select('last_no')
    .where('store_id', '=', shop.store.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  return row?.last_no ?? 0;
};

const paymentDeleted: Pair = {
  name: 'payment deleted | complete',
  outcomes: ['200 422', '403 200'],
  race: async (servers, round) => {
    const draft = await openDraft(servers.here, [await takeUnit(servers)]);
    const cash = await pay(servers.here, draft.id, { method: 'cash', amount: draft.total_amount });
    const [deleted, completed] = await atOnce(
      round,
      () => servers.there.delete(`/payments/${cash.id}`, { reason: 'Race' }),
      () => complete(servers.here, draft.id),
    );
    return statuses(deleted, completed);
  },
};

const twoCompletes: Pair = {
  name: 'complete | complete',
  outcomes: ['200 200, one sale'],
  race: async (servers, round, ledger) => {
    const draft = await openPaidDraft(servers.here, [await takeUnit(servers)]);
    const before = await lastInvoice(servers);
    const [first, second] = await atOnce(
      round,
      () => complete<WireSale>(servers.here, draft.id),
      () => complete<WireSale>(servers.there, draft.id),
    );
    const isSame = JSON.stringify(first.body.transaction) === JSON.stringify(second.body.transaction);
    ledger.check(isSame, 'Two completes answered two sales', [first.body, second.body]);
    const numbers = (await lastInvoice(servers)) - before;
    return `${statuses(first, second)}, ${numbers === 1 ? 'one sale' : `${numbers} numbers`}`;
  },
};

const draftUpdated: Pair = {
  name: 'draft updated | complete',
  // Both succeed if the update came first: the other unit has the same price, and is paid for.
  outcomes: ['200 200, second unit', '409 200, first unit'],
  race: async (servers, round, ledger) => {
    const [firstUnit = 0, secondUnit = 0] = await servers.takeUnits(2);
    const draft = await openPaidDraft(servers.here, [firstUnit]);
    const [updated, completed] = await atOnce(
      round,
      () => saveDraft(servers.there, draft.id, [secondUnit]),
      () => complete<WireSale>(servers.here, draft.id),
    );
    const units = await Promise.all([firstUnit, secondUnit].map((id) => findUnitRow(servers.database, id)));
    const [one, two] = units.map((unit) => unit.status);
    const soldSecond = two === 'sold';
    ledger.check((soldSecond ? one : two) === 'available', 'A unit that was not sold stays held', units);
    ledger.check(
      completed.body.transaction?.transaction_items[0]?.inventory_item_id ===
        (soldSecond ? secondUnit : firstUnit),
      'The receipt names another unit than the one sold',
      draft.id,
    );
    return `${statuses(updated, completed)}, ${soldSecond ? 'second' : 'first'} unit`;
  },
};

const draftGrown: Pair = {
  name: 'unit added | complete',
  outcomes: ['200 422, 0 sold', '409 200, 1 sold'],
  race: async (servers, round) => {
    const units = await servers.takeUnits(2);
    const draft = await openPaidDraft(servers.here, units.slice(0, 1));
    const [updated, completed] = await atOnce(
      round,
      () => saveDraft(servers.there, draft.id, units),
      () => complete(servers.here, draft.id),
    );
    const rows = await Promise.all(units.map((id) => findUnitRow(servers.database, id)));
    const sold = rows.filter((unit) => unit.status === 'sold').length;
    return `${statuses(updated, completed)}, ${sold} sold`;
  },
};

const draftCancelled: Pair = {
  name: 'draft cancelled | complete',
  outcomes: ['200 404, available', '409 200, sold'],
  race: async (servers, round) => {
    const unitId = await takeUnit(servers);
    const draft = await openDraft(servers.here, [unitId]);
    // Pending: it covers the total, and the draft can still be cancelled.
    const form = { method: 'gcash', amount: draft.total_amount, reference_number: `REF${1e9 + round}` };
    await pay(servers.here, draft.id, form);
    const [cancelled, completed] = await atOnce(
      round,
      () => servers.there.delete(`/transactions/${draft.id}`),
      () => complete(servers.here, draft.id),
    );
    const { status } = await findUnitRow(servers.database, unitId);
    return `${statuses(cancelled, completed)}, ${status}`;
  },
};

const paymentTaken: Pair = {
  name: 'payment taken | draft cancelled',
  outcomes: ['201 409', '404 200'],
  race: async (servers, round) => {
    const draft = await openDraft(servers.here, [await takeUnit(servers)]);
    const [paid, cancelled] = await atOnce(
      round,
      () => addPayment(servers.here, draft.id, { method: 'cash', amount: draft.total_amount }),
      () => servers.there.delete(`/transactions/${draft.id}`),
    );
    return statuses(paid, cancelled);
  },
};

const sameKey: Pair = {
  name: 'one key | the same key',
  outcomes: ['201 201, 201 201, 200 200'],
  race: async (servers, round, ledger) => {
    const { here, there, database } = servers;
    const key = `pair-${round}`;
    const items = [{ inventory_item_id: await takeUnit(servers) }];
    const create = (till: typeof here) => till.post<WireTransaction>('/transactions', { items }, { key });
    const drafts = await atOnce(
      round,
      () => create(here),
      () => create(there),
    );
    const draft = drafts[0].body;
    const form = { method: 'cash', amount: draft.total_amount };
    const path = `/transactions/${draft.id}/payments`;
    const send = (till: typeof here) => till.post<WirePayment>(path, form, { key });
    const payments = await atOnce(
      round,
      () => send(here),
      () => send(there),
    );
    const sales = await atOnce(
      round,
      () => complete(here, draft.id, { key }),
      () => complete(there, draft.id, { key }),
    );
    for (const [one, two] of [drafts, payments, sales]) {
      ledger.check(JSON.stringify(one.body) === JSON.stringify(two.body), 'One key, two answers', [one, two]);
    }
    const rows = await database.reader
      .selectFrom('payments')
      .select('id')
      .where('transaction_id', '=', draft.id)
      .execute();
    ledger.check(rows.length === 1, 'One key, two payments', rows);
    ledger.report.retries += 3;
    return [drafts, payments, sales].map((pair) => statuses(...pair)).join(', ');
  },
};

const twoReprints: Pair = {
  name: 'reprint | reprint',
  outcomes: ['200 200, copies 1 2'],
  race: async (servers, round) => {
    const draft = await openPaidDraft(servers.here, [await takeUnit(servers)]);
    await complete(servers.here, draft.id);
    const path = `/transactions/${draft.id}/print-receipt`;
    const answers = await atOnce(
      round,
      () => servers.here.post<WireReceipt>(path),
      () => servers.there.post<WireReceipt>(path),
    );
    const copies = answers.map((answer) => answer.body.copy_no).sort();
    return `${statuses(...answers)}, copies ${copies.join(' ')}`;
  },
};

/** Calls on one draft or sale. */
export const salePairs: readonly Pair[] = [
  paymentDeleted,
  twoCompletes,
  draftUpdated,
  draftGrown,
  draftCancelled,
  paymentTaken,
  sameKey,
  twoReprints,
];
