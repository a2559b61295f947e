import type { z } from 'zod';
import type { offlineSales } from '#contract/offline-sales.ts';
import type { StoreSettings } from '#contract/stores.ts';
import type { SettleReason } from '#domain/settle-reasons.ts';
import { signIn } from './http.ts';
import { expectDone, type WireTransaction } from './selling.ts';
import { HOUR, MINUTE, type TestServer } from './server.ts';
import { makeSettings, makeShop, makeStaff } from './shop.ts';
import { deviceKey, makeTill, openShift, signInAt } from './shifts.ts';
import { offlineTill, type Cart, type FiledSale, type WireRecorded } from './sold-offline.ts';

export type WireToSettle = z.input<typeof offlineSales.list.response>['data'][number];

/** A shop whose till sells without the server from now on: 10 % tax on top, shifts, cash and GCash. */
export async function openOfflineShop(
  server: TestServer,
  { units = 8, rules = {} }: { units?: number; rules?: Partial<StoreSettings['offline_sales']> } = {},
) {
  const settings_json = makeSettings({
    offline_sales: { enabled: true, hours: 24, max_total: null, methods: ['cash', 'gcash'], ...rules },
    tax_rate: 1000,
  });
  const shop = await makeShop(server.database, { units, store: { settings_json, keeps_shifts: 1 } });
  const key = deviceKey();
  const till = await signInAt(server.url, shop.seller.email, key);
  const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
  const manager = await signIn(server.url, boss.email);
  const counter = await makeTill(till, 'Counter 1');
  const offline = await offlineTill(server.url, till, shop.store.code);
  const shift = await openShift(till);
  const cut = server.clock.now();
  /** When the server answered the till last. */
  let answered = cut;

  const unit = (no = 0) => ({
    id: shop.units[no]?.id ?? 0,
    product_variation_id: shop.variation.id,
    imei: shop.units[no]?.imei ?? null,
  });
  const cart = (sold: readonly number[] = [0], more: Partial<Cart> = {}): Cart => ({
    store_id: shop.store.id,
    staff_id: shop.seller.id,
    shift_id: shift.id,
    units: sold.map((no) => unit(no)),
    ...more,
  });
  /** Makes a sale so many minutes after the line was cut, which it is again after each sending; by default at once. */
  const make = (sold: readonly number[] = [0], more: Partial<Cart> = {}, minutes = 0): FiledSale =>
    offline.make(cart(sold, more), { at: answered + minutes * MINUTE, answeredAt: answered });
  const send = async (filed: FiledSale) => {
    const recorded = expectDone(await offline.send(filed));
    answered = server.clock.now();
    return recorded;
  };
  /** Makes a sale ten minutes after the line was cut, and sends it an hour later. */
  const sold = async (units: readonly number[] = [0], more: Partial<Cart> = {}): Promise<WireRecorded> => {
    const filed = make(units, more, 10);
    server.clock.advance(HOUR);
    return send(filed);
  };
  const listed = async (by = manager, state = 'open') =>
    expectDone(await by.get<{ data: WireToSettle[] }>(`/offline-sales?state=${state}`)).data;
  const toSettle = async ({ transaction_id }: WireRecorded) =>
    (await listed()).find(({ transaction }) => transaction?.id === transaction_id);
  /** Returns what a sale waits for, by reason. */
  const reasonsOf = async (recorded: WireRecorded): Promise<Partial<Record<SettleReason, string>>> =>
    Object.fromEntries((await toSettle(recorded))?.reasons.map(({ code, text }) => [code, text]) ?? []);
  const shown = async (id: number | null, by = manager) =>
    expectDone(await by.get<WireTransaction>(`/transactions/${id}`));
  const unitRow = (id: number | undefined) =>
    server.database.reader
      .selectFrom('inventory_items')
      .selectAll()
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow();
  /** Changes units in the database, as nobody can by a call. */
  const setUnit = (no: number, changes: object) =>
    server.database.write((writer) =>
      writer.updateTable('inventory_items').set(changes).where('id', '=', unit(no).id).execute(),
    );
  /** What the stock counts of the shop's variation. */
  const stock = async () => {
    const row = await server.database.reader
      .selectFrom('stock_of_variations')
      .select(['units', 'known'])
      .where('store_id', '=', shop.store.id)
      .where('product_variation_id', '=', shop.variation.id)
      .executeTakeFirst();
    return row ?? { units: 0, known: 0 };
  };
  return {
    ...{ shop, key, till, boss, manager, counter, offline, shift, cut },
    ...{ unit, cart, make, send, sold, listed, toSettle, reasonsOf, shown, unitRow, setUnit, stock },
  };
}
export type OfflineShop = Awaited<ReturnType<typeof openOfflineShop>>;
