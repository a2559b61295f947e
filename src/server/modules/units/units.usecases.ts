import { ApiError } from '#contract/errors.ts';
import type { Lock } from '#contract/pos.ts';
import type { Writer } from '../../db/access.ts';
import { holdUnits, unavailableUnits, type Holder } from './holds.usecases.ts';
import { presentUnit, presentVariation } from './units.present.ts';
import * as units from './units.repository.ts';

/** Locks a unit, if it is free, and reads it as it is then. */
async function lockOne(writer: Writer, unitId: number, holder: Holder) {
  const [{ lost, token, expiresAt }, unit] = await Promise.all([
    holdUnits(writer, [unitId], holder),
    units.findUnit(writer, unitId, holder.storeId),
  ]);
  if (!unit || lost.length > 0) return { unit, lock: null };
  const lock: Lock = {
    inventoryItem: presentUnit(unit, holder.now),
    productVariation: presentVariation(unit),
    lockToken: token,
    expires_at: expiresAt,
  };
  return { unit, lock };
}

/** Locks one unit; 404 for one that is not in the store, 409 `item_unavailable` names the holder. */
export async function lockUnit(writer: Writer, unitId: number, holder: Holder): Promise<Lock> {
  const { unit, lock } = await lockOne(writer, unitId, holder);
  if (lock) return lock;
  if (!unit) throw new ApiError('code_not_found');
  throw await unavailableUnits(writer, [unitId], holder);
}

/** Picks and locks one free unit of a variation; 409 `out_of_stock` when there is none. */
export async function lockNext(writer: Writer, variationId: number, holder: Holder): Promise<Lock> {
  for (;;) {
    const next = await units.findNextFree(writer, variationId, holder.storeId, holder.now);
    if (!next) throw new ApiError('out_of_stock');
    const { lock } = await lockOne(writer, next.id, holder);
    if (lock) return lock;
  }
}

/** Gives a unit back; nothing happens to one that another sign-in holds. */
export async function unlockUnit(
  writer: Writer,
  unitId: number,
  { session, storeId }: Holder,
): Promise<void> {
  await units.unlockUnit(writer, unitId, storeId, session.id);
}
