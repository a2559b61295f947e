import { ApiError } from '#contract/errors.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findUnitEvents, refusePaidFor } from '../units/units.public.ts';
import { forgetLabel } from '../labels/labels.public.ts';
import { claimAny, noteOrderEvent, takeOffReceived } from '../purchase-orders/purchase-orders.public.ts';
import { claim } from './unit-form.usecases.ts';
import { isInRegister, removeUnits, wasEverInSale } from './inventory.repository.ts';

/** Finds the order that a unit last came on, and its item if the receipt says so; null if it came otherwise. */
async function arrivalOf(reader: Reader, unitId: number) {
  const arrivals = (await findUnitEvents(reader, unitId)).filter(
    ({ kind }) => kind === 'received' || kind === 'traded_in',
  );
  const last = arrivals.at(-1);
  const orderId = last?.order_id ?? last?.details.order_id;
  return orderId === undefined ? null : { orderId, orderItemId: last?.order_item_id ?? null };
}

/**
 * Deletes a unit that was never in a sale or in the register of trade-ins, as if it had never been entered: its label is
 * voided, and its order has one more to come. 409 `in_use` for any other, and by its state as `changeUnit`.
 */
export async function deleteUnit(
  writer: Writer,
  unitId: number,
  { reason, ...caller }: { session: Session; now: number; reason: string },
): Promise<void> {
  const arrival = await arrivalOf(writer, unitId);
  // Receiving claims the order first, too.
  const order = arrival && (await claimAny(writer, arrival.orderId));
  const unit = await claim(writer, unitId, caller);
  if (await wasEverInSale(writer, unitId)) {
    throw new ApiError('in_use', {
      message: 'A sale has had this item. Mark it as lost or defective instead',
    });
  }
  await refusePaidFor(writer, unitId);
  if (await isInRegister(writer, unitId)) {
    throw new ApiError('in_use', {
      message: 'It is in the register of trade-ins. Give it back, or mark it as lost or defective',
    });
  }
  await forgetLabel(writer, unitId, { ...caller, reason: 'Its item was deleted' });
  await removeUnits(writer, [unitId]);
  if (!order) return;
  const { product_variation_id } = unit;
  await takeOffReceived(writer, order, { product_variation_id, orderItemId: arrival.orderItemId });
  await noteOrderEvent(writer, {
    supplier_transaction_id: order.id,
    at: caller.now,
    kind: 'unit_deleted',
    by_id: caller.session.staff.id,
    product_variation_id,
    quantity: 1,
    reason,
  });
}
