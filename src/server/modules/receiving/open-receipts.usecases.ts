import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { receiving } from '#contract/receiving.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import {
  deleteOpenReceipt,
  putOpenReceipt,
  receiverOf,
  showOrder,
  UNKNOWN_COMPUTER,
} from '../purchase-orders/purchase-orders.public.ts';
import { ownOrder } from './receiving.guards.ts';

/**
 * Keeps what the caller has scanned of an order at this computer and not received, for others to see; none forgets it. Takes no lock on the
 * order: it holds no unit. Returns the order as it stands now. 404 `order_not_found`.
 */
export async function tellScanned(
  writer: Writer,
  orderId: number,
  { items, codes }: RouteInput<typeof receiving.tellScanned>['body'],
  caller: { session: Session; tillKey: string | null; now: number },
): Promise<RouteOutput<typeof receiving.tellScanned>> {
  const { now } = caller;
  const { staffId, computer } = receiverOf(caller);
  await ownOrder(writer, orderId, caller);
  await deleteOpenReceipt(writer, { orderId, staffId, computer: UNKNOWN_COMPUTER });
  if (items.length === 0) {
    await deleteOpenReceipt(writer, { orderId, staffId, computer });
  } else {
    await putOpenReceipt(writer, {
      supplier_transaction_id: orderId,
      staff_id: staffId,
      computer,
      begun_at: now,
      seen_at: now,
      units_count: items.reduce((sum, { quantity }) => sum + quantity, 0),
      items: JSON.stringify(items),
      codes: codes === undefined ? null : JSON.stringify(codes),
    });
  }
  return showOrder(writer, orderId, caller);
}
