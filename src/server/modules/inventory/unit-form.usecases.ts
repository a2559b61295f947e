import type { Selectable } from 'kysely';
import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import {
  inventoryUnit,
  unitChanges,
  unitForm,
  type inventory,
  type InventoryUnit,
} from '#contract/inventory.ts';
import { fieldsOf } from '#contract/shapes.ts';
import { formatMoney } from '#domain/money.ts';
import { formatHeldUntil, zonesOf } from '#domain/store-time.ts';
import { unitCategoryLabels, type UnitEventKind } from '#domain/units.ts';
import type { UnitStatus } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, nullsOf, updatedColumns } from '../../db/columns.ts';
import { definedFields } from '../../db/defined-fields.ts';
import type { Tables } from '../../db/tables.ts';
import type { Approval, NoteChange, Session } from '../../http/call.ts';
import {
  FREED,
  insertUnits,
  noteUnitEvent,
  refusePaidFor,
  type UnitEventDetails,
} from '../units/units.public.ts';
import { claimLabel, labelOf, linkClaimed, type ClaimedLabel } from '../labels/labels.public.ts';
import { getStore, isOwn, refuseInactive } from '../stores/stores.public.ts';
import { correctCost, whereItWent } from '../transactions/transactions.public.ts';
import { refuseTaken, refuseWrong, refuseWrongPrices } from './unit-form.guards.ts';
import { presentDetails } from './inventory.present.ts';
import { cameByTradeIn, claimSold, claimUnit, findDetails, updateUnit } from './inventory.repository.ts';

type Caller = { session: Session; now: number };
type Row = Selectable<Tables['inventory_items']>;

/** Returns a unit of the caller's stores as the back office sees it; 404 `item_not_found`. */
export async function present(
  reader: Reader,
  unitId: number,
  { session, now }: Caller,
): Promise<InventoryUnit> {
  const row = await findDetails(reader, unitId, session.staff.store_ids);
  if (!row) throw new ApiError('item_not_found');
  return presentDetails(row, now);
}

type NewUnit = Omit<RouteInput<typeof inventory.create>['body'], 'store_id'>;
const NO_UNIT = nullsOf(unitForm);

type Arrival = {
  kind: 'received' | 'traded_in';
  status?: 'available' | 'on_hold';
  claimed?: ClaimedLabel | null;
};

/** Makes a unit that came to a store, with its label, and writes its history; 422 for an invalid form. */
export async function makeUnit(
  writer: Writer,
  form: NewUnit,
  { session, storeId, now }: Caller & { storeId: number },
  { kind, status = 'available', claimed = null }: Arrival,
): Promise<{ unitId: number; eventId: number }> {
  const unit = insertedColumns('inventory_items', {
    ...NO_UNIT,
    ...form,
    purchase_cost: form.purchase_cost ?? claimed?.item.unit_cost ?? null,
  });
  await refuseWrong(writer, unit, unit);
  await refuseWrongPrices(writer, null, unit, session);
  // A supplier deleted since the order is still the unit's supplier.
  if (claimed) unit.supplier_id = claimed.order.supplier_id;
  await refuseTaken(writer, unit, { session, unitId: null, ownLabel: claimed?.label.qr_code ?? null });
  const unitId = writer.nextId();
  const staffId = session.staff.id;
  await insertUnits(writer, [
    { ...unit, id: unitId, store_id: storeId, status, created_at: now, created_by_id: staffId },
  ]);
  const details = {
    ...(unit.supplier_id === null ? {} : { supplier_id: unit.supplier_id }),
    ...(claimed ? { order_id: claimed.order.id } : {}),
  };
  return {
    unitId,
    eventId: await noteUnitEvent(writer, { unitId, kind, at: now, staffId, storeId }, details),
  };
}

/**
 * Makes a unit in the named store, else in the caller's. With the unused code of a label it counts as received on that
 * label's order, with its supplier and cost. 422 for an invalid form, 403 `foreign_store`, 409 `illegal_state` for a
 * label of a complete order.
 */
