import { fieldError } from '#contract/errors.ts';
import type { InventoryUnit } from '#contract/inventory.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { refuseInactive } from '../stores/stores.public.ts';
import { findUnitEvents, noteUnitEvent } from '../units/units.public.ts';
import { claim, present } from './unit-form.usecases.ts';
import { updateUnit } from './inventory.repository.ts';

/**
 * Gives a unit the code of a label of the order that it was received on. 404 `item_not_found`, 409 by its state as
 * `changeUnit`, 422 on `inventory_item_id` if it has a code, or came from elsewhere.
 */
export async function giveLabel(
  writer: Writer,
  unitId: number,
  { code, orderId }: { code: string; orderId: number },
  caller: { session: Session; now: number },
): Promise<InventoryUnit> {
  const { session, now } = caller;
  const before = await claim(writer, unitId, caller);
  refuseInactive(session, before.store_id);
  if (before.qr_code !== null) {
    throw fieldError('inventory_item_id', `This item has the QR code ${before.qr_code} already`);
  }
  const events = await findUnitEvents(writer, unitId);
  // Received with a receipt, or by another label of the order.
  if (!events.some(({ details, order_id }) => (order_id ?? details.order_id) === orderId)) {
    throw fieldError('inventory_item_id', 'This item was not received from the order of this QR code');
  }
  await updateUnit(writer, before, { qr_code: code, updated_at: now });
  await noteUnitEvent(
    writer,
    { unitId, kind: 'changed', at: now, staffId: session.staff.id, storeId: before.store_id },
    { changes: [{ field: 'qr_code', before: null, after: code }] },
  );
  return present(writer, unitId, caller);
}
