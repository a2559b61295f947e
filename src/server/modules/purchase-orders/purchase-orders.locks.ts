import { ApiError, fieldError } from '#contract/errors.ts';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { isOwn, refuseInactive } from '../stores/stores.public.ts';
import { findOpenReceipts, type Receiver } from './open-receipts.repository.ts';
import { findOrderEvents } from './purchase-orders.repository.ts';
import { presentOrder } from './purchase-orders.present.ts';
import * as rows from './purchase-orders.repository.ts';

export type Caller = {
  session: Session;
  now: number;
  /** The key of the caller's device, where it matters. */
  tillKey?: string | null;
};
export type Noting = { noteChange: NoteChange; noteTarget: NoteTarget };

/** Returns the caller at their computer. */
export const receiverOf = ({ session, tillKey }: Pick<Caller, 'session' | 'tillKey'>): Receiver => ({
  staffId: session.staff.id,
  computer: tillKey ?? '',
});

/** Returns an order of one of the caller's stores; 404 `order_not_found` for any other. */
export async function showOrder(
  reader: Reader,
  orderId: number,
  { session, tillKey }: Pick<Caller, 'session' | 'tillKey'>,
): Promise<PurchaseOrder> {
  const order = await rows.findNamedOrder(reader, orderId, session.staff.store_ids);
  if (!order) throw new ApiError('order_not_found');
  const [items, events, open] = await Promise.all([
    rows.findItems(reader, orderId),
    findOrderEvents(reader, orderId),
    findOpenReceipts(reader, orderId),
  ]);
  return presentOrder(order, { items, events, open, receiver: receiverOf({ session, tillKey }) });
}

/**
 * Locks an order of one of the caller's stores for a change. 404 `order_not_found`, 409 `illegal_state` for a complete
 * one, 409 `store_inactive` if the store receives nothing any more, unless `whileInactive`.
 */
export async function claimOrder(
  writer: Writer,
  orderId: number,
  { session, whileInactive = false }: Pick<Caller, 'session'> & { whileInactive?: boolean },
): Promise<rows.OrderRecord> {
  const claimed = await rows.claimOpen(writer, orderId);
  const order = claimed ?? (await rows.findOrder(writer, orderId));
  if (!order || !isOwn(session, order.store_id)) throw new ApiError('order_not_found');
  if (!claimed) {
    const isCancelled = order.total_quantity_received === 0;
    throw new ApiError('illegal_state', {
      message: isCancelled ? 'This order was cancelled' : 'This order is complete',
    });
  }
  if (!whileInactive) refuseInactive(session, order.store_id);
  return claimed;
}

type Wanted = { product_variation_id: number; unit_cost?: number | undefined };

/**
 * Returns each row's unit cost: its own, else the product's known one. 422 on the row's field for a missing or inactive
 * product, and for an unknown cost; `field` makes the path of a row's field.
 */
export async function costsOf(
  reader: Reader,
  wanted: readonly Wanted[],
  field: (place: number, name: string) => string,
): Promise<number[]> {
  const ids = [...new Set(wanted.map((row) => row.product_variation_id))];
  const known = new Map((await rows.findOrderable(reader, ids)).map((row) => [row.id, row]));
  return wanted.map(({ product_variation_id, unit_cost }, place) => {
    const variation = known.get(product_variation_id);
    const name = field(place, 'product_variation_id');
    if (!variation) throw fieldError(name, 'This product is not there any more');
    if (variation.status !== 'active' || variation.is_active !== 1) {
      throw fieldError(name, `${variation.product_name} ${variation.name} is inactive and cannot be ordered`);
    }
    const cost = unit_cost ?? variation.cost;
    if (cost <= 0) throw fieldError(field(place, 'unit_cost'), 'Unit cost is required');
    return cost;
  });
}
