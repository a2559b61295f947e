import { callerWith, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { complete, findUnitRow, openPaidDraft } from '#tests/support/selling.ts';
import { makeStaff, makeStore } from '#tests/support/shop.ts';
import { cancel, receive, send, sent } from '#tests/support/transfers.ts';
import type { TwoServers } from '#tests/support/two-servers.ts';
import { atOnce, statuses, type Pair } from './pair.ts';

type Ends = {
  /** The destination store. */
  to: number;
  /** A manager of the shop, at the one server. */
  sender: Caller;
  /** A manager of the other store, at the one server and at the other. */
  receivers: readonly [Caller, Caller];
};

async function makeEnds({ database, shop, urls }: TwoServers): Promise<Ends> {
  const { id: to } = await makeStore(database);
  const tokenOf = async (store_id: number) => {
    const { id } = await makeStaff(database, { store_id, role: 'store_manager' });
    return (await signInDirectly(database, id)).token;
  };
  const token = await tokenOf(to);
  const sender = callerWith(urls[0], await tokenOf(shop.store.id), unlessBusy);
  return {
    to,
    sender,
    receivers: [callerWith(urls[0], token, unlessBusy), callerWith(urls[1], token, unlessBusy)],
  };
}

/** Made once for a pair of servers. */
const made = new WeakMap<TwoServers, Promise<Ends>>();
function endsOf(servers: TwoServers): Promise<Ends> {
  const ends = made.get(servers) ?? makeEnds(servers);
  made.set(servers, ends);
  return ends;
}

/** Returns a unit's place after two calls, with their answers. */
async function outcome(
  { database, shop }: TwoServers,
  unitId: number,
  ...answers: readonly { status: number }[]
) {
  const { status, store_id } = await findUnitRow(database, unitId);
  return `${statuses(...answers)}, ${status} ${store_id === shop.store.id ? 'here' : 'there'}`;
}

const twoReceipts: Pair = {
  name: 'transfer received | received',
  outcomes: ['200 409, available there', '409 200, available there'],
  race: async (servers, round) => {
    const { to, sender, receivers } = await endsOf(servers);
    const [unitId = 0] = await servers.takeUnits(1);
    const { id } = await sent(sender, to, [unitId]);
    const answers = await atOnce(
      round,
      () => receive(receivers[0], id, [unitId]),
      () => receive(receivers[1], id, [unitId]),
    );
    return outcome(servers, unitId, ...answers);
  },
};

const receiptAgainstCancel: Pair = {
  name: 'transfer received | cancelled',
  outcomes: ['200 409, available there', '409 200, available here'],
  race: async (servers, round) => {
    const { to, sender, receivers } = await endsOf(servers);
    const [unitId = 0] = await servers.takeUnits(1);
    const { id } = await sent(sender, to, [unitId]);
    const answers = await atOnce(
      round,
      () => receive(receivers[1], id, [unitId]),
      () => cancel(sender, id),
    );
    return outcome(servers, unitId, ...answers);
  },
};

const saleAgainstTransfer: Pair = {
  name: 'complete | transfer of its unit, whose hold has lapsed',
  outcomes: ['200 409, sold here', '409 201, in_transit here'],
  race: async (servers, round) => {
    const { to, sender } = await endsOf(servers);
    const [unitId = 0] = await servers.takeUnits(1);
    const draft = await openPaidDraft(servers.there, [unitId]);
    await servers.database.write((writer) =>
      writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', unitId).execute(),
    );
    const answers = await atOnce(
      round,
      () => complete(servers.there, draft.id),
      () => send(sender, to, [unitId]),
    );
    return outcome(servers, unitId, ...answers);
  },
};

const twoTransfers: Pair = {
  name: 'transfer of a unit | transfer of it',
  outcomes: ['201 409, in_transit here', '409 201, in_transit here'],
  race: async (servers, round) => {
    const { to, sender } = await endsOf(servers);
    const elsewhere = callerWith(servers.urls[1], sender.token, unlessBusy);
    const [unitId = 0, other = 0] = await servers.takeUnits(2);
    const answers = await atOnce(
      round,
      () => send(sender, to, [unitId, other]),
      () => send(elsewhere, to, [other, unitId]),
    );
    return outcome(servers, unitId, ...answers);
  },
};

export const transferPairs: readonly Pair[] = [
  twoReceipts,
  receiptAgainstCancel,
  saleAgainstTransfer,
  twoTransfers,
];
