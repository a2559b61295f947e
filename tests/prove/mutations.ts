import type { Contract } from '#contract/index.ts';
import { tenders } from '#domain/payments.ts';
import type { Database, Reader } from '#server/db/access.ts';
import { insertPlace } from '#server/modules/backups/backups.repository.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  openPaidDraft,
  pay,
  sell,
} from '#tests/support/selling.ts';
import { letAnHourPass } from '#tests/support/mails.ts';
import { setQuantity, started } from '#tests/support/counts.ts';
import { generated } from '#tests/support/qr-codes.ts';
import { applied, checked, csvOf, fileForm } from '#tests/support/imports.ts';
import { makeOrder, ordered, receiveOne, type WireOrder } from '#tests/support/purchase-orders.ts';
import { freshSerials, type WireExpected, type WireReceipts } from '#tests/support/receiving.ts';
import {
  makeCable,
  makeCustomer,
  makeStaff,
  makeStore,
  makeSupplier,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';
import { makeReturn } from '#tests/support/supplier-returns.ts';
import { settingsForm } from '#tests/support/store-settings.ts';
import { scanned, send, type WireTransfer } from '#tests/support/transfers.ts';
import { approvalMutations } from './approval-mutations.ts';
import { offlineMutations } from './offline-mutations.ts';
import { shiftMutations } from './shift-mutations.ts';
import { draw, formOf } from '#tests/support/uploads.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

export type World = {
  database: Database;
  shop: Shop;
  /** Signed in at the server itself; the same sign-in sends through the proxy. */
  till: Caller;
  takeUnit: () => Promise<number>;
};

/** One mutation, ready to be sent, with a check that it was done exactly once when it was answered. */
export type MutationRequest = {
  method: 'post' | 'put' | 'delete';
  path: string;
  body?: object;
  isDoneOnce: (answer: unknown) => Promise<boolean>;
};

/** Module and name of a route, as the audit log names it. */
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
/** Counts the audit events of an action, or of an action on one target. */
export const audited = async (reader: Reader, action: RouteName, targetId?: number) => {
  const all = reader.selectFrom('audit_log').select('id').where('action', '=', action);
  const rows = await (targetId === undefined ? all : all.where('subject_id', '=', targetId)).execute();
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

const takePending = async (world: World) => {
  const { id } = await openDraft(world.till, [await world.takeUnit()]);
  return pay(world.till, id, { method: 'gcash', amount: 100, reference_number: 'PROOF' });
};
const paymentRow = ({ database }: World, id: number) =>
  database.reader.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const picturesOf = async ({ database }: World) =>
  (await database.reader.selectFrom('media').select('id').execute()).length;
const screenshotForm = async () => formOf(await draw(40, 30), { type: 'payment_screenshot' });

const pointsTaken = ({ database }: World, customerId: number) =>
  database.reader
    .selectFrom('loyalty_entries')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('points', '<', 0);

/** Returns a customer's balance after each change. */
const balancesOf = async ({ database }: World, customerId: number) => {
  const entries = await database.reader
    .selectFrom('loyalty_entries')
    .select('balance')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return entries.map(({ balance }) => balance);
};

/** Changes or deletes a product, with one audit event. */
const onceProduct =
  (action: RouteName, method: 'put' | 'delete', body?: object) =>
  async ({ database }: World) => {
    const { id } = (await makeVariation(database)).product;
    const isDoneOnce = async () => (await audited(database.reader, action, id)) === 1;
    return { method, path: `/products/${id}`, body, isDoneOnce };
  };

/** Returns a product's history, oldest first. */
const historyOf = async ({ database }: World, productId: number) => {
  const rows = await database.reader
    .selectFrom('product_history')
    .select('field')
    .where('product_id', '=', productId)
    .orderBy('id')
    .execute();
  return rows.map(({ field }) => field);
};

/** Changes a person, with one audit event. */
const oncePerson =
  (action: RouteName, method: 'put' | 'delete', body?: object) =>
  async ({ database, shop }: World) => {
    const { id } = await makeStaff(database, { store_id: shop.store.id });
    const isDoneOnce = async () => (await audited(database.reader, action, id)) === 1;
    return { method, path: `/staff/${id}`, body, isDoneOnce };
  };

/** Changes a role, with one more audit event. */
const onceRole =
  (action: RouteName, method: 'put' | 'delete', role: string, body?: object) =>
  async ({ database }: World) => {
    const events = database.reader.selectFrom('audit_log').select('id').where('action', '=', action);
    const before = (await events.execute()).length;
    const isDoneOnce = async () => (await events.execute()).length === before + 1;
    return { method, path: `/roles/${role}`, body, isDoneOnce };
  };

/** A second lock would have made another token. */
const hasToken =
  ({ database }: World, unitId: number) =>
  async (answer: unknown) =>
    (await findUnitRow(database, unitId)).lock_token === (answer as { lockToken: string }).lockToken;

/** Takes a unit in trade; returns the id of the trade-in. */
async function tradedIn(world: World): Promise<number> {
  const { category: _used, ...form } = unitForm(world);
  const made = await world.till.post<{ trade_in: { id: number } }>('/inventory/trade-ins', {
    ...form,
    ...BROUGHT,
  });
  return expectDone(made).trade_in.id;
}

let unitsMade = 0;
const unitForm = ({ shop }: World) => ({
  product_variation_id: shop.variation.id,
  category: 'new',
  serial_number: `PROOF-${(unitsMade += 1)}-${crypto.randomUUID().toUpperCase()}`,
});
const eventsOf = ({ database }: World, unitId: number) =>
  database.reader.selectFrom('unit_events').select('id').where('inventory_item_id', '=', unitId).execute();
const orderOf = async ({ till }: World, id: number) =>
  expectDone(await till.get<WireOrder>(`/supplier-transactions/${id}`));

/** Makes a transfer of a unit between the shop's store and another one. */
const transferOf = async ({ database, shop, till }: World, direction: 'out' | 'in') => {
  const other = await makeStore(database);
  const [from, to] = direction === 'out' ? [shop.store, other] : [other, shop.store];
  const place = { store_id: from.id, product_variation_id: shop.variation.id };
  const [unit] = await makeUnits(database, { count: 1, ...place });
  if (!unit) throw new Error('No unit was made');
  const { id } = expectDone(await send<WireTransfer>(till, to.id, [unit.id], { storeId: from.id }));
  return { id, unit, path: `/inventory/transfers/${id}` };
};

/** Makes a count of one product of the shop, with one unit in stock. */
const countOf = async ({ database, shop, till }: World) => {
  const variation = await makeCable(database);
  const place = { store_id: shop.store.id, product_variation_id: variation.id };
  const [unit] = await makeUnits(database, { count: 1, ...place });
  if (!unit) throw new Error('No unit was made');
  const { id } = await started(till, { product_id: variation.product.id });
  return { id, unit, variation, path: `/inventory/counts/${id}` };
};

/** Makes an import of one phone, checked and not yet applied. */
const importOf = async ({ database, till }: World) => {
  const { id: variationId, product } = await makeVariation(database);
  const rows = [
    ['SKU', 'Serial number', 'Category'],
    [product.sku, `PROOF-${variationId}`, 'new'],
  ];
  const { id } = await checked(till, 'inventory', csvOf(rows));
  return { id, path: `/imports/${id}` };
};

/** Uploads a file of a kind, with a header row only. */
const uploads =
  (kind: 'products' | 'prices' | 'inventory' | 'customers') =>
  async (world: World): Promise<MutationRequest> => {
    const file_name = `${kind}-${await world.takeUnit()}.csv`;
    const isDoneOnce = async () => {
      const made = world.database.reader
        .selectFrom('imports')
        .select('id')
        .where('file_name', '=', file_name);
      return (await made.execute()).length === 1;
    };
    const body = fileForm('One,Other\n1,2\n', file_name);
    return { method: 'post', path: `/imports/${kind}`, body, isDoneOnce };
  };

/** Opens another session of the caller; returns its id. */
const signInElsewhere = ({ database, shop }: World) =>
  database.write(async (writer) => {
    const id = writer.nextId();
    const now = Date.now();
    const session = { id, staff_id: shop.seller.id, created_at: now, expires_at: now + 3_600_000 };
    await writer
      .insertInto('sessions')
      .values({ ...session, token_hash: crypto.randomUUID() })
      .execute();
    return id;
  });
const isSignedInThere = async ({ database }: World, id: number) =>
  (await database.reader.selectFrom('sessions').select('id').where('id', '=', id).execute()).length === 1;

/** Prepares every keyed mutation that `plainMutation` does not know; one that neither knows is a finding. */
export const mutations: Partial<Record<RouteName, (world: World) => Promise<MutationRequest>>> = {
  'account.endSession': async (world) => {
    const id = await signInElsewhere(world);
    const isDoneOnce = async () =>
      !(await isSignedInThere(world, id)) &&
      (await audited(world.database.reader, 'account.endSession', id)) === 1;
    return { method: 'delete', path: `/staff/sessions/${id}`, isDoneOnce };
  },

  'backups.removePlace': async ({ database, shop }) => {
    const folder = `/proof/${crypto.randomUUID()}`;
    const { id } = await database.write((writer) => insertPlace(writer, folder, shop.seller.id, Date.now()));
    const isDoneOnce = async () => (await audited(database.reader, 'backups.removePlace', id)) === 1;
    return { method: 'delete', path: `/backups/places/${id}`, isDoneOnce };
  },

  'account.endOtherSessions': async (world) => {
    const id = await signInElsewhere(world);
    const isDoneOnce = async () => !(await isSignedInThere(world, id));
    return { method: 'delete', path: '/staff/sessions', isDoneOnce };
  },

  ...shiftMutations,
  ...offlineMutations,
  ...approvalMutations,

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

  'pos.lockPaidFor': async (world) => {
    const unitId = await world.takeUnit();
    const isDoneOnce = async () =>
      (await audited(world.database.reader, 'pos.lockPaidFor', unitId)) === 1 &&
      (await findUnitRow(world.database, unitId)).status === 'locked';
    return { method: 'post', path: `/pos/inventory/${unitId}/lock-paid-for`, isDoneOnce };
  },

  'pos.setPrice': async (world) => {
    // A unit that has a price already is refused.
    const used = { ...unitForm(world), category: 'used', condition_rating: 4 };
    const { id } = expectDone(await world.till.post<{ id: number }>('/inventory', used));
    const isDoneOnce = async () => (await audited(world.database.reader, 'pos.setPrice', id)) === 1;
    return { method: 'post', path: `/pos/inventory/${id}/price`, body: { own_price: 500 }, isDoneOnce };
  },

  'pos.noSale': (world) => {
    const reason = `Proof ${crypto.randomUUID()}`;
    const rows = world.database.reader
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'pos.noSale')
      .where('details_json', '=', JSON.stringify({ reason }));
    const isDoneOnce = async () => (await rows.execute()).length === 1;
    return Promise.resolve({ method: 'post', path: '/pos/no-sale', body: { reason }, isDoneOnce });
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
    const { id: customer_id } = await makeCustomer(world.database);
    const { id } = await openPaidDraft(world.till, [await world.takeUnit()], { customer_id });
    const receiptEmail = `sale-${id}@shop.test`;
    const before = await seriesOf(world, 'invoice');
    const { reader } = world.database;
    const points = reader.selectFrom('loyalty_entries').select('id').where('customer_id', '=', customer_id);
    const mails = reader.selectFrom('outbox').select('id').where('recipient', '=', receiptEmail);
    return {
      method: 'post',
      path: `/transactions/${id}/complete`,
      body: { receiptEmail },
      isDoneOnce: async () =>
        (await seriesOf(world, 'invoice')) === before + 1 &&
        (await points.execute()).length === 1 &&
        (await mails.execute()).length === 1 &&
        (await audited(reader, 'transactions.complete', id)) === 1,
    };
  },

  'transactions.void': async (world) => {
    const { id: customer_id } = await makeCustomer(world.database);
    const { transaction } = await sell(world.till, [await world.takeUnit()], { customer_id });
    const taken = pointsTaken(world, customer_id);
    const isDoneOnce = async () =>
      (await saleRow(world, transaction.id)).status === 'void' && (await taken.execute()).length === 1;
    return {
      method: 'post',
      path: `/transactions/${transaction.id}/void`,
      body: { reason: 'Proof' },
      isDoneOnce,
    };
  },

  'transactions.refund': async (world) => {
    const { id: customer_id } = await makeCustomer(world.database);
    const units = [await world.takeUnit(), await world.takeUnit()];
    const { transaction } = await sell(world.till, units, { customer_id });
    const { id } = transaction;
    const items = [{ id: transaction.transaction_items[0]?.id }];
    const refunds = world.database.reader.selectFrom('refunds').select('id').where('transaction_id', '=', id);
    const taken = pointsTaken(world, customer_id);
    const isDoneOnce = async () =>
      (await refunds.execute()).length === 1 && (await taken.execute()).length === 1;
    const body = { items, reason: 'Proof' };
    return { method: 'post', path: `/transactions/${id}/refund`, body, isDoneOnce };
  },

  'transactions.exchange': async (world) => {
    const { transaction: sale } = await sell(world.till, [await world.takeUnit()]);
    const draft = await openDraft(world.till, [await world.takeUnit()]);
    const isDoneOnce = async () => {
      const [first, second] = await Promise.all([saleRow(world, sale.id), saleRow(world, draft.id)]);
      return first.status === 'refunded' && second.status === 'completed';
    };
    const payments = [{ method: 'cash', amount: draft.total_amount }];
    const items = sale.transaction_items.map(({ id }) => ({ id }));
    const body = { transaction_id: sale.id, items, reason: 'Proof', draft_id: draft.id, payments };
    return { method: 'post', path: '/exchanges', body, isDoneOnce };
  },

  'transactions.emailReceipt': async (world) => {
    await letAnHourPass(world.database);
    const { transaction } = await sell(world.till, [await world.takeUnit()]);
    const email = `copy-${transaction.id}@shop.test`;
    const mails = world.database.reader.selectFrom('outbox').select('id').where('recipient', '=', email);
    const isDoneOnce = async () => (await mails.execute()).length === 1;
    return {
      method: 'post',
      path: `/transactions/${transaction.id}/email-receipt`,
      body: { email },
      isDoneOnce,
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

  'payments.verify': async (world) => {
    const { id } = await takePending(world);
    const isDoneOnce = async () =>
      (await paymentRow(world, id)).status === 'completed' &&
      (await audited(world.database.reader, 'payments.verify', id)) === 1;
    return { method: 'post', path: `/payments/${id}/verify`, body: { notes: 'Proof' }, isDoneOnce };
  },

  'payments.markFailed': async (world) => {
    const { id } = await takePending(world);
    const isDoneOnce = async () =>
      (await paymentRow(world, id)).status === 'failed' &&
      (await audited(world.database.reader, 'payments.markFailed', id)) === 1;
    return { method: 'post', path: `/payments/${id}/mark-failed`, body: { reason: 'Proof' }, isDoneOnce };
  },

  'payments.update': async (world) => {
    const { id } = await takePending(world);
    const isDoneOnce = async () =>
      (await paymentRow(world, id)).amount === 20_000 &&
      (await audited(world.database.reader, 'payments.update', id)) === 1;
    return { method: 'put', path: `/payments/${id}`, body: { amount: 200 }, isDoneOnce };
  },

  'media.upload': async (world) => {
    const before = await picturesOf(world);
    const isDoneOnce = async () => (await picturesOf(world)) === before + 1;
    return { method: 'post', path: '/media/upload', body: await screenshotForm(), isDoneOnce };
  },

  'media.delete': async (world) => {
    const { id } = expectDone(await world.till.post<{ id: number }>('/media/upload', await screenshotForm()));
    const isDoneOnce = async () => (await audited(world.database.reader, 'media.delete', id)) === 1;
    return { method: 'delete', path: `/media/${id}`, isDoneOnce };
  },

  'customers.create': async (world) => {
    const named = (name: string) =>
      world.database.reader.selectFrom('customers').select('id').where('name', '=', name).execute();
    const body = { name: `Proof ${await world.takeUnit()}`, phone: '0917 555 0000' };
    return {
      method: 'post',
      path: '/customers',
      body,
      isDoneOnce: async () => (await named(body.name)).length === 1,
    };
  },

  'customers.update': async (world) => {
    const { id } = await makeCustomer(world.database);
    return {
      method: 'put',
      path: `/customers/${id}`,
      body: { notes: 'Proof' },
      isDoneOnce: async () => (await audited(world.database.reader, 'customers.update', id)) === 1,
    };
  },

  'customers.delete': async (world) => {
    const { id } = await makeCustomer(world.database);
    const isDoneOnce = async () => (await audited(world.database.reader, 'customers.delete', id)) === 1;
    return { method: 'delete', path: `/customers/${id}`, isDoneOnce };
  },

  'customers.addPoints': async (world) => {
    const { id } = await makeCustomer(world.database);
    const isDoneOnce = async () => (await balancesOf(world, id)).join() === '7';
    const body = { points: 7, reason: 'Proof' };
    return { method: 'post', path: `/customers/${id}/add-points`, body, isDoneOnce };
  },

  'customers.deductPoints': async (world) => {
    const { id } = await makeCustomer(world.database);
    expectDone(await world.till.post(`/customers/${id}/add-points`, { points: 30, reason: 'Before' }));
    const isDoneOnce = async () => (await balancesOf(world, id)).join() === '30,20';
    const body = { points: 10, reason: 'Proof' };
    return { method: 'post', path: `/customers/${id}/deduct-points`, body, isDoneOnce };
  },

  'transfers.create': async (world) => {
    const { id } = await makeStore(world.database);
    const item = await world.takeUnit();
    const made = world.database.reader.selectFrom('transfers').select('id').where('to_store_id', '=', id);
    const isDoneOnce = async () => (await made.execute()).length === 1;
    const body = { to_store_id: id, item_ids: [item] };
    return { method: 'post', path: '/inventory/transfers', body, isDoneOnce };
  },
  'transfers.scan': async (world) => {
    const { id, unit, path } = await transferOf(world, 'in');
    const seen = world.database.reader
      .selectFrom('transfer_items')
      .select('scanned_at')
      .where('transfer_id', '=', id);
    const isDoneOnce = async (answer: unknown) => {
      const [row] = await seen.execute();
      return row?.scanned_at !== null && JSON.stringify(answer).includes('"outcome":"scanned"');
    };
    return { method: 'post', path: `${path}/scans`, body: { codes: [unit.imei] }, isDoneOnce };
  },
  'transfers.mark': async (world) => {
    const { id, unit, path } = await transferOf(world, 'in');
    await scanned(world.till, id, [unit.imei]);
    const isDoneOnce = async () => (await audited(world.database.reader, 'transfers.mark', id)) === 1;
    return { method: 'put', path: `${path}/items/${unit.id}`, body: { condition: 'expected' }, isDoneOnce };
  },
  'transfers.receive': async (world) => {
    const { id, unit, path } = await transferOf(world, 'in');
    const isDoneOnce = async () => (await audited(world.database.reader, 'transfers.receive', id)) === 1;
    return { method: 'post', path: `${path}/receive`, body: { item_ids: [unit.id] }, isDoneOnce };
  },
  'transfers.settle': async (world) => {
    const { id, unit, path } = await transferOf(world, 'out');
    const isDoneOnce = async () => (await audited(world.database.reader, 'transfers.settle', id)) === 1;
    const items = [{ inventory_item_id: unit.id, outcome: 'lost' }];
    return { method: 'post', path: `${path}/settle`, body: { items, reason: 'Proof' }, isDoneOnce };
  },
  'transfers.cancel': async (world) => {
    const { id, path } = await transferOf(world, 'out');
    const isDoneOnce = async () => (await audited(world.database.reader, 'transfers.cancel', id)) === 1;
    return { method: 'post', path: `${path}/cancel`, body: { reason: 'Proof' }, isDoneOnce };
  },

  'counts.create': async ({ database }) => {
    const { product } = await makeVariation(database);
    const made = database.reader.selectFrom('stock_counts').select('id').where('product_id', '=', product.id);
    const isDoneOnce = async () => (await made.execute()).length === 1;
    return { method: 'post', path: '/inventory/counts', body: { product_id: product.id }, isDoneOnce };
  },
  'counts.scan': async (world) => {
    const { id, unit, path } = await countOf(world);
    const tally = world.database.reader
      .selectFrom('count_tallies')
      .select('found')
      .where('count_id', '=', id);
    const isDoneOnce = async (answer: unknown) =>
      (await tally.executeTakeFirst())?.found === 1 && JSON.stringify(answer).includes('"outcome":"found"');
    return { method: 'post', path: `${path}/scans`, body: { codes: [unit.imei] }, isDoneOnce };
  },
  'counts.setQuantity': async (world) => {
    const { id, variation, path } = await countOf(world);
    const isDoneOnce = async () => (await audited(world.database.reader, 'counts.setQuantity', id)) === 1;
    const body = { product_variation_id: variation.id, quantity: 2 };
    return { method: 'put', path: `${path}/quantities`, body, isDoneOnce };
  },
  'counts.removeQuantity': async (world) => {
    const { id, variation, path } = await countOf(world);
    expectDone(await setQuantity(world.till, id, variation.id, 2));
    const isDoneOnce = async () => (await audited(world.database.reader, 'counts.removeQuantity', id)) === 1;
    return { method: 'delete', path: `${path}/quantities/${variation.id}`, isDoneOnce };
  },
  'counts.close': async (world) => {
    const { id, unit, path } = await countOf(world);
    const isDoneOnce = async () =>
      (await audited(world.database.reader, 'counts.close', id)) === 1 &&
      (await findUnitRow(world.database, unit.id)).status === 'lost';
    return { method: 'post', path: `${path}/close`, body: { reason: 'Proof' }, isDoneOnce };
  },
  'counts.cancel': async (world) => {
    const { id, path } = await countOf(world);
    const isDoneOnce = async () => (await audited(world.database.reader, 'counts.cancel', id)) === 1;
    return { method: 'post', path: `${path}/cancel`, body: { reason: 'Proof' }, isDoneOnce };
  },

  'purchaseOrders.create': async (world) => {
    const { id: supplier_id } = await makeSupplier(world.database);
    const made = world.database.reader
      .selectFrom('purchase_orders')
      .select('id')
      .where('supplier_id', '=', supplier_id);
    const items = [{ product_variation_id: world.shop.variation.id, quantity_ordered: 2, unit_cost: 10 }];
    const body = { supplier_id, store_id: world.shop.store.id, items };
    const isDoneOnce = async () => (await made.execute()).length === 1;
    return { method: 'post', path: '/supplier-transactions', body, isDoneOnce };
  },
  'qrCodes.generateBatch': async (world) => {
    const { id } = await makeOrder(world.database, world.till, world.shop);
    const isDoneOnce = async () => (await orderOf(world, id)).qr_codes_count === 2;
    const body = { supplier_transaction_id: id, quantity: 2 };
    return { method: 'post', path: '/qr-codes/generate-batch', body, isDoneOnce };
  },
  'qrCodes.generateForOrder': async (world) => {
    const { id } = await makeOrder(world.database, world.till, world.shop);
    const isDoneOnce = async () => (await orderOf(world, id)).qr_codes_count === 2;
    const path = `/supplier-transactions/${id}/generate-qr-codes`;
    return { method: 'post', path, body: { quantity: 2 }, isDoneOnce };
  },
  'qrCodes.deleteBatch': async (world) => {
    const { id } = await makeOrder(world.database, world.till, world.shop);
    const { batch } = await generated(world.till, id, 2);
    await generated(world.till, id, 1);
    const isDoneOnce = async () => (await orderOf(world, id)).qr_codes_count === 1;
    return { method: 'delete', path: '/qr-codes/delete-batch', body: { batch_code: batch }, isDoneOnce };
  },
  'qrCodes.void': async (world) => {
    const { id } = await makeOrder(world.database, world.till, world.shop);
    const { codes } = await generated(world.till, id, 2);
    const isDoneOnce = async () => (await orderOf(world, id)).qr_codes_count === 1;
    return { method: 'post', path: `/qr-codes/${codes[0]}/void`, body: { reason: 'Proof' }, isDoneOnce };
  },
  'qrCodes.createAndLink': async (world) => {
    const { id } = await makeOrder(world.database, world.till, world.shop);
    const { codes } = await generated(world.till, id, 2);
    const isDoneOnce = async () => (await orderOf(world, id)).total_quantity_received === 1;
    const path = `/qr-codes/${codes[0]}/create-and-link`;
    return { method: 'post', path, body: unitForm(world), isDoneOnce };
  },
  'purchaseOrders.addItem': async (world) => {
    const order = await makeOrder(world.database, world.till, world.shop);
    const isDoneOnce = async () => (await orderOf(world, order.id)).items.length === 2;
    const body = { product_variation_id: world.shop.variation.id, quantity_ordered: 2, unit_cost: 10 };
    return { method: 'post', path: `/supplier-transactions/${order.id}/items`, body, isDoneOnce };
  },
  'purchaseOrders.updateItem': async (world) => {
    const { id, items } = await makeOrder(world.database, world.till, world.shop);
    const isDoneOnce = async () => (await orderOf(world, id)).history.length === 2;
    const path = `/supplier-transactions/${id}/items/${items[0]?.id}`;
    return { method: 'put', path, body: { quantity_ordered: 3 }, isDoneOnce };
  },
  'purchaseOrders.removeItem': async (world) => {
    const order = await makeOrder(world.database, world.till, world.shop);
    const row = { product_variation_id: world.shop.variation.id, quantity_ordered: 2, unit_cost: 10 };
    expectDone(await world.till.post(`/supplier-transactions/${order.id}/items`, row));
    const path = `/supplier-transactions/${order.id}/items/${order.items[0]?.id}`;
    const isDoneOnce = async () => (await orderOf(world, order.id)).items.length === 1;
    return { method: 'delete', path, isDoneOnce };
  },
  'purchaseOrders.email': async (world) => {
    await letAnHourPass(world.database);
    const email = `orders-${await world.takeUnit()}@supplier.test`;
    const { id: supplier_id } = await makeSupplier(world.database, { email });
    const items = [{ product_variation_id: world.shop.variation.id, quantity_ordered: 2, unit_cost: 10 }];
    const { id } = await ordered(world.till, { supplier_id, store_id: world.shop.store.id, items });
    const mails = world.database.reader.selectFrom('outbox').select('id').where('recipient', '=', email);
    const isDoneOnce = async () => (await mails.execute()).length === 1;
    return { method: 'post', path: `/supplier-transactions/${id}/email`, isDoneOnce };
  },
  'requests.end': async ({ database }) => {
    const key = crypto.randomUUID();
    const ended = database.reader.selectFrom('idempotency_keys').select('path').where('key', '=', key);
    const isDoneOnce = async () => (await ended.execute()).length === 1;
    const body = { key, method: 'POST', path: '/api/v1/customers' };
    return { method: 'post', path: '/requests/end', body, isDoneOnce };
  },
  'purchaseOrders.cancel': async (world) => {
    const { id } = await makeOrder(world.database, world.till, world.shop);
    const isDoneOnce = async () => (await orderOf(world, id)).history.length === 2;
    const path = `/supplier-transactions/${id}/cancel`;
    return { method: 'post', path, body: { reason: 'Proof' }, isDoneOnce };
  },
  'purchaseOrders.close': async (world) => {
    const order = await makeOrder(world.database, world.till, world.shop);
    await receiveOne(world.database, order);
    const isDoneOnce = async () => (await orderOf(world, order.id)).history.length === 2;
    const path = `/supplier-transactions/${order.id}/close`;
    return { method: 'post', path, body: { reason: 'Proof' }, isDoneOnce };
  },

  'supplierReturns.create': async (world) => {
    const unit = await world.takeUnit();
    const { id: supplier_id } = await makeSupplier(world.database);
    const body = { supplier_id, item_ids: [unit], reason: 'Proof' };
    const made = world.database.reader
      .selectFrom('supplier_returns')
      .select('id')
      .where('supplier_id', '=', supplier_id);
    const isDoneOnce = async () => (await made.execute()).length === 1;
    return { method: 'post', path: '/supplier-returns', body, isDoneOnce };
  },
  'supplierReturns.update': async (world) => {
    const { id } = await makeReturn(world.database, world.till, [await world.takeUnit()]);
    const isDoneOnce = async () => (await audited(world.database.reader, 'supplierReturns.update', id)) === 1;
    return { method: 'put', path: `/supplier-returns/${id}`, body: { reference: 'RMA 1' }, isDoneOnce };
  },
  'supplierReturns.takeBack': async (world) => {
    const unit = await world.takeUnit();
    const { id } = await makeReturn(world.database, world.till, [unit]);
    const isDoneOnce = async () => (await findUnitRow(world.database, unit)).status === 'available';
    const body = { item_ids: [unit], status: 'available' };
    return { method: 'post', path: `/supplier-returns/${id}/receive`, body, isDoneOnce };
  },

  'purchaseOrders.receive': async (world) => {
    const order = await makeOrder(world.database, world.till, world.shop);
    const [serial = ''] = freshSerials(1);
    const item = { supplier_transaction_item_id: order.items[0]?.id, quantity_received: 1, category: 'new' };
    const path = `/supplier-transactions/${order.id}/receive`;
    const isDoneOnce = async () => {
      const { data } = expectDone(
        await world.till.get<WireReceipts>(`/supplier-transactions/${order.id}/receipts`),
      );
      return data.length === 1 && (await orderOf(world, order.id)).total_quantity_received === 1;
    };
    return { method: 'post', path, body: { items: [{ ...item, serials: [serial] }] }, isDoneOnce };
  },
  'purchaseOrders.tellScanned': async (world) => {
    const order = await makeOrder(world.database, world.till, world.shop);
    const items = [{ supplier_transaction_item_id: order.items[0]?.id, quantity: 2 }];
    const isDoneOnce = async () => (await orderOf(world, order.id)).units_scanned === 2;
    return {
      method: 'put',
      path: `/supplier-transactions/${order.id}/open-receipt`,
      body: { items },
      isDoneOnce,
    };
  },
  'purchaseOrders.setExpected': async (world) => {
    const { id } = await makeOrder(world.database, world.till, world.shop);
    const [serial = ''] = freshSerials(1);
    const path = `/supplier-transactions/${id}/expected-serials`;
    const isDoneOnce = async () => expectDone(await world.till.get<WireExpected>(path)).data.length === 1;
    return { method: 'put', path, body: { text: serial }, isDoneOnce };
  },

  'suppliers.create': async (world) => {
    const named = (code: string) =>
      world.database.reader.selectFrom('suppliers').select('id').where('code', '=', code).execute();
    const body = { name: 'Proof', code: `PROOF-${await world.takeUnit()}` };
    return {
      method: 'post',
      path: '/suppliers',
      body,
      isDoneOnce: async () => (await named(body.code)).length === 1,
    };
  },

  'imports.uploadProducts': uploads('products'),
  'imports.uploadPrices': uploads('prices'),
  'imports.uploadInventory': uploads('inventory'),
  'imports.uploadCustomers': uploads('customers'),
  'imports.match': async (world) => {
    const { id, path } = await importOf(world);
    const isDoneOnce = async () => (await audited(world.database.reader, 'imports.match', id)) === 1;
    return { method: 'put', path: `${path}/columns`, body: { columns: { sku: 0 } }, isDoneOnce };
  },
  'imports.apply': async (world) => {
    const { id, path } = await importOf(world);
    const isDoneOnce = async () => (await audited(world.database.reader, 'imports.apply', id)) === 1;
    return { method: 'post', path: `${path}/apply`, isDoneOnce };
  },
  'imports.cancel': async (world) => {
    const { id, path } = await importOf(world);
    const isDoneOnce = async () => (await audited(world.database.reader, 'imports.cancel', id)) === 1;
    return { method: 'post', path: `${path}/cancel`, isDoneOnce };
  },
  'imports.undo': async (world) => {
    const { id, path } = await importOf(world);
    await applied(world.till, id);
    const isDoneOnce = async () => (await audited(world.database.reader, 'imports.undo', id)) === 1;
    return { method: 'delete', path, isDoneOnce };
  },

  'inventory.setReorderPoint': async (world) => {
    const { id, product } = await makeVariation(world.database);
    const isDoneOnce = async () => (await historyOf(world, product.id)).join() === 'reorder_point';
    const path = `/products/${product.id}/variations/${id}/reorder-point`;
    return { method: 'put', path, body: { reorder_point: 3 }, isDoneOnce };
  },

  'products.create': async (world) => {
    const { product } = world.shop.variation;
    const sku = `PROOF-${await world.takeUnit()}`;
    const made = world.database.reader.selectFrom('products').select('id').where('sku', '=', sku);
    const body = {
      name: 'Proof',
      sku,
      product_type_id: product.product_type_id,
      manufacturer_id: product.manufacturer_id,
      variation: { name: 'Proof', cost: 1, retail_price: 2 },
    };
    const isDoneOnce = async () => (await made.execute()).length === 1;
    return { method: 'post', path: '/products', body, isDoneOnce };
  },
  'products.update': onceProduct('products.update', 'put', { description: 'Proof' }),
  'products.delete': onceProduct('products.delete', 'delete'),
  'products.createVariation': async (world) => {
    const { product } = await makeVariation(world.database);
    const made = world.database.reader
      .selectFrom('product_variations')
      .select('id')
      .where('product_id', '=', product.id);
    const body = { name: 'Proof', cost: 1, retail_price: 2 };
    const isDoneOnce = async () => (await made.execute()).length === 2;
    return { method: 'post', path: `/products/${product.id}/variations`, body, isDoneOnce };
  },
  'products.updateVariation': async (world) => {
    const { id, product } = await makeVariation(world.database);
    const isDoneOnce = async () => (await historyOf(world, product.id)).join() === 'name';
    const path = `/products/${product.id}/variations/${id}`;
    return { method: 'put', path, body: { name: 'Proof' }, isDoneOnce };
  },
  'products.movePhoto': async (world) => {
    const { product } = await makeVariation(world.database);
    const type = { type: 'product_photo', model_id: String(product.id) };
    const add = async (width: number) =>
      expectDone(await world.till.post<{ id: number }>('/media/upload', formOf(await draw(width, 10), type)));
    await add(10);
    const { id } = await add(20);
    const isDoneOnce = async () =>
      (await audited(world.database.reader, 'products.movePhoto', product.id)) === 1;
    return { method: 'put', path: `/products/${product.id}/photos/${id}`, body: { position: 1 }, isDoneOnce };
  },
  'products.deleteVariation': async (world) => {
    const { id, product } = await makeVariation(world.database);
    const path = `/products/${product.id}/variations`;
    expectDone(await world.till.post(path, { name: 'Other', cost: 1, retail_price: 2 }));
    const isDoneOnce = async () => (await historyOf(world, product.id)).join() === 'created,deleted';
    return { method: 'delete', path: `${path}/${id}`, isDoneOnce };
  },

  'inventory.create': async (world) => {
    const body = unitForm(world);
    const made = world.database.reader
      .selectFrom('inventory_items')
      .select('id')
      .where('serial_number', '=', body.serial_number);
    const isDoneOnce = async () => (await made.execute()).length === 1;
    return { method: 'post', path: '/inventory', body, isDoneOnce };
  },
  'inventory.tradeIn': async (world) => {
    const id = await world.takeUnit();
    await sell(world.till, [id]);
    const isDoneOnce = async () => (await audited(world.database.reader, 'inventory.tradeIn', id)) === 1;
    return { method: 'post', path: `/inventory/${id}/trade-in`, body: BROUGHT, isDoneOnce };
  },
  'inventory.tradeInNew': async (world) => {
    const { category: _used, ...form } = unitForm(world);
    const body = { ...form, ...BROUGHT };
    const made = world.database.reader
      .selectFrom('inventory_items')
      .select('id')
      .where('serial_number', '=', form.serial_number);
    const isDoneOnce = async () => (await made.execute()).length === 1;
    return { method: 'post', path: '/inventory/trade-ins', body, isDoneOnce };
  },
  'tradeIns.clear': async (world) => {
    const tradeInId = await tradedIn(world);
    const isDoneOnce = async () => (await audited(world.database.reader, 'tradeIns.clear', tradeInId)) === 1;
    return {
      method: 'post',
      path: `/trade-ins/${tradeInId}/clear`,
      body: { reference: 'PNP-1' },
      isDoneOnce,
    };
  },
  'tradeIns.giveBack': async (world) => {
    const tradeInId = await tradedIn(world);
    const isDoneOnce = async () =>
      (await audited(world.database.reader, 'tradeIns.giveBack', tradeInId)) === 1;
    return { method: 'post', path: `/trade-ins/${tradeInId}/give-back`, isDoneOnce };
  },
  'inventory.update': async (world) => {
    const id = await world.takeUnit();
    const body = { status: 'defective', reason: 'Proof' };
    const isDoneOnce = async () => (await eventsOf(world, id)).length === 1;
    return { method: 'put', path: `/inventory/${id}`, body, isDoneOnce };
  },
  'inventory.setPrices': async (world) => {
    const id = await world.takeUnit();
    const body = { items: [{ inventory_item_id: id, own_price: 500 }] };
    const before = await audited(world.database.reader, 'inventory.setPrices');
    const isDoneOnce = async () =>
      (await audited(world.database.reader, 'inventory.setPrices')) === before + 1;
    return { method: 'put', path: '/inventory/prices', body, isDoneOnce };
  },
  'inventory.delete': async (world) => {
    const { id } = expectDone(await world.till.post<{ id: number }>('/inventory', unitForm(world)));
    const isDoneOnce = async () => (await audited(world.database.reader, 'inventory.delete', id)) === 1;
    return { method: 'delete', path: `/inventory/${id}`, body: { reason: 'Proof' }, isDoneOnce };
  },

  'staff.create': async (world) => {
    const name = `Proof ${await world.takeUnit()}`;
    const named = world.database.reader.selectFrom('staff').select('id').where('name', '=', name);
    const body = {
      name,
      email: `${name.replace(' ', '')}@proof.test`,
      password: 'mango-ferry-lantern',
      role: 'salesperson',
      primary_store_id: world.shop.store.id,
    };
    return {
      method: 'post',
      path: '/staff',
      body,
      isDoneOnce: async () => (await named.execute()).length === 1,
    };
  },
  'staff.update': oncePerson('staff.update', 'put', { name: 'Proof' }),
  'staff.deactivate': oncePerson('staff.deactivate', 'delete'),

  'roles.update': onceRole('roles.update', 'put', 'finance', { permissions: ['reports.view'] }),
  'roles.restore': onceRole('roles.restore', 'delete', 'auditor'),

  'settings.update': async ({ database, shop }) => {
    const { reader } = database;
    const changes = () =>
      reader.selectFrom('audit_log').select('id').where('action', '=', 'settings.update').execute();
    const before = (await changes()).length;
    return {
      method: 'put',
      path: '/settings',
      body: { shop_name: `Shop of ${shop.seller.name}` },
      isDoneOnce: async () => (await changes()).length === before + 1,
    };
  },

  'stores.create': async (world) => {
    const body = { code: `P-${await world.takeUnit()}`, name: 'Proof', timezone: 'Asia/Manila' };
    const made = world.database.reader.selectFrom('stores').select('id').where('code', '=', body.code);
    const isDoneOnce = async () => (await made.execute()).length === 1;
    return { method: 'post', path: '/stores/create', body, isDoneOnce };
  },

  'stores.update': async ({ database }) => {
    const { id } = await makeStore(database);
    const isDoneOnce = async () => (await audited(database.reader, 'stores.update', id)) === 1;
    return { method: 'put', path: `/stores/${id}`, body: { name: 'Proof' }, isDoneOnce };
  },

  'stores.deactivate': async ({ database }) => {
    const { id } = await makeStore(database);
    const isDoneOnce = async () => (await audited(database.reader, 'stores.deactivate', id)) === 1;
    return { method: 'delete', path: `/stores/${id}`, isDoneOnce };
  },

  'stores.updateSettings': async ({ database, shop }) => {
    const { id } = shop.store;
    const before = await audited(database.reader, 'stores.updateSettings', id);
    const isDoneOnce = async () =>
      (await audited(database.reader, 'stores.updateSettings', id)) === before + 1;
    const body = {
      settings: settingsForm({ receipt_footer: `Proof ${before}`, payment_methods: [...tenders] }),
    };
    return { method: 'put', path: `/stores/${id}/settings`, body, isDoneOnce };
  },

  'stores.delete': async ({ database }) => {
    const { id } = await makeStore(database);
    const isDoneOnce = async () => (await audited(database.reader, 'stores.delete', id)) === 1;
    return { method: 'delete', path: `/stores/${id}/unused`, isDoneOnce };
  },

  'stores.applySettings': async ({ database, shop }) => {
    const { id } = await makeStore(database);
    const isDoneOnce = async () => (await audited(database.reader, 'stores.updateSettings', id)) === 1;
    const body = { store_ids: [id], fields: ['tax_rate'] };
    return { method: 'post', path: `/stores/${shop.store.id}/settings/apply`, body, isDoneOnce };
  },

  'stores.updateDefaults': async ({ database, shop }) => {
    const { reader } = database;
    const changes = () =>
      reader.selectFrom('audit_log').select('id').where('action', '=', 'stores.updateDefaults').execute();
    const before = (await changes()).length;
    return {
      method: 'put',
      path: '/settings/store-defaults',
      body: { settings: { receipt_footer: `Proof of ${shop.seller.name} ${before}` } },
      isDoneOnce: async () => (await changes()).length === before + 1,
    };
  },

  'stores.switch': async ({ database, shop }) => {
    const { id } = shop.store;
    const before = await audited(database.reader, 'stores.switch', id);
    const isDoneOnce = async () => (await audited(database.reader, 'stores.switch', id)) === before + 1;
    return { method: 'post', path: '/stores/switch', body: { store_id: id }, isDoneOnce };
  },
};
