import type { Contract } from '#contract/index.ts';
import type { Database, Reader } from '#server/db/access.ts';
import type { Caller } from '#tests/support/http.ts';
import { complete, findUnitRow, openDraft, openPaidDraft, pay } from '#tests/support/selling.ts';
import type { Shop } from '#tests/support/shop.ts';

export type World = {
  database: Database;
  shop: Shop;
  /** Signed in at the server itself; its sign-in is the one that sends through the proxy, too. */
  till: Caller;
  takeUnit: () => Promise<number>;
};

/** One change, ready to be sent: how, and whether it was done exactly once when it was answered. */
export type Wish = {
  method: 'post' | 'put' | 'delete';
  path: string;
  body?: object;
  isDoneOnce: (answer: unknown) => Promise<boolean>;
};

/** Area and name of a route, as the audit log names it. */
export type RouteName = {
  [A in keyof Contract]: `${A & string}.${keyof Contract[A] & string}`;
}[keyof Contract];

const draftsOf = async ({ database, shop }: World) => {
  const { reader } = database;
  const rows = await reader
    .selectFrom('transactions')
    .select('id')
    .where('store_id', '=', shop.store.id)
    .execute();
  return rows.length;
};
const heldOf = async ({ database, shop }: World) => {
  const rows = await database.reader
    .selectFrom('inventory_items')
    .select('id')
    .where('store_id', '=', shop.store.id)
    .where('status', '=', 'locked')
    .execute();
  return rows.length;
};
const audited = async (reader: Reader, action: RouteName, subjectId: number) => {
  const rows = await reader
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .execute();
  return rows.length;
};
const seriesOf = async ({ database, shop }: World, kind: 'draft' | 'invoice') => {
  const row = await database.reader
    .selectFrom('number_series')
    .select('last_no')
    .where('store_id', '=', shop.store.id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.last_no ?? 0;
};
const saleRow = ({ database }: World, id: number) =>
  database.reader.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A second lock would have made another token. */
const hasToken =
  ({ database }: World, unitId: number) =>
  async (answer: unknown) =>
    (await findUnitRow(database, unitId)).lock_token === (answer as { lockToken: string }).lockToken;

/** How to prepare every change that takes a key; a change of the contract that is not here is a finding. */
export const mutations: Partial<Record<RouteName, (world: World) => Promise<Wish>>> = {
  'pos.lock': async (world) => {
    const unitId = await world.takeUnit();
    return { method: 'post', path: `/pos/inventory/${unitId}/lock`, isDoneOnce: hasToken(world, unitId) };
  },

  'pos.lockNext': async (world) => {
    const before = await heldOf(world);
    const path = `/pos/variations/${world.shop.variation.id}/lock-next`;
    return { method: 'post', path, isDoneOnce: async () => (await heldOf(world)) === before + 1 };
  },

  'pos.unlock': async (world) => {
    const unitId = await world.takeUnit();
    await world.till.post(`/pos/inventory/${unitId}/lock`);
    const isDoneOnce = async () => (await findUnitRow(world.database, unitId)).status === 'available';
    return { method: 'post', path: `/pos/inventory/${unitId}/unlock`, isDoneOnce };
  },

  'pos.scan': async (world) => {
    const unitId = await world.takeUnit();
    const { imei } = await findUnitRow(world.database, unitId);
    return { method: 'post', path: '/pos/scan', body: { code: imei }, isDoneOnce: hasToken(world, unitId) };
  },

  'transactions.create': async (world) => {
    const [drafts, number] = [await draftsOf(world), await seriesOf(world, 'draft')];
    return {
      method: 'post',
      path: '/transactions',
      body: { items: [{ inventory_item_id: await world.takeUnit() }] },
      isDoneOnce: async () =>
        (await draftsOf(world)) === drafts + 1 && (await seriesOf(world, 'draft')) === number + 1,
    };
  },

  'transactions.update': async (world) => {
    const draft = await openDraft(world.till, [await world.takeUnit()]);
    return {
      method: 'put',
      path: `/transactions/${draft.id}`,
      body: { items: [{ inventory_item_id: await world.takeUnit() }] },
      isDoneOnce: async () => (await saleRow(world, draft.id)).version === draft.version + 1,
    };
  },

  'transactions.delete': async (world) => {
    const { id } = await openDraft(world.till, [await world.takeUnit()]);
    const isDoneOnce = async () => (await audited(world.database.reader, 'transactions.delete', id)) === 1;
    return { method: 'delete', path: `/transactions/${id}`, isDoneOnce };
  },

  'transactions.refreshLocks': async (world) => {
    const draft = await openDraft(world.till, [await world.takeUnit()]);
    const isDoneOnce = async () => (await saleRow(world, draft.id)).version === draft.version + 1;
    const path = `/transactions/${draft.id}/refresh-locks`;
    return { method: 'post', path, body: { resume: true }, isDoneOnce };
  },

  'transactions.complete': async (world) => {
    const { id } = await openPaidDraft(world.till, [await world.takeUnit()]);
    const before = await seriesOf(world, 'invoice');
    return {
      method: 'post',
      path: `/transactions/${id}/complete`,
      body: {},
      isDoneOnce: async () =>
        (await seriesOf(world, 'invoice')) === before + 1 &&
        (await audited(world.database.reader, 'transactions.complete', id)) === 1,
    };
  },

  'transactions.printReceipt': async (world) => {
    const { id } = await openPaidDraft(world.till, [await world.takeUnit()]);
    await complete(world.till, id);
    const isDoneOnce = async () => (await saleRow(world, id)).copies_printed === 1;
    return { method: 'post', path: `/transactions/${id}/print-receipt`, isDoneOnce };
  },

  'payments.create': async (world) => {
    const { id } = await openDraft(world.till, [await world.takeUnit()]);
    const rows = world.database.reader.selectFrom('payments').select('id').where('transaction_id', '=', id);
    return {
      method: 'post',
      path: `/transactions/${id}/payments`,
      body: { method: 'cash', amount: 100 },
      isDoneOnce: async () => (await rows.execute()).length === 1,
    };
  },

  'payments.delete': async (world) => {
    const draft = await openDraft(world.till, [await world.takeUnit()]);
    const { id } = await pay(world.till, draft.id, { method: 'cash', amount: 100 });
    const isDoneOnce = async () => (await audited(world.database.reader, 'payments.delete', id)) === 1;
    return { method: 'delete', path: `/payments/${id}`, body: { reason: 'Proof' }, isDoneOnce };
  },

  'stores.switch': async ({ database, shop }) => {
    const { id } = shop.store;
    const before = await audited(database.reader, 'stores.switch', id);
    const isDoneOnce = async () => (await audited(database.reader, 'stores.switch', id)) === before + 1;
    return { method: 'post', path: '/stores/switch', body: { store_id: id }, isDoneOnce };
  },
};
