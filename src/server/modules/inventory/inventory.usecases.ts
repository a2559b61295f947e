import { randomBytes } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';
import type { Lock } from '#contract/pos.ts';
import type { InventoryItem, ProductVariation } from '#contract/shapes.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import type { Disposition } from '#domain/refunds.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import * as units from './inventory.repository.ts';

export type Unit = units.UnitRow;
export { findUnitByCode, findUnits, findUnitsAnywhere, unlockDraft } from './inventory.repository.ts';

/** A unit as the till sees it; a hold that has lapsed shows as available. */
export function presentUnit(unit: Unit, now: number): InventoryItem {
  const isHeld = unit.status === 'locked' && (unit.lock_expires_at ?? 0) > now;
  return {
    id: unit.id,
    serial_number: unit.serial_number,
    imei: unit.imei,
    qr_code: unit.qr_code,
    category: unit.category,
    condition_rating: unit.condition_rating,
    store_id: unit.store_id,
    status: unit.status === 'locked' && !isHeld ? 'available' : unit.status,
    locked_at: isHeld ? unit.locked_at : null,
    locked_by_id: isHeld ? unit.locked_by_id : null,
    locked_by: isHeld ? unit.locked_by : null,
    locked_until: isHeld ? unit.lock_expires_at : null,
  };
}

export function presentVariation(unit: Unit): ProductVariation {
  return {
    id: unit.product_variation_id,
    name: unit.variation_name,
    barcode: unit.barcode,
    retail_price: unit.retail_price,
    member_price: unit.member_price,
    wholesale_price: unit.wholesale_price,
    minimum_price: unit.minimum_price,
    product: { id: unit.product_id, name: unit.product_name, sku: unit.sku },
  };
}

/** What a till catalogue shows of some variations at a store: sellable counts, and up to `limit` units each. */
export async function stockOf(
  reader: Reader,
  variationIds: readonly number[],
  { storeId, now, limit }: { storeId: number; now: number; limit: number },
): Promise<{ count: Map<number, number>; units: Map<number, InventoryItem[]> }> {
  const count = await units.countSellable(reader, variationIds, storeId, now);
  const rows = await units.findUnitsInStore(reader, variationIds, { storeId, now, limit });
  const byVariation = Map.groupBy(rows, (row) => row.product_variation_id);
  const presented = [...byVariation].map(
    ([id, list]) => [id, list.map((row) => presentUnit(row, now))] as const,
  );
  return { count, units: new Map(presented) };
}

export type Holder = { session: Session; storeId: number; now: number };
export type LockFor = Holder & { draftId?: number; takeOver?: boolean };

/** Holds a unit for a sign-in, for five minutes from now; answers when the hold ends, or null when another has it. */
export async function holdUnit(
  writer: Writer,
  itemId: number,
  { session, storeId, now, draftId, takeOver }: LockFor,
): Promise<{ token: string; expiresAt: number } | null> {
  const token = randomBytes(16).toString('base64url');
  const expiresAt = now + LOCK_LIFETIME;
  const won = await units.lockUnit(writer, {
    itemId,
    storeId,
    staffId: session.staff.id,
    sessionId: session.id,
    draftId: draftId ?? null,
    takeOver: takeOver ?? false,
    token,
    now,
    expiresAt,
  });
  return won ? { token, expiresAt } : null;
}

/** The refusal that names the units which are gone, and who holds the first of them. */
export async function unavailableUnits(
  reader: Reader,
  itemIds: readonly number[],
  { storeId, now }: Holder,
): Promise<ApiError> {
  const details = { inventory_item_ids: [...itemIds] };
  const unit = await units.findUnit(reader, itemIds[0] ?? 0, storeId);
  const held = unit && presentUnit(unit, now);
  if (!held || held.locked_until === null) return new ApiError('item_unavailable', { details });
  const { locked_by, locked_until } = held;
  return new ApiError('item_unavailable', { details: { ...details, locked_by, locked_until } });
}

async function describeLock(
  reader: Reader,
  itemId: number,
  { storeId, now }: Holder,
  hold: { token: string; expiresAt: number },
): Promise<Lock> {
  const unit = await units.findUnit(reader, itemId, storeId);
  if (!unit) throw new ApiError('item_unavailable');
  return {
    inventoryItem: presentUnit(unit, now),
    productVariation: presentVariation(unit),
    lockToken: hold.token,
    expires_at: hold.expiresAt,
  };
}

/** Locks one unit; 404 for one that is not in the store, 409 `item_unavailable` names the holder. */
export async function lockItem(writer: Writer, itemId: number, holder: Holder): Promise<Lock> {
  const hold = await holdUnit(writer, itemId, holder);
  if (hold) return describeLock(writer, itemId, holder, hold);
  if (!(await units.findUnit(writer, itemId, holder.storeId))) throw new ApiError('code_not_found');
  throw await unavailableUnits(writer, [itemId], holder);
}

/** Picks and locks one free unit of a variation; 409 `out_of_stock` when there is none. */
export async function lockNext(writer: Writer, variationId: number, holder: Holder): Promise<Lock> {
  for (;;) {
    const itemId = await units.findNextFree(writer, variationId, holder.storeId, holder.now);
    if (itemId === null) throw new ApiError('out_of_stock');
    const hold = await holdUnit(writer, itemId, holder);
    if (hold) return describeLock(writer, itemId, holder, hold);
  }
}

/** Gives a unit back; nothing happens to one that another sign-in holds. */
export async function unlockItem(
  writer: Writer,
  itemId: number,
  { session, storeId }: Holder,
): Promise<void> {
  await units.unlockUnit(writer, itemId, storeId, session.id);
}

/** Turns a sale's units into sold ones; 409 `item_unavailable` names those that another till holds or sold. */
export async function sellItems(writer: Writer, itemIds: readonly number[], holder: Holder): Promise<void> {
  const { session, storeId, now } = holder;
  const lost = await units.sellUnits(writer, { itemIds, storeId, sessionId: session.id, now });
  if (lost.length) throw await unavailableUnits(writer, lost, holder);
}

/**
 * Takes units back that a sale went out with: into stock or to the defective ones. 409 `illegal_state` when one of them
 * is not sold any more.
 */
export async function returnItems(
  writer: Writer,
  returned: readonly { itemId: number; status: Disposition }[],
  storeId: number,
): Promise<void> {
  const lost = await units.takeBackUnits(writer, returned, storeId);
  if (lost.length) {
    throw new ApiError('illegal_state', {
      message: 'A unit of this sale is not with the customer any more',
      details: { inventory_item_ids: lost },
    });
  }
}
