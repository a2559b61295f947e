import { fieldError } from '#contract/errors.ts';
import { whyNotUnused } from '#domain/qr-codes.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import {
  addCodes,
  addReceived,
  claimOrder,
  findItemRecords,
  noteOrderEvent,
  type OrderItemRecord,
  type OrderRecord,
} from '../purchase-orders/purchase-orders.public.ts';
import { findLabels, linkLabel, voidOfUnit, type LabelRow } from './labels.repository.ts';

type Caller = { session: Session; storeId: number; now: number };

/** A label for a new unit: its order, and the order item that the unit is received for. */
export type ClaimedLabel = { label: LabelRow; order: OrderRecord; item: OrderItemRecord };

/**
 * Takes the label of a new unit of a store, with its order: the unit counts as received on that. Null for a code that
 * was not made for a label. 422 on `qr_code` if it is not unused, or of another store's order, and on
 * `product_variation_id` if none of that is to come; 409 `illegal_state` for a complete order.
 */
export async function claimLabel(
  writer: Writer,
  code: string | null,
  variationId: number,
  caller: Caller,
): Promise<ClaimedLabel | null> {
  const [found] = code === null ? [] : await findLabels(writer, [code]);
  if (!found) return null;
  if (found.store_id !== caller.storeId) {
    throw fieldError('qr_code', `This QR code is for an order of ${found.store_name}`);
  }
  if (found.status !== 'unused') throw fieldError('qr_code', whyNotUnused(found));
  const order = await claimOrder(writer, found.supplier_transaction_id, caller);
  // Claiming the order may have waited: reads the label again, and then the order's items.
  const [label = found] = await findLabels(writer, [found.qr_code]);
  if (label.status !== 'unused') throw fieldError('qr_code', whyNotUnused(label));
  const items = await findItemRecords(writer, order.id);
  const item = items.find((one) => one.product_variation_id === variationId && one.remaining_quantity > 0);
  if (!item) {
    throw fieldError('product_variation_id', `Nothing of this is to come on ${order.transaction_number}`);
  }
  return { label, order, item };
}

/** Links a claimed label to its new unit, and counts the unit as received on its order. */
export async function linkClaimed(
  writer: Writer,
  { label, order, item }: ClaimedLabel,
  unitId: number,
  { session, now }: Caller,
): Promise<void> {
  const by = session.staff.id;
  if (!(await linkLabel(writer, label, unitId, { by, now })))
    throw new Error('A claimed label is not unused');
  // The audit event of the unit tells what happened.
  const nothing = { noteChange: () => undefined, noteTarget: () => undefined };
  await addReceived(writer, order, new Map([[item.id, 1]]), nothing);
  await noteOrderEvent(writer, {
    supplier_transaction_id: order.id,
    at: now,
    kind: 'received',
    by_id: by,
    product_variation_id: item.product_variation_id,
    quantity: 1,
  });
}

/** Voids the label of a unit that loses it, so that another code may be made in its place. */
export async function forgetLabel(
  writer: Writer,
  unitId: number,
  { session, now, reason }: Pick<Caller, 'session' | 'now'> & { reason: string },
): Promise<void> {
  const label = await voidOfUnit(writer, unitId, { by: session.staff.id, now, reason });
  if (label) await addCodes(writer, label.supplier_transaction_id, -1);
}
