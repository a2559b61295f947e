import { ApiError } from '#contract/errors.ts';
import type { OrderRowForm, PurchaseOrder } from '#contract/purchase-orders.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { noteOrderEvent } from './purchase-orders.repository.ts';
import { recount } from './order-totals.usecases.ts';
import { refuseTooMuch } from './place-order.usecases.ts';
import { claimOrder, costsOf, showOrder, type Caller, type Noting } from './purchase-orders.locks.ts';
import * as rows from './purchase-orders.repository.ts';

/** The field path of a single row: the field's own name. */
const own = (_: number, name: string) => name;

/** Finds a locked order's item that nothing came of; 404 `order_not_found`, 409 `illegal_state` once something did. */
async function untouched(
  writer: Writer,
  orderId: number,
  itemId: number,
): Promise<{ item: rows.OrderItemRecord; items: rows.OrderItemRecord[] }> {
  const items = await rows.findItemRecords(writer, orderId);
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw new ApiError('order_not_found', { message: 'This item is not in the order any more' });
  if (item.quantity_received > 0) {
    throw new ApiError('illegal_state', { message: 'Some of this item was received already' });
  }
  // Received units may have been deleted since, but the receipt still names the item.
  if (await rows.isOnReceipt(writer, item)) {
    throw new ApiError('illegal_state', { message: 'A receipt has this item' });
  }
  return { item, items };
}

type Changing = Caller & Noting;

async function answer(
  writer: Writer,
  order: rows.OrderRecord,
  { noteChange, noteTarget, ...caller }: Changing,
): Promise<PurchaseOrder> {
  refuseTooMuch(await recount(writer, order, { noteChange, noteTarget }));
  return showOrder(writer, order.id, caller);
}

/** Adds a row to an order. Refusals as `claimOrder`, 422 for a row that cannot be ordered. */
export async function addOrderItem(
  writer: Writer,
  orderId: number,
  form: OrderRowForm,
  caller: Changing,
): Promise<PurchaseOrder> {
  const order = await claimOrder(writer, orderId, caller);
  const [unit_cost = 0] = await costsOf(writer, [form], own);
  const items = await rows.findItemRecords(writer, orderId);
  const { product_variation_id, quantity_ordered } = form;
  const item = insertedColumns('purchase_order_items', {
    ...form,
    id: writer.nextId(),
    supplier_transaction_id: orderId,
    position: Math.max(-1, ...items.map(({ position }) => position)) + 1,
    quantity_received: 0,
    remaining_quantity: quantity_ordered,
    unit_cost,
  });
  await rows.insertItems(writer, [item]);
  await noteOrderEvent(writer, {
    supplier_transaction_id: orderId,
    at: caller.now,
    kind: 'item_added',
    by_id: caller.session.staff.id,
    product_variation_id,
    quantity: quantity_ordered,
    unit_cost,
  });
  return answer(writer, order, caller);
}

/** Changes a row with nothing received. Refusals as `claimOrder` and `untouched`, 422 as when it is added. */
export async function updateOrderItem(
  writer: Writer,
  { orderId, itemId }: { orderId: number; itemId: number },
  form: Partial<OrderRowForm>,
  caller: Changing,
): Promise<PurchaseOrder> {
  const order = await claimOrder(writer, orderId, caller);
  const { item } = await untouched(writer, orderId, itemId);
  const product_variation_id = form.product_variation_id ?? item.product_variation_id;
  const isOther = product_variation_id !== item.product_variation_id;
  // The old unit cost applies to the old product only.
  const said = form.unit_cost ?? (isOther ? undefined : item.unit_cost);
  const [unit_cost = 0] =
    isOther || form.unit_cost !== undefined
      ? await costsOf(writer, [{ product_variation_id, unit_cost: said }], own)
      : [item.unit_cost];
  const quantity_ordered = form.quantity_ordered ?? item.quantity_ordered;
  const columns = { ...form, product_variation_id, quantity_ordered, unit_cost };
  await rows.updateItem(
    writer,
    itemId,
    updatedColumns('purchase_order_items', { ...columns, remaining_quantity: quantity_ordered }),
  );
  await noteOrderEvent(writer, {
    supplier_transaction_id: orderId,
    at: caller.now,
    kind: 'item_changed',
    by_id: caller.session.staff.id,
    product_variation_id,
    quantity: quantity_ordered,
    quantity_before: item.quantity_ordered,
    unit_cost,
    unit_cost_before: item.unit_cost,
  });
  return answer(writer, order, caller);
}

/** Removes a row with nothing received from an order; the last one stays. Refusals as `updateOrderItem`. */
export async function removeOrderItem(
  writer: Writer,
  { orderId, itemId }: { orderId: number; itemId: number },
  caller: Changing,
): Promise<PurchaseOrder> {
  const order = await claimOrder(writer, orderId, caller);
  const { item, items } = await untouched(writer, orderId, itemId);
  if (items.length === 1) {
    throw new ApiError('illegal_state', { message: 'An order keeps at least one item. Cancel it instead' });
  }
  await rows.deleteItem(writer, itemId);
  await noteOrderEvent(writer, {
    supplier_transaction_id: orderId,
    at: caller.now,
    kind: 'item_removed',
    by_id: caller.session.staff.id,
    product_variation_id: item.product_variation_id,
    quantity_before: item.quantity_ordered,
    unit_cost_before: item.unit_cost,
  });
  return answer(writer, order, caller);
}
