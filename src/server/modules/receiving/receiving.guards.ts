import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findOrder, type OrderRecord } from '../purchase-orders/purchase-orders.public.ts';
import { isOwn } from '../stores/stores.public.ts';

/** Returns the record of an order of one of the caller's stores; 404 `order_not_found` for any other. */
export async function ownOrder(
  reader: Reader,
  orderId: number,
  { session }: { session: Session },
): Promise<OrderRecord> {
  const order = await findOrder(reader, orderId);
  if (!order || !isOwn(session, order.store_id)) throw new ApiError('order_not_found');
  return order;
}