export async function createUnit(
  writer: Writer,
  { store_id: named, ...form }: RouteInput<typeof inventory.create>['body'],
  { storeId: own, ...caller }: Caller & { storeId: number },
): Promise<InventoryUnit> {
  const { session } = caller;
  const storeId = named ?? own;
  if (!isOwn(session, storeId)) throw new ApiError('foreign_store');
  refuseInactive(session, storeId);
  const at = { ...caller, storeId };
  const claimed = await claimLabel(writer, form.qr_code ?? null, form.product_variation_id, at);
  const { unitId } = await makeUnit(writer, form, at, { kind: 'received', claimed });
  if (claimed) await linkClaimed(writer, claimed, unitId, at);
  return present(writer, unitId, caller);
}

/** Returns why a unit cannot be changed: 409 by its state, 404 if it is in none of the caller's stores. */
async function refusalOf(reader: Reader, unitId: number, { session, now }: Caller): Promise<ApiError> {
  const row = await findDetails(reader, unitId, session.staff.store_ids);
  if (!row) return new ApiError('item_not_found');
  const { status, locked_by, locked_until } = presentDetails(row, now);
  if (status === 'locked' || status === 'reserved') {
    const zones = zonesOf(await getStore(reader, row.store_id));
    const until = locked_until === null ? '' : ` until ${formatHeldUntil(locked_until, zones)}`;
    const where = status === 'locked' ? 'in' : 'reserved for';
    return new ApiError('item_unavailable', {
      message: `This item is ${where} ${locked_by ?? 'somebody'}’s cart${until}`,
      details: { locked_by, locked_until, inventory_item_ids: [unitId] },
    });
  }
  const text: Partial<Record<UnitStatus, string>> = {
    sold: 'This item is sold. Void or refund its sale first',
    in_transit: 'This item is on its way to another store. Receive it first',
    returned: await whereItWent(reader, row),
  };
  return new ApiError('illegal_state', { message: text[status], details: { inventory_item_ids: [unitId] } });
}

/** Takes a unit of the caller's stores for a change; refuses as `changeUnit`. */
export async function claim(writer: Writer, unitId: number, caller: Caller): Promise<Row> {
  const row = await claimUnit(writer, unitId, caller.session.staff.store_ids, caller.now);
  if (!row) throw await refusalOf(writer, unitId, caller);
  // Nobody holds a unit that can be claimed: a lock that is left has lapsed.
  return row.status === 'locked' ? { ...row, status: 'available' } : row;
}

type SettableStatus = NonNullable<RouteInput<typeof inventory.update>['body']['status']>;

/** The history event of each change of status that a user may make. */
const turns: Partial<Record<UnitStatus, Partial<Record<SettableStatus, UnitEventKind>>>> = {
  available: { defective: 'defective', lost: 'lost' },
  defective: { available: 'repaired' },
  lost: { available: 'found' },
};

/**
 * Returns the event of a change of status; null if none is asked for. 409 for a change that is impossible, or, with a
 * reason, to the present status: the caller has not seen what another did. 422 without a reason, or for one alone.
 */
function turnOf(
  { status: from }: Row,
  to: SettableStatus | undefined,
  reason?: string,
): UnitEventKind | null {
  if (to === undefined && reason !== undefined) {
    throw fieldError('reason', 'A reason is kept with a change of status alone');
  }
  if (to === undefined || (to === from && reason === undefined)) return null;
  if (to === from) throw new ApiError('illegal_state', { message: `This item is already ${to}` });
  if (from === 'on_hold') {
    // Found or mended, it would be for sale without a clearance.
    throw new ApiError('illegal_state', {
      message: 'This item is on hold. Clear its trade-in, or give it back',
    });
  }
  const kind = turns[from]?.[to];
  if (!kind) {
    throw new ApiError('illegal_state', { message: 'Make this item available first, then choose its state' });
  }
  if (reason === undefined) throw fieldError('reason', 'Reason required');
  return kind;
}

/** Fields whose changes unit history tells; supplier and cost are told otherwise. */
const TOLD = fieldsOf(unitChanges.omit({ supplier_id: true, purchase_cost: true }));

