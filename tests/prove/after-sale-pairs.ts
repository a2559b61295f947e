import { signInDirectly } from '#tests/support/proving.ts';
import { makeCustomer, makeStaff } from '#tests/support/shop.ts';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { letAnHourPass } from '#tests/support/mails.ts';
import {
  addPayment,
  complete,
  completeInCash,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  refundSale,
  sell,
  voidSale,
  type WirePayment,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import type { TwoServers } from '#tests/support/two-servers.ts';
import { atOnce, statuses, type Pair } from './pair.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

/** Signs a manager in at both servers; the tills' own people may neither void nor refund. */
export async function managers({
  database,
  shop,
  urls,
}: TwoServers): Promise<{ here: Caller; there: Caller }> {
  const person = await makeStaff(database, { store_id: shop.store.id, role: 'store_manager' });
  const { token } = await signInDirectly(database, person.id);
  return { here: callerWith(urls[0], token, unlessBusy), there: callerWith(urls[1], token, unlessBusy) };
}

/** A completed sale of some units to a customer with an account, paid in cash. */
export async function sellTo(servers: TwoServers, units: number): Promise<WireTransaction> {
  const customer = await makeCustomer(servers.database);
  const unitIds = await servers.takeUnits(units);
  return (await sell(servers.here, unitIds, { customer_id: customer.id })).transaction;
}

/** Makes a completed sale of a unit with a pending payment. */
async function sellOnTrust(servers: TwoServers, round: number) {
  const draft = await openDraft(servers.here, await servers.takeUnits(1));
  const form = { method: 'gcash', amount: draft.total_amount, reference_number: `TRUST${round}` };
  const payment = await pay(servers.here, draft.id, form);
  const { transaction: sale } = expectDone(await complete<WireSale>(servers.here, draft.id));
  return { sale, payment };
}

export const saleNow = async ({ here }: TwoServers, sale: WireTransaction) =>
  expectDone(await here.get<WireTransaction>(`/transactions/${sale.id}`));
export const unitOf = (sale: WireTransaction, index = 0) =>
  sale.transaction_items[index]?.inventory_item_id ?? 0;
const lineOf = (sale: WireTransaction, index: number) => ({ id: sale.transaction_items[index]?.id });
const remove = (by: Caller, { id }: WirePayment) => by.delete(`/payments/${id}`, { reason: 'Race' });
const verify = (by: Caller, { id }: WirePayment) => by.post(`/payments/${id}/verify`, {});
const fail = (by: Caller, { id }: WirePayment) => by.post(`/payments/${id}/mark-failed`, { reason: 'Race' });

const twoRefunds: Pair = {
  name: 'refund | refund of one unit',
  outcomes: ['200 409, 1 refund', '409 200, 1 refund'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 2);
    const body = { items: [lineOf(sale, 0)] };
    const answers = await atOnce(
      round,
      () => refundSale(here, sale.id, body),
      () => refundSale(there, sale.id, body),
    );
    return `${statuses(...answers)}, ${(await saleNow(servers, sale)).refunds.length} refund`;
  },
};

const twoUnits: Pair = {
  name: 'refund of one unit | refund of the other',
  outcomes: ['200 200, refunded'],
  race: async (servers, round, ledger) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 2);
    const answers = await atOnce(
      round,
      () => refundSale(here, sale.id, { items: [lineOf(sale, 0)] }),
      () => refundSale(there, sale.id, { items: [lineOf(sale, 1)] }),
    );
    const after = await saleNow(servers, sale);
    ledger.check(after.refunded_amount === sale.total_amount, 'Two refunds gave back another sum', after.id);
    return `${statuses(...answers)}, ${after.status}`;
  },
};

