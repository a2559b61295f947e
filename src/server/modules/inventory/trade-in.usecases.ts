import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { inventory, InventoryUnit } from '#contract/inventory.ts';
import { whyNotTradedIn } from '#domain/trade-ins.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import { requireCustomer } from '../customers/customers.public.ts';
import { noteUnitEvent } from '../units/units.public.ts';
import { isOutWithSale, releaseTradedIn } from '../transactions/transactions.public.ts';
import { keepArrival } from './take-in.usecases.ts';
import { findAnywhere, findRow, insertTradeIn, takeIn } from './inventory.repository.ts';
import { refuseWrongPrices } from './unit-form.guards.ts';
import { audited, changesOf, makeUnit, present } from './unit-form.usecases.ts';
import { presentDetails } from './inventory.present.ts';

type Caller = { session: Session; storeId: number; now: number };
type Form = RouteInput<typeof inventory.tradeIn>['body'];
type Bringer = Pick<Form, 'customer_id' | 'brought_by'>;

/** Returns who brings the unit: a customer or a name; 422 for neither or both, 404 `customer_not_found`. */
async function bringerOf(reader: Reader, { customer_id = null, brought_by = null }: Bringer) {
  if (customer_id === null && brought_by === null) {
    throw fieldError('brought_by', 'Choose a customer, or type who brought it');
  }
  if (customer_id !== null && brought_by !== null) {
    throw fieldError('brought_by', 'Choose a customer or type a name, not both');
  }
  if (customer_id !== null) await requireCustomer(reader, customer_id);
  return { customer_id, brought_by };
}

/** Returns why a unit that is not with a customer is refused: 409, or 404 if it does not exist. */
async function refusalOf(reader: Reader, unitId: number, now: number): Promise<ApiError> {
  const row = await findAnywhere(reader, unitId);
  if (!row) return new ApiError('item_not_found');
  const message = whyNotTradedIn(presentDetails(row, now)) ?? 'It was sold again meanwhile';
  return new ApiError('illegal_state', { message, details: { inventory_item_ids: [unitId] } });
}

/**
 * Takes a sold unit back from any store into the caller's: on the same record, as used, with its history. Its sale
 * stays as it was, but no longer has the unit. 409 `illegal_state` for a unit that is not with a customer, 404
 * `item_not_found`, 404 `customer_not_found`, 422 if neither or both of customer and name are given.
 */
export async function tradeIn(
  writer: Writer,
  unitId: number,
  { customer_id, brought_by, ...form }: Form,
  { noteChange, ...caller }: Caller & { noteChange: NoteChange },
): Promise<InventoryUnit> {
  const { session, storeId, now } = caller;
  const bringer = await bringerOf(writer, { customer_id, brought_by });
  const lineId = await releaseTradedIn(writer, unitId, now);
  const shownBefore = await findAnywhere(writer, unitId);
  const before = await findRow(writer, unitId);
  if (!before || !shownBefore) throw new ApiError('item_not_found');
  const paid = form.purchase_cost ?? null;
  const columns = updatedColumns('inventory_items', {
    ...form,
    store_id: storeId,
    category: 'used',
    purchase_cost: paid,
    supplier_id: null,
    created_at: now,
    created_by_id: session.staff.id,
    updated_at: now,
  });
  const after = await takeIn(writer, unitId, 'sold', columns);
  if (after) await refuseWrongPrices(writer, null, after, session);
  // Without a line it was never sold here, or it came back and went out again since the lookup.
  if (!after || (lineId === null && (await isOutWithSale(writer, unitId))))
    throw await refusalOf(writer, unitId, now);
  await keepArrival(writer, before);
  const shown = await present(writer, unitId, caller);
  const { changes = [], ...cost } = changesOf({ ...before, supplier_id: null }, after, []);
  if (before.store_id !== storeId) {
    changes.unshift({ field: 'store', before: shownBefore.store_name, after: shown.store.name });
  }
  const staffId = session.staff.id;
  const id = await noteUnitEvent(
    writer,
    { unitId, kind: 'traded_in', at: now, staffId, storeId },
    { changes, ...cost },
  );
  await insertTradeIn(writer, {
    id,
    inventory_item_id: unitId,
    store_id: storeId,
    staff_id: staffId,
    traded_in_at: now,
    transaction_item_id: lineId,
    ...bringer,
    paid,
    supplier_id: before.supplier_id,
  });
  noteChange(
    audited,
    { ...presentDetails(shownBefore, now), updated_at: null },
    { ...shown, updated_at: null },
  );
  return shown;
}

/** Makes a used unit from a trade-in that the chain never had; refuses as `tradeIn` and as for a new unit. */
export async function tradeInNew(
  writer: Writer,
  { customer_id, brought_by, ...form }: RouteInput<typeof inventory.tradeInNew>['body'],
  caller: Caller,
): Promise<InventoryUnit> {
  const { session, storeId, now } = caller;
  const bringer = await bringerOf(writer, { customer_id, brought_by });
  const unit = insertedColumns('inventory_items', { ...form, category: 'used' });
  const { unitId, eventId } = await makeUnit(writer, unit, caller, 'traded_in');
  await insertTradeIn(writer, {
    id: eventId,
    inventory_item_id: unitId,
    store_id: storeId,
    staff_id: session.staff.id,
    traded_in_at: now,
    transaction_item_id: null,
    ...bringer,
    paid: form.purchase_cost ?? null,
    supplier_id: null,
  });
  return present(writer, unitId, caller);
}