/** Returns the changes as unit history tells them. */
export function changesOf(
  before: Row,
  after: Row,
  [supplierBefore, supplierAfter]: readonly InventoryUnit['supplier'][],
): UnitEventDetails {
  const told = (row: Row, field: (typeof TOLD)[number]) => {
    const value = row[field];
    if (value === null) return null;
    if (field === 'category') return unitCategoryLabels[row.category];
    return typeof value === 'number' && field !== 'condition_rating'
      ? formatMoney(value, 'inventory')
      : String(value);
  };
  const changes: UnitEventDetails['changes'] = TOLD.filter((field) => before[field] !== after[field]).map(
    (field) => ({ field, before: told(before, field), after: told(after, field) }),
  );
  if (before.supplier_id !== after.supplier_id) {
    const names = { before: supplierBefore?.name ?? null, after: supplierAfter?.name ?? null };
    changes.push({ field: 'supplier', ...names });
  }
  const cost = { before: before.purchase_cost, after: after.purchase_cost };
  return {
    ...(changes.length ? { changes } : {}),
    ...(cost.before === cost.after ? {} : { cost }),
  };
}

/** The fields of a unit in the audit log: without its cost, which not all readers may see. */
export const audited = inventoryUnit.omit({ purchase_cost: true });

type Changer = Caller & {
  noteChange: NoteChange;
  /** Of the price, for somebody who may not change prices. */
  approval?: Approval | null;
};

/**
 * Changes the given fields, and the status with a reason; null clears. 404 `item_not_found`; 422 for an invalid form; 409 for
 * a unit that is held, in transit or returned, one that would leave the stock though it was paid for on a draft, a sold one
 * unless its cost alone is corrected, and `store_inactive` for anything but the status of one at an inactive store.
 */
export async function changeUnit(
  writer: Writer,
  unitId: number,
  { status, reason, ...form }: RouteInput<typeof inventory.update>['body'],
  { noteChange, approval = null, ...caller }: Changer,
): Promise<InventoryUnit> {
  const { session, now } = caller;
  const named = Object.keys(definedFields({ ...form, status, reason }));
  // What a unit cost is found out late, as on the supplier's invoice.
  const isCost = named.length === 1 && named[0] === 'purchase_cost';
  const sold = isCost ? await claimSold(writer, unitId, session.staff.store_ids, now) : undefined;
  const before = sold ?? (await claim(writer, unitId, caller));
  if (Object.keys(definedFields(form)).length > 0) refuseInactive(session, before.store_id);
  const shownBefore = await present(writer, unitId, caller);
  const turn = turnOf(before, status, reason);
  if (turn && before.status === 'available') await refusePaidFor(writer, unitId);
  const fields = updatedColumns('inventory_items', form);
  const isNew = (fields.category ?? before.category) === 'new';
  if (isNew && before.category !== 'new' && (await cameByTradeIn(writer, before))) {
    throw fieldError('category', 'This item was traded in. It is used or refurbished');
  }
  // A unit that becomes new loses its rating.
  const rating = isNew && fields.condition_rating === undefined ? { condition_rating: null } : {};
  const after: Row = { ...before, ...fields, ...rating, ...(turn && status ? { ...FREED, status } : {}) };
  await refuseWrong(writer, after, fields);
  await refuseWrongPrices(writer, before, after, approval ? null : session);
  if (after.qr_code !== before.qr_code && (await labelOf(writer, unitId))) {
    throw fieldError('qr_code', 'This is the code of its label, and stays with it');
  }
  await refuseTaken(writer, after, { session, unitId });
  await updateUnit(writer, before, {
    ...fields,
    ...rating,
    ...(turn && status ? { ...FREED, status } : {}),
    updated_at: now,
  });
  if (sold) await correctCost(writer, unitId, after.purchase_cost);
  const event = { unitId, at: now, staffId: session.staff.id, storeId: before.store_id };
  const shown = await present(writer, unitId, caller);
  const suppliers = [shownBefore, shown].map(({ supplier }) => supplier);
  const details = changesOf(before, after, suppliers);
  if (details.changes || details.cost) await noteUnitEvent(writer, { ...event, kind: 'changed' }, details);
  if (turn) await noteUnitEvent(writer, { ...event, kind: turn }, { reason });
  noteChange(audited, { ...shownBefore, updated_at: null }, { ...shown, updated_at: null });
  return shown;
}
