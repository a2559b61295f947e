import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { signIn } from '../http.ts';
import { expectDone } from '../selling.ts';
import type { StartServer, TestServer } from '../server.ts';
import { makeTill, signInAt } from '../shifts.ts';
import { makeCable, makeCustomer, makeSettings, makeShop, makeStaff, makeUnits, type Shop } from '../shop.ts';
import { offlineTill, type WireRecorded } from '../sold-offline.ts';
import type { Reach } from './network.ts';
import { makeTillFolder, openWorkingTill, removeTillFolder, type WorkingTill } from './working-till.ts';

type Unit = Shop['units'][number] & { imei: string };

/** Waits until the server has saved the present cart. */
export const saved = (till: WorkingTill) => until(() => till.sale.read().saving).toBe('saved');

/** Waits until the cart is kept on the till, pending its server. */
export const keptOnTill = (till: WorkingTill) => until(() => till.sale.read().saving).toBe('on-till');

/** Waits for a value while answers are on their way. */
export const until = <T>(read: () => T) => expect.poll(read, { interval: 5 });

/**
 * Provides a shop for each test, with a manager, at one server for the whole block; and the tills that the test opens
 * there, which are killed after it.
 */
export function tillShop(start: StartServer) {
  let server: TestServer;
  let shop: Shop;
  let managerEmail: string;
  const tills: WorkingTill[] = [];
  const folders: string[] = [];
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 12 });
    const role = 'store_manager';
    managerEmail = (await makeStaff(server.database, { store_id: shop.store.id, role, name: 'Ana Reyes' }))
      .email;
  });
  afterEach(async () => {
    for (const till of tills.splice(0)) await till.close();
    for (const folder of folders.splice(0)) removeTillFolder(folder);
  });

  const newFolder = () => {
    const folder = makeTillFolder();
    folders.push(folder);
    return folder;
  };
  const read = () => server.database.reader;
  const itemsWithSale = (unitId: number) =>
    read()
      .selectFrom('transaction_items as item')
      .innerJoin('transactions as sale', 'sale.id', 'item.transaction_id')
      .selectAll('sale')
      .where('item.inventory_item_id', '=', unitId);

  const setStore = (settings: Parameters<typeof makeSettings>[0]) =>
    server.database.write((writer) =>
      writer
        .updateTable('stores')
        .set({ settings_json: makeSettings(settings) })
        .where('id', '=', shop.store.id)
        .execute(),
    );

  return {
    get server() {
      return server;
    },
    get shop() {
      return shop;
    },
    newFolder,
    /**
     * Opens a till with the seller signed in, or another person; a folder of an earlier till is that till's disk.
     * @param url the address by which it reaches the server
     * @param reach a page in a browser, or one of the program
     */
    openTill: async ({
      folder = newFolder(),
      email = shop.seller.email,
      url = server.url,
      reach = 'browser' as Reach,
    } = {}): Promise<WorkingTill> => {
      const till = await openWorkingTill({ ...server, url }, await signIn(server.url, email), folder, reach);
      tills.push(till);
      return till;
    },
    /** Opens another window of the same sign-in. */
    openWindow: async ({ signedIn }: WorkingTill): Promise<WorkingTill> => {
      const till = await openWorkingTill(server, signedIn, newFolder());
      tills.push(till);
      return till;
    },
    openManagersTill: async (): Promise<WorkingTill> => {
      const till = await openWorkingTill(server, await signIn(server.url, managerEmail), newFolder());
      tills.push(till);
      return till;
    },
    /** Signs the manager in. */
    manager: () => signIn(server.url, managerEmail),
    /** Gives a till a credential, and returns how its sales without the server are sent: what waits first, until it is recorded. */
    sender: async () => {
      const seller = await signInAt(server.url, shop.seller.email);
      await makeTill(seller, 'Counter 1');
      const own = await offlineTill(server.url, seller, shop.store.code);
      return async (till: WorkingTill): Promise<WireRecorded> => {
        const sale = till.toSend();
        if (!sale) throw new Error('No sale waits');
        const { key, number, hash, body } = sale;
        const recorded = expectDone(await own.send({ key, number, hash, body }));
        till.confirm(key, recorded.transaction_id ?? 0);
        return recorded;
      };
    },
    /** Signs the seller in at another till. */
    seller: () => signIn(server.url, shop.seller.email),
    /** Puts pieces without numbers into the store; returns their variation and ids. */
    makePieces: async (count: number) => {
      const cable = await makeCable(server.database);
      const pieces = await makeUnits(server.database, {
        ...{ count, store_id: shop.store.id, product_variation_id: cable.id },
        ...{ serial_number: null, imei: null },
      });
      return { ...cable, ids: pieces.map(({ id }) => id) };
    },
    /** The variation of the shop's phones. */
    variation: () => shop.variation,
    makeCustomer: (name: string) => makeCustomer(server.database, { name }),
    /** Closes the store to sales: from now on none of its tills may sell. */
    closeStore: () => setStore({ features: { pos_enabled: false, online_orders: false, repairs: false } }),
    /** Changes the store's tax, in basis points, for everything that is saved from now on. */
    chargeTax: (rate: number) => setStore({ tax_rate: rate }),
    unit: (index: number): Unit => {
      const unit = shop.units[index];
      if (!unit?.imei) throw new Error(`No unit ${index}`);
      return { ...unit, imei: unit.imei };
    },
    /** Lets a unit's hold expire, as another till, time, or a sale elsewhere would. */
    lapse: (unitId: number) =>
      server.database.write((writer) =>
        writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', unitId).execute(),
      ),
    unitRow: (unitId: number) =>
      read().selectFrom('inventory_items').selectAll().where('id', '=', unitId).executeTakeFirstOrThrow(),
    /** Returns the shop's drafts. */
    drafts: () =>
      read()
        .selectFrom('transactions')
        .selectAll()
        .where('store_id', '=', shop.store.id)
        .where('status', '=', 'draft')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute(),
    /** Returns the units of a draft, in order. */
    itemsOf: async (draftId: number): Promise<number[]> => {
      const rows = await read()
        .selectFrom('transaction_items')
        .select('inventory_item_id')
        .where('transaction_id', '=', draftId)
        .orderBy('position')
        .execute();
      return rows.map((row) => row.inventory_item_id);
    },
    draftsOf: (unitId: number) => itemsWithSale(unitId).where('sale.deleted_at', 'is', null).execute(),
    salesOf: (unitId: number) => itemsWithSale(unitId).where('sale.status', '=', 'completed').execute(),
    paymentsOf: (saleId: number) =>
      read().selectFrom('payments').selectAll().where('transaction_id', '=', saleId).execute(),
  };
}
