import { ApiError } from '#contract/errors.ts';
import type { InventoryUnit, newTradeInForm, tradeInForm } from '#contract/inventory.ts';
import type { z } from '#contract/zod.ts';
import { whyNotTradedIn } from '#domain/trade-ins.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import { noteUnitEvent } from '../units/units.public.ts';
import { isOutWithSale, releaseTradedIn, wasGivenBack } from '../transactions/transactions.public.ts';
import { keepArrival } from './take-in.usecases.ts';
import { findAnywhere, findRow, takeIn } from './inventory.repository.ts';
import { refuseWrongPrices } from './unit-form.guards.ts';
import { audited, changesOf, makeUnit, present } from './unit-form.usecases.ts';
import { presentDetails } from './inventory.present.ts';

/** The fields of a trade-in that are not its unit's, by name: a new one must be stored somewhere. */
type Terms =
  | 'amount'
  | 'seller'
  | 'customer_id'
  | 'transaction_id'
  | 'version'
  | 'known_payments'
  | 'payout'
  | 'purchase_cost'
  | 'brought_by';
export type TradedUnit = Omit<z.output<typeof tradeInForm>, Terms>;
export type NewTradedUnit = Omit<z.output<typeof newTradeInForm>, Terms>;

type Taking = {
  session: Session;
  storeId: number;
  now: number;
  noteChange: NoteChange;
  /** What is paid for it, in centavos. */
  paid: number;
  /** `on_hold` until its clearance. */
  status: 'available' | 'on_hold';
};

/** A unit that came in by trade-in. */
export type TakenInTrade = {
  unitId: number;
  /** Of its history; the trade-in has the same id. */
  eventId: number;
  /** The line of the sale that it had gone out with; null if the chain never had it. */
  lineId: number | null;
  /** Its supplier before. */
  supplierId: number | null;
};

/** Returns why a unit that is not with a customer is refused: 409, or 404 if it does not exist. */
async function refusalOf(reader: Reader, unitId: number, now: number): Promise<ApiError> {
  const row = await findAnywhere(reader, unitId);
  if (!row) return new ApiError('item_not_found');
  const message = whyNotTradedIn(presentDetails(row, now)) ?? 'It was sold again meanwhile';
  return new ApiError('illegal_state', { message, details: { inventory_item_ids: [unitId] } });
}

/**
 * Takes a unit that a customer has back from any store into the caller's: on the same record, as used, with its
 * history. Its sale stays as it was, but no longer has the unit. 409 `illegal_state` for a unit that no customer has,
 * 404 `item_not_found`, 422 for wrong prices.
 */
export async function takeKnownUnit(
  writer: Writer,
  unitId: number,
  form: TradedUnit,
  { noteChange, paid, status, ...caller }: Taking,
): Promise<TakenInTrade> {
  const { session, storeId, now } = caller;
  const lineId = await releaseTradedIn(writer, unitId, now);
  const shownBefore = await findAnywhere(writer, unitId);
  const before = await findRow(writer, unitId);
  if (!before || !shownBefore) throw new ApiError('item_not_found');
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
  const from = (await wasGivenBack(writer, before)) ? 'returned' : 'sold';
  const after = await takeIn(writer, unitId, from, { ...columns, status });
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
  const event = { unitId, kind: 'traded_in', at: now, staffId: session.staff.id, storeId } as const;
  const eventId = await noteUnitEvent(writer, event, { changes, ...cost });
  noteChange(
    audited,
    { ...presentDetails(shownBefore, now), updated_at: null },
    { ...shown, updated_at: null },
  );
  return { unitId, eventId, lineId, supplierId: before.supplier_id };
}

/** Makes a used unit from a trade-in that the chain never had; 422 as for a new unit. */
export async function takeUnknownUnit(
  writer: Writer,
  form: NewTradedUnit,
  { paid, status, ...caller }: Taking,
): Promise<TakenInTrade> {
  const unit = insertedColumns('inventory_items', { ...form, category: 'used', purchase_cost: paid });
  return {
    ...(await makeUnit(writer, unit, caller, { kind: 'traded_in', status })),
    lineId: null,
    supplierId: null,
  };
}

/** Returns a traded-in unit of the caller's stores as the back office sees it. */
export const showTradedIn = (
  reader: Reader,
  unitId: number,
  caller: { session: Session; now: number },
): Promise<InventoryUnit> => present(reader, unitId, caller);
