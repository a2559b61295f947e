import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';

/** Finds how a sale came that a till made without the server: the first text that told of it. */
export const findSoldOffline = (reader: Reader, transactionId: number) =>
  reader
    .selectFrom('offline_sales as sale')
    .innerJoin('tills as till', 'till.id', 'sale.till_id')
    .select([
      'sale.number',
      'sale.made_at',
      'sale.recorded_at',
      'sale.is_open',
      'till.id as till_id',
      'till.name as till_name',
    ])
    .where('sale.transaction_id', '=', transactionId)
    .orderBy('sale.id')
    .limit(1)
    .executeTakeFirst();

/** Finds the name of the till that sold a unit without the server; undefined for any other unit. */
export const findTillThatSold = (reader: Reader, unitId: number) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('offline_sales as sale', 'sale.transaction_id', 'line.transaction_id')
    .innerJoin('tills as till', 'till.id', 'sale.till_id')
    .select('till.name')
    .where('line.inventory_item_id', '=', unitId)
    .where('line.live', '=', 1)
    .executeTakeFirst();

/** Finds the lines of a store's sale that wait for their unit, in their order, with the variation that was sold. */
export const findDisputed = (reader: Reader, transactionId: number, storeId: number) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .innerJoin('inventory_items as unit', 'unit.id', 'line.inventory_item_id')
    .select(['line.id', 'unit.product_variation_id'])
    .where('line.transaction_id', '=', transactionId)
    .where('sale.store_id', '=', storeId)
    .where('sale.status', '=', 'completed')
    .where('line.disputed', '=', sql.lit(1 as const))
    .orderBy('line.position')
    .execute();
export type DisputedLine = Awaited<ReturnType<typeof findDisputed>>[number];

/** Lets the disputed lines of a sale stand as they are: the units that stand in for theirs stay hidden. */
export async function acceptDisputed(writer: Writer, transactionId: number): Promise<void> {
  await writer
    .updateTable('transaction_items')
    .set({ disputed: 0 })
    .where('transaction_id', '=', transactionId)
    .where('disputed', '=', sql.lit(1 as const))
    .execute();
}

/** Settles what waits for a manager of a sale that was voided. */
export async function settleVoided(
  writer: Writer,
  transactionId: number,
  { staffId, now, reason }: { staffId: number; now: number; reason: string },
): Promise<void> {
  await writer
    .updateTable('offline_sales')
    .set({ is_open: 0, settled_at: now, settled_by_id: staffId, note: `Voided: ${reason}` })
    .where('transaction_id', '=', transactionId)
    .where('is_open', '=', 1)
    .execute();
}
