import type { z } from 'zod';
import type { orderForm, purchaseOrders } from '#contract/purchase-orders.ts';
import type { Database } from '#server/db/access.ts';
import { addReceived, findOrder } from '#server/modules/purchase-orders/purchase-orders.public.ts';
import type { Caller } from './http.ts';
import { expectDone } from './selling.ts';
import { makeSupplier } from './shop.ts';

export type WireOrder = z.input<typeof purchaseOrders.get.response>;
export type WireOrders = z.input<typeof purchaseOrders.list.response>;

/** Orders some rows from a supplier for a store. */
export const ordered = async (caller: Caller, form: z.input<typeof orderForm>): Promise<WireOrder> =>
  expectDone(await caller.post<WireOrder>('/supplier-transactions', form));

type Wanted = { store: { id: number }; variation: { id: number } };

/** Makes an order of one row from a new supplier. */
export async function makeOrder(
  database: Database,
  caller: Caller,
  { store, variation }: Wanted,
  quantity_ordered = 10,
): Promise<WireOrder> {
  const { id: supplier_id } = await makeSupplier(database);
  const items = [{ product_variation_id: variation.id, quantity_ordered, unit_cost: 18_500 }];
  return ordered(caller, { supplier_id, store_id: store.id, items });
}

/** Counts one unit as received on an order's first row, as receiving does. */
export async function receiveOne(database: Database, { id, items }: WireOrder): Promise<void> {
  await database.write(async (writer) => {
    const order = await findOrder(writer, id);
    if (!order) throw new Error('There is no such order');
    const silent = { noteChange: () => {}, noteTarget: () => {} };
    await addReceived(writer, order, new Map([[items[0]?.id ?? 0, 1]]), silent);
  });
}