const voidOrRefund: Pair = {
  name: 'void | refund',
  outcomes: ['200 409, void', '409 200, refunded'],
  race: async (servers, round, ledger) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const answers = await atOnce(
      round,
      () => voidSale(here, sale.id, 'Race'),
      () => refundSale(there, sale.id),
    );
    const after = await saleNow(servers, sale);
    const unit = await findUnitRow(servers.database, unitOf(sale));
    ledger.check(unit.status === 'available', 'A unit that came back is not available', unit.status);
    ledger.check(after.customer?.loyalty_points === 0, 'Points of what came back stay', after.customer);
    return `${statuses(...answers)}, ${after.status}`;
  },
};

const verifyOrVoid: Pair = {
  name: 'payment verified | void',
  outcomes: ['200 200, completed', '409 200, failed'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const { sale, payment } = await sellOnTrust(servers, round);
    const answers = await atOnce(
      round,
      () => verify(here, payment),
      () => voidSale(there, sale.id, 'Race'),
    );
    return `${statuses(...answers)}, ${(await saleNow(servers, sale)).payments[0]?.status}`;
  },
};

const verifyOrFail: Pair = {
  name: 'payment verified | marked failed',
  outcomes: ['200 409, nothing due', '409 200, all due'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const { sale, payment } = await sellOnTrust(servers, round);
    const answers = await atOnce(
      round,
      () => verify(here, payment),
      () => fail(there, payment),
    );
    const { balance_due } = await saleNow(servers, sale);
    const due = { 0: 'nothing', [sale.total_amount]: 'all' }[balance_due];
    return `${statuses(...answers)}, ${due} due`;
  },
};

const paidTwice: Pair = {
  name: 'balance paid | balance paid',
  outcomes: ['201 409, nothing due', '409 201, nothing due'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const { sale, payment } = await sellOnTrust(servers, round);
    expectDone<object>(await fail(here, payment));
    const form = { method: 'cash', amount: sale.total_amount };
    const answers = await atOnce(
      round,
      () => addPayment(here, sale.id, form),
      () => addPayment(there, sale.id, form),
    );
    const { balance_due } = await saleNow(servers, sale);
    return `${statuses(...answers)}, ${balance_due === 0 ? 'nothing' : balance_due} due`;
  },
};

const deletedOrRefunded: Pair = {
  name: 'payment deleted | refund',
  outcomes: ['200 200, 0 back', '409 200, all back'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const [cash] = sale.payments;
    if (!cash) throw new Error('The sale was paid');
    const answers = await atOnce(
      round,
      () => remove(here, cash),
      () => refundSale(there, sale.id),
    );
    const { refunded_amount } = await saleNow(servers, sale);
    return `${statuses(...answers)}, ${refunded_amount === sale.total_amount ? 'all' : refunded_amount} back`;
  },
};

const mailedTwice: Pair = {
  name: 'receipt mailed | mailed with one key',
  outcomes: ['200 200, 1 mail'],
  race: async (servers, round) => {
    const sale = await sellTo(servers, 1);
    await letAnHourPass(servers.database);
    const recipient = `race${sale.id}@shop.test`;
    const send = (till: Caller) =>
      till.post(`/transactions/${sale.id}/email-receipt`, { email: recipient }, { key: `mail-${round}` });
    const answers = await atOnce(
      round,
      () => send(servers.here),
      () => send(servers.there),
    );
    const mails = await servers.database.reader
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', recipient)
      .execute();
    return `${statuses(...answers)}, ${mails.length} mail`;
  },
};

export const bring = (by: Caller, sale: WireTransaction) =>
  by.post(`/inventory/${unitOf(sale)}/trade-in`, BROUGHT);

const tradedInTwice: Pair = {
  name: 'trade-in | trade-in of one unit',
  outcomes: ['200 409, on_hold used', '409 200, on_hold used'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const answers = await atOnce(
      round,
      () => bring(here, sale),
      () => bring(there, sale),
    );
    const { status, category } = await findUnitRow(servers.database, unitOf(sale));
    return `${statuses(...answers)}, ${status} ${category}`;
  },
};

