import type { RouteOutput } from '#contract/define-route.ts';
import type { ApiError, ErrorDetails } from '#contract/errors.ts';
import type { transactions } from '#contract/transactions.ts';
import type { Cart } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { formatHeldUntil, type Zones } from '#domain/store-time.ts';
import { unitOf } from '#domain/sale-line.ts';

/**
 * Returns who holds a unit: "Locked by Ana until 2:05 PM", or "Reserved for MNL-01-D000012 (Ana) until midnight" for a draft
 * with payments; null if it is not held. Names a cart of the cashier’s own.
 */
export function whoHolds(
  {
    locked_by,
    locked_until,
    draft,
    own_draft,
  }: Pick<ErrorDetails, 'locked_by' | 'locked_until' | 'draft' | 'own_draft'>,
  timeZone: Zones,
): string | null {
  if (!locked_until) return null;
  if (draft) {
    const who = locked_by ? ` (${locked_by})` : '';
    return `Reserved for ${draft.transaction_number}${who} until ${formatHeldUntil(locked_until, timeZone)}`;
  }
  const where = own_draft ? `, in your own cart ${own_draft.transaction_number}` : '';
  return `Locked by ${locked_by ?? 'another till'} until ${formatHeldUntil(locked_until, timeZone)}${where}`;
}

/** Returns which product a refusal is about, and who holds it; null if nobody does. */
export function whoHoldsWhat(details: ErrorDetails, timeZone: Zones): string | null {
  const held = whoHolds(details, timeZone);
  return held && details.item_name ? `${details.item_name}: ${held}` : held;
}

/** Returns why each unit that a refusal names is lost; the refusal names the holder of the first one only. */
export function lostUnits(error: ApiError, timeZone: Zones): Map<number, string> {
  const [first, ...others] = error.details.inventory_item_ids ?? [];
  const lost = new Map(others.map((id) => [id, error.message]));
  return first === undefined ? lost : lost.set(first, whoHolds(error.details, timeZone) ?? error.message);
}

/** Reads the answer to a lock refresh sent at `sentAt`: until when each unit is held, or why it is lost. */
export function readHolds(
  { locked, lost }: RouteOutput<typeof transactions.refreshLocks>,
  sentAt: number,
  timeZone: Zones,
): { held: Map<number, number>; lost: Map<number, string> } {
  return {
    held: new Map(locked.map((hold) => [unitOf(hold), sentAt + LOCK_LIFETIME])),
    lost: new Map(lost.map((unit) => [unitOf(unit), whoHolds(unit, timeZone) ?? unit.message])),
  };
}

/** Returns a message for each line that is newly lost: "iPhone 17: Sold meanwhile". */
export const lostText = ({ lines }: Cart, lost: ReadonlyMap<number, string>): string[] =>
  lines.flatMap((line) => {
    const why = lost.get(unitOf(line));
    return line.lost === null && why !== undefined ? [`${line.product_name}: ${why}`] : [];
  });
