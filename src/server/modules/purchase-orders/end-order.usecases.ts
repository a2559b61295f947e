import { ApiError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { PurchaseOrder, purchaseOrders } from '#contract/purchase-orders.ts';
import type { Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { noteOrderEvent } from './order-events.repository.ts';
import { claimOrder, showOrder, type Caller, type Noting } from './purchase-orders.locks.ts';
import { notedOrder } from './purchase-orders.present.ts';
import { forgetRemaining, updateOrder } from './purchase-orders.repository.ts';

type Ending = RouteInput<typeof purchaseOrders.close>['body'] & { kind: 'cancelled' | 'closed' };

/**
 * Ends an order: cancelled while nothing came of it, or its rest closed. Nothing of it is to come any more, and it counts
 * as complete. Refusals as `claimOrder`, 409 `illegal_state` where the other one of both is meant.
 */
export async function endOrder(
  writer: Writer,
  orderId: number,
  { kind, reason, ...form }: Ending,
  { noteChange, noteTarget, ...caller }: Caller & Noting,
): Promise<PurchaseOrder> {
  const { session, now } = caller;
  const order = await claimOrder(writer, orderId, caller);
  if (kind === 'cancelled' && order.total_quantity_received > 0) {
    throw new ApiError('illegal_state', { message: 'Some of it was received. Close what is left instead' });
  }
  if (kind === 'closed' && order.total_quantity_received === 0) {
    throw new ApiError('illegal_state', { message: 'Nothing of it was received. Cancel it instead' });
  }
  await forgetRemaining(writer, orderId);
  const columns = updatedColumns('purchase_orders', {
    ...form,
    status: 'complete',
    closed_at: now,
    closed_by_id: session.staff.id,
    close_reason: reason,
  });
  await updateOrder(writer, orderId, columns);
  const quantity = order.total_quantity_ordered - order.total_quantity_received;
  await noteOrderEvent(writer, {
    supplier_transaction_id: orderId,
    at: now,
    kind,
    by_id: session.staff.id,
    quantity,
    reason,
  });
  noteTarget({ name: order.transaction_number, storeId: order.store_id });
  noteChange(notedOrder, { status: order.status }, { status: kind });
  return showOrder(writer, orderId, caller);
}