const tradedInOrRefunded: Pair = {
  name: 'trade-in | refund of one unit',
  outcomes: ['200 409, 0 refunds, used', '409 200, 1 refunds, new'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const answers = await atOnce(
      round,
      () => bring(here, sale),
      () => refundSale(there, sale.id),
    );
    const { category } = await findUnitRow(servers.database, unitOf(sale));
    const { refunds } = await saleNow(servers, sale);
    return `${statuses(...answers)}, ${refunds.length} refunds, ${category}`;
  },
};

/** Makes a draft of a unit, and what exchanges a sale's only unit for it. */
async function exchangeOf(servers: TwoServers, by: Caller, sale: WireTransaction) {
  const draft = await openDraft(by, await servers.takeUnits(1));
  const body = { transaction_id: sale.id, items: [lineOf(sale, 0)], reason: 'Race', draft_id: draft.id };
  return { draft, send: (at: Caller) => at.post<object>('/exchanges', body) };
}

const exchangedTwice: Pair = {
  name: 'exchange | exchange of one unit for two others',
  outcomes: ['200 409, completed draft', '409 200, draft completed'],
  race: async (servers, round, ledger) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const [first, second] = [await exchangeOf(servers, here, sale), await exchangeOf(servers, here, sale)];
    const answers = await atOnce(
      round,
      () => first.send(here),
      () => second.send(there),
    );
    const { refunds, refunded_amount } = await saleNow(servers, sale);
    ledger.check(refunds.length === 1, 'A unit was exchanged more than once', refunds);
    ledger.check(refunded_amount === sale.total_amount, 'An exchange carried another sum', refunded_amount);
    const states = await Promise.all([first, second].map(({ draft }) => saleNow(servers, draft)));
    return `${statuses(...answers)}, ${states.map(({ status }) => status).join(' ')}`;
  },
};

const exchangedOrRefunded: Pair = {
  name: 'exchange | refund of one unit',
  outcomes: ['200 409, completed', '409 200, draft'],
  race: async (servers, round, ledger) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const { draft, send } = await exchangeOf(servers, here, sale);
    const answers = await atOnce(
      round,
      () => send(here),
      () => refundSale(there, sale.id),
    );
    const { refunds } = await saleNow(servers, sale);
    ledger.check(refunds.length === 1, 'A unit came back more than once', refunds);
    return `${statuses(...answers)}, ${(await saleNow(servers, draft)).status}`;
  },
};

const exchangedOrTradedIn: Pair = {
  name: 'exchange | trade-in of one unit',
  outcomes: ['200 409, 1 refunds, completed', '409 200, 0 refunds, draft'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const { draft, send } = await exchangeOf(servers, here, sale);
    const answers = await atOnce(
      round,
      () => send(here),
      () => bring(there, sale),
    );
    const { refunds } = await saleNow(servers, sale);
    return `${statuses(...answers)}, ${refunds.length} refunds, ${(await saleNow(servers, draft)).status}`;
  },
};

const exchangedOrSold: Pair = {
  name: 'exchange for a draft | completion of the draft',
  outcomes: ['200 409, 1 refunds', '409 200, 0 refunds'],
  race: async (servers, round) => {
    const { here, there } = await managers(servers);
    const sale = await sellTo(servers, 1);
    const { draft, send } = await exchangeOf(servers, here, sale);
    const answers = await atOnce(
      round,
      () => send(here),
      () => completeInCash(there, draft),
    );
    return `${statuses(...answers)}, ${(await saleNow(servers, sale)).refunds.length} refunds`;
  },
};

/** Calls that meet at one completed sale. */
export const afterSalePairs: readonly Pair[] = [
  twoRefunds,
  twoUnits,
  voidOrRefund,
  verifyOrVoid,
  verifyOrFail,
  paidTwice,
  deletedOrRefunded,
  mailedTwice,
  tradedInTwice,
  tradedInOrRefunded,
  exchangedTwice,
  exchangedOrRefunded,
  exchangedOrTradedIn,
  exchangedOrSold,
];
