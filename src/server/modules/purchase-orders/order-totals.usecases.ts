import { orderStatus, orderTotals } from '#domain/purchase-orders.ts';
import type { Writer } from '../../db/access.ts';
import type { Noting } from './purchase-orders.locks.ts';
import { notedOrder } from './purchase-orders.present.ts';
import { findItemRecords, updateItem, updateOrder, type OrderRecord } from './purchase-orders.repository.ts';

const noted = (
  order: Pick<OrderRecord, 'status' | 'total_quantity_ordered' | 'total_quantity_received'>,
) => ({
  status: order.status,
  units: order.total_quantity_ordered,
  received: order.total_quantity_received,
});

/** Updates a locked order's totals and status from its items, audits both, and returns the totals. */
export async function recount(
  writer: Writer,
  order: OrderRecord,
  { noteChange, noteTarget }: Noting,
): Promise<ReturnType<typeof orderTotals>> {
  const totals = orderTotals(await findItemRecords(writer, order.id));
  // Nothing is outstanding on a closed order.
  const status =
    order.closed_at === null
      ? orderStatus(totals.total_quantity_received, totals.total_quantity_ordered)
      : 'complete';
  await updateOrder(writer, order.id, { ...totals, status });
  noteTarget({ name: order.transaction_number, storeId: order.store_id });
  noteChange(notedOrder, noted(order), noted({ ...order, ...totals, status }));
  return totals;
}

/**
 * Counts units as received on the items of a locked order, and updates its status. Callers have compared them with what
 * remains: the tables refuse more.
 */
export async function addReceived(
  writer: Writer,
  order: OrderRecord,
  received: ReadonlyMap<number, number>,
  noting: Noting,
): Promise<void> {
  const items = await findItemRecords(writer, order.id);
  for (const { id, quantity_received, remaining_quantity } of items) {
    const quantity = received.get(id) ?? 0;
    if (quantity === 0) continue;
    await updateItem(writer, id, {
      quantity_received: quantity_received + quantity,
      remaining_quantity: remaining_quantity - quantity,
    });
  }
  await recount(writer, order, noting);
}

/**
 * Takes a deleted unit off what a locked order received: one more is outstanding, unless the order was closed. If no
 * receipt names the item, an item of the unit's variation is used.
 */
export async function takeOffReceived(
  writer: Writer,
  order: OrderRecord,
  unit: { product_variation_id: number; orderItemId: number | null },
): Promise<void> {
  const items = await findItemRecords(writer, order.id);
  const item = items.find(({ id, product_variation_id, quantity_received }) =>
    unit.orderItemId === null
      ? product_variation_id === unit.product_variation_id && quantity_received > 0
      : id === unit.orderItemId,
  );
  if (!item) throw new Error(`Order ${order.id} has received no such unit`);
  await updateItem(writer, item.id, {
    quantity_received: item.quantity_received - 1,
    remaining_quantity: item.remaining_quantity + (order.closed_at === null ? 1 : 0),
  });
  // The unit's own audit event tells what happened.
  await recount(writer, order, { noteChange: () => undefined, noteTarget: () => undefined });
}
