import { randomUUID } from 'node:crypto';
import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { UnitDeposit } from '#contract/shapes.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import type { Disposition } from '#domain/refunds.ts';
import { endOfDay, type Zones } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { depositText, paidForText } from '#domain/payments.ts';
import { findDeposits } from './deposits.repository.ts';
import { isHeldNow, presentUnit, statusNow } from './units.present.ts';
import * as holds from './holds.repository.ts';
import * as units from './units.repository.ts';

export type Holder = { session: Session; storeId: number; now: number };
type LockFor = Holder & { draftId?: number; takeOver?: boolean; paidForToo?: boolean };

/** Returns a hold for a sign-in, for five minutes from now. */
export const holdFor = ({ session, storeId, now, draftId, takeOver, paidForToo }: LockFor) => ({
  storeId,
  staffId: session.staff.id,
  sessionId: session.id,
  draftId: draftId ?? null,
  takeOver: takeOver ?? false,
  paidForToo: paidForToo ?? false,
  token: randomUUID(),
  now,
  expiresAt: now + LOCK_LIFETIME,
});

/** Holds units for a sign-in; `lost` are those that another has. */
export async function holdUnits(
  writer: Writer,
  unitIds: readonly number[],
  holder: LockFor,
): Promise<{ expiresAt: number; lost: number[] }> {
  const hold = holdFor(holder);
  const lost = await holds.lockUnits(writer, { ...hold, unitIds });
  return { expiresAt: hold.expiresAt, lost };
}

type Kept = Holder & {
  draftId: number;
  /** The units of the draft as they are now. */
  units: readonly units.Reservation[];
  isPaid: boolean;
  zones: Zones;
};

/**
 * Reserves the units of a draft to the end of the store's day while payments are saved on it, as far as nobody else has
 * them, and ends that without payments. Those that are reserved until then already are not written again.
 */
export function keepReserved(
  writer: Writer,
  { draftId, units: ofDraft, isPaid, zones, session, storeId, now }: Kept,
): void {
  if (!isPaid) return holds.endReservation(writer, draftId);
  const until = Math.max(endOfDay(now, zones), now + LOCK_LIFETIME);
  const isReserved = (unit: units.Reservation) =>
    unit.status === 'locked' &&
    unit.locked_for_draft === draftId &&
    unit.till_lock_until !== null &&
    unit.lock_expires_at === until;
  const unitIds = ofDraft.filter((unit) => !isReserved(unit)).map(({ id }) => id);
  if (unitIds.length === 0) return;
  holds.reserveUnits(writer, { draftId, unitIds, storeId, staffId: session.staff.id, now, until });
}

/** Returns what was paid for some units on drafts that have them, by unit: on the oldest other one than the draft named. */
export async function depositsOf(
  reader: Reader,
  unitIds: readonly number[],
  draftId?: number,
): Promise<Map<number, UnitDeposit>> {
  const found = (await findDeposits(reader, unitIds)).filter(({ id }) => id !== draftId);
  return new Map(
    found.toReversed().map(({ unit_id, id, transaction_number, customer, amount }) => {
      return [unit_id, { amount: Number(amount), customer, draft: { id, transaction_number } }];
    }),
  );
}

/** Returns what was paid for a unit in stock that nobody holds, on another draft than the one named; null for nothing. */
export async function depositOn(
  reader: Reader,
  unit: units.UnitRow,
  { draftId, now }: Pick<Holder, 'now'> & { draftId?: number },
): Promise<UnitDeposit | null> {
  if (statusNow(unit, now) !== 'available') return null;
  return (await depositsOf(reader, [unit.id], draftId)).get(unit.id) ?? null;
}

/** 409 `item_unavailable` for a unit that was paid for on a draft, which would lose it without a word. */
export async function refusePaidFor(reader: Reader, unitId: number): Promise<void> {
  const deposit = (await depositsOf(reader, [unitId])).get(unitId);
  if (!deposit) return;
  throw new ApiError('item_unavailable', {
    message: paidForText(deposit),
    details: { inventory_item_ids: [unitId], deposit },
  });
}

/**
 * Returns the draft that has a unit, as far as the caller is told: the one that it is reserved for (`draft`), or a draft
 * that the caller has in another window or at another till (`own_draft`).
 */
export async function draftWith(
  reader: Reader,
  row: units.UnitRow,
  { session, now }: Holder,
): Promise<Pick<ErrorDetails, 'draft' | 'own_draft'>> {
  const isReserved = statusNow(row, now) === 'reserved';
  const isOwn = isHeldNow(row, now) && row.locked_by_id === session.staff.id;
  const draft = isReserved || isOwn ? await holds.findDraftOfUnit(reader, row.id) : undefined;
  return draft ? { [isReserved ? 'draft' : 'own_draft']: draft } : {};
}

/** Returns the refusal that names the unavailable units, and the holder of the first. */
export async function unavailableUnits(
  reader: Reader,
  unitIds: readonly number[],
  holder: Holder & { draftId?: number },
): Promise<ApiError> {
  const unit = await units.findUnit(reader, unitIds[0] ?? 0, holder.storeId);
  const named = unit && { item_name: `${unit.product_name}, ${unit.variation_name}` };
  const details = { inventory_item_ids: [...unitIds], ...named };
  const held = unit && presentUnit(unit, holder.now);
  const deposit = unit && (await depositOn(reader, unit, holder));
  if (deposit)
    return new ApiError('item_unavailable', {
      message: depositText(deposit),
      details: { ...details, deposit },
    });
  if (!held || held.locked_until === null) return new ApiError('item_unavailable', { details });
  const { locked_by, locked_until } = held;
  const draft = await draftWith(reader, unit, holder);
  return new ApiError('item_unavailable', { details: { ...details, locked_by, locked_until, ...draft } });
}

/**
 * Marks a sale's units as sold and returns their new state, with the prices that they have by then; 409
 * `item_unavailable` names those that another till holds or sold.
 */
export async function sellHeldUnits(
  writer: Writer,
  items: readonly units.UnitRow[],
  { draftId, ...holder }: Holder & { draftId: number },
): Promise<units.UnitRow[]> {
  const { session, storeId, now } = holder;
  const unitIds = items.map(({ id }) => id);
  const wanted = { unitIds, storeId, draftId, sessionId: session.id, now };
  const { sold, lost } = await holds.sellUnits(writer, wanted);
  if (lost.length) throw await unavailableUnits(writer, lost, { ...holder, draftId });
  const asSold = new Map(sold.map((unit) => [unit.id, unit]));
  return items.map((item) => ({ ...item, ...asSold.get(item.id), status: 'sold' }));
}

/**
 * Takes back the units of a sale, as available or defective. 409 `illegal_state` if one of them is not sold any more.
 */
export async function returnSoldUnits(
  writer: Writer,
  returned: readonly { unitId: number; status: Exclude<Disposition, 'none'> }[],
  storeId: number,
): Promise<void> {
  const lost = await holds.takeBackUnits(writer, returned, storeId);
  if (lost.length) {
    throw new ApiError('illegal_state', {
      message: 'A unit of this sale is not with the customer any more',
      details: { inventory_item_ids: lost },
    });
  }
}
