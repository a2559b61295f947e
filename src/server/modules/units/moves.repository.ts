import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRows } from '../../db/compiled-query.ts';
import { FREED, lostOf } from './holds.repository.ts';
import { isPaidForElsewhere } from './deposits.repository.ts';
import { canLeave, turnOf } from './units.repository.ts';

type Sent = { unitIds: readonly number[]; storeId: number; now: number };

const sendFree = compiledRows((writer: Writer, { unitIds, storeId, now }: Sent) =>
  writer
    .updateTable('inventory_items')
    .set({ ...FREED, status: 'in_transit', updated_at: now })
    .where('id', 'in', unitIds)
    .where('store_id', '=', storeId)
    .where((eb) => canLeave(eb, now))
    .returning('id'),
);

/** Sends units of a store that nobody holds or paid for; returns the ids of the others. */
export async function sendUnits(writer: Writer, sent: Sent): Promise<number[]> {
  return lostOf(sent.unitIds, await sendFree(writer, sent));
}

type Arrived = {
  unitIds: readonly number[];
  storeId: number;
  status: 'available' | 'defective' | 'lost';
  now: number;
};

const arrive = compiledRows((writer: Writer, { unitIds, storeId, status, now }: Arrived) =>
  writer
    .updateTable('inventory_items')
    .set({ store_id: storeId, status, updated_at: now })
    .where('id', 'in', unitIds)
    .where('status', '=', 'in_transit')
    .returning('id'),
);

/** Ends the transit of units at a store, with a status there; returns the ids of those not in transit. */
export async function arriveUnits(writer: Writer, arrived: Arrived): Promise<number[]> {
  if (arrived.unitIds.length === 0) return [];
  return lostOf(arrived.unitIds, await arrive(writer, arrived));
}

const sendBack = compiledRows((writer: Writer, { unitIds, storeId, now }: Sent) =>
  writer
    .updateTable('inventory_items')
    .set({ ...FREED, status: 'returned', updated_at: now })
    .where('id', 'in', unitIds)
    .where('store_id', '=', storeId)
    .where((eb) => eb.or([eb('status', '=', 'defective'), canLeave(eb, now)]))
    .returning('id'),
);

/**
 * Marks a store's units as at their supplier, defective ones too, those that are held or paid for not; returns the ids of
 * the others.
 */
export async function sendBackUnits(writer: Writer, sent: Sent): Promise<number[]> {
  return lostOf(sent.unitIds, await sendBack(writer, sent));
}

type CameBack = Omit<Arrived, 'status'> & { status: 'available' | 'defective' };

const bringBack = compiledRows((writer: Writer, { unitIds, storeId, status, now }: CameBack) =>
  writer
    .updateTable('inventory_items')
    .set({ store_id: storeId, status, updated_at: now })
    .where('id', 'in', unitIds)
    .where('status', '=', 'returned')
    .returning('id'),
);

/** Brings units back from their supplier into a store; returns the ids of those that no supplier has. */
export async function bringBackUnits(writer: Writer, back: CameBack): Promise<number[]> {
  return lostOf(back.unitIds, await bringBack(writer, back));
}

/** Finds a variation's next free units in a store that nobody paid for, in the order of sale. */
export async function findFreeUnits(
  reader: Reader,
  variationId: number,
  storeId: number,
  limit: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('inventory_items')
    .select('id')
    .where('product_variation_id', '=', variationId)
    .where('store_id', '=', storeId)
    .where('status', '=', sql.lit('available'))
    .where((eb) => eb.not(isPaidForElsewhere(eb, null)))
    .orderBy(turnOf('inventory_items'))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
