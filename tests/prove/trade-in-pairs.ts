import {
  complete,
  completeInCash,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  voidSale,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeImei } from '#tests/support/shop.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';
import type { Caller } from '#tests/support/http.ts';
import type { TwoServers } from '#tests/support/two-servers.ts';
import { bring, managers, saleNow, sellTo, unitOf } from './after-sale-pairs.ts';
import { atOnce, statuses, type Pair } from './pair.ts';

const AGREED = 500;

let made = 500_000;
const freshImei = () => makeImei((made += 1));

/** Brings a phone that the chain never had, in payment of a draft. */
const bringNew = (by: Caller, { shop }: TwoServers, imei: string, draft: WireTransaction) =>
  by.post<{ id: number; trade_in: { id: number } }>('/inventory/trade-ins', {
    ...BROUGHT,
    product_variation_id: shop.variation.id,
    imei,
    amount: AGREED,
    transaction_id: draft.id,
    version: draft.version,
  });

const draftOf = async (servers: TwoServers, by: Caller) => openDraft(by, await servers.takeUnits(1));

/** Makes a draft that a traded-in phone pays in part. */
async function draftPaidByPhone(servers: TwoServers, by: Caller) {
  const draft = await draftOf(servers, by);
  const { id: phone, trade_in } = expectDone(await bringNew(by, servers, freshImei(), draft));
  await pay(by, draft.id, { method: 'cash', amount: draft.total_amount - AGREED });
  return { draft, phone, tradeIn: trade_in };
}

const statusOf = async ({ database }: TwoServers, unitId: number) =>
  (await findUnitRow(database, unitId)).status;

const boughtTwice: Pair = {
  name: 'trade-in | trade-in of one phone that was never ours, each in payment of a cart',
  outcomes: ['201 422, paid 500 0', '422 201, paid 0 500'],
  race: async (servers, round, ledger) => {
    const { here, there } = await managers(servers);
    const imei = freshImei();
    const [first, second] = [await draftOf(servers, here), await draftOf(servers, there)];
    const answers = await atOnce(
      round,
      () => bringNew(here, servers, imei, first),
      () => bringNew(there, servers, imei, second),
    );
    const { phones } = await servers.database.reader
      .selectFrom('trade_ins as trade_in')
      .innerJoin('inventory_items as unit', 'unit.id', 'trade_in.inventory_item_id')
      .select((eb) => eb.fn.count<number>('trade_in.id').as('phones'))
      .where('unit.imei', '=', imei)
      .executeTakeFirstOrThrow();
    ledger.check(Number(phones) === 1, 'One phone was bought more than once, or never', phones);
    const paid: number[] = [];
    for (const draft of [first, second]) {
      const { payments } = await saleNow(servers, draft);
      paid.push(payments.reduce((sum, { amount }) => sum + amount, 0));
    }
    return `${statuses(...answers)}, paid ${paid.join(' ')}`;
  },
};

const tradedInOrVoided: Pair = {
  name: 'trade-in | void of the sale that the unit is of',
  outcomes: ['200 409, completed on_hold', '409 200, void available'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const answers = await atOnce(
      round,
      () => bring(here, sale),
      () => voidSale(there, sale.id, 'Race'),
    );
    const { status } = await saleNow(servers, sale);
    return `${statuses(...answers)}, ${status} ${await statusOf(servers, unitOf(sale))}`;
  },
};

const takenOutOrCompleted: Pair = {
  name: 'payment by trade-in deleted | complete',
  // A manager deletes it after the sale, too: the sale owes the amount then.
  outcomes: ['200 422, draft returned, 0 due', '200 200, completed returned, 500 due'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const { draft, phone } = await draftPaidByPhone(servers, here);
    const { payments } = await saleNow(servers, draft);
    const traded = payments.find(({ method }) => method === 'trade_in');
    const answers = await atOnce(
      round,
      () => there.delete(`/payments/${traded?.id}`, { reason: 'Race' }),
      () => complete(here, draft.id),
    );
    const { status, balance_due: due } = await saleNow(servers, draft);
    return `${statuses(...answers)}, ${status} ${await statusOf(servers, phone)}, ${due} due`;
  },
};

const clearedOrVoided: Pair = {
  name: 'trade-in cleared | void of the sale that it paid for',
  // A cleared unit goes back, too, while it stands in stock.
  outcomes: ['200 200, returned', '409 200, returned'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const { draft, phone, tradeIn } = await draftPaidByPhone(servers, here);
    const { transaction: sale } = expectDone(await complete<WireSale>(here, draft.id));
    const answers = await atOnce(
      round,
      () => here.post(`/trade-ins/${tradeIn.id}/clear`, { reference: 'Race' }),
      () => voidSale(there, sale.id, 'Race'),
    );
    return `${statuses(...answers)}, ${await statusOf(servers, phone)}`;
  },
};

const pricedOrSold: Pair = {
  name: 'price of a unit set | complete of the draft whose hold of it has lapsed',
  outcomes: ['200 422, draft', '409 200, completed'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const [unitId = 0] = await servers.takeUnits(1);
    const draft = await openDraft(there, [unitId]);
    await servers.database.write((writer) =>
      writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', unitId).execute(),
    );
    const items = [{ inventory_item_id: unitId, own_price: draft.total_amount + 1 }];
    const answers = await atOnce(
      round,
      () => here.put('/inventory/prices', { items }),
      () => completeInCash(there, draft),
    );
    return `${statuses(...answers)}, ${(await saleNow(servers, draft)).status}`;
  },
};

/** Calls that meet at a traded-in unit, and at the price of one. */
export const tradeInPairs: readonly Pair[] = [
  boughtTwice,
  tradedInOrVoided,
  takenOutOrCompleted,
  clearedOrVoided,
  pricedOrSold,
];
