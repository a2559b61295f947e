import { sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

/** Finds the texts that told of a sale which a till made without the server, the one that recorded it first. */
export const findTellings = (reader: Reader, transactionId: number) =>
  reader
    .selectFrom('offline_sales as sale')
    .innerJoin('tills as till', 'till.id', 'sale.till_id')
    .leftJoin('staff as settler', 'settler.id', 'sale.settled_by_id')
    .select([
      'sale.number',
      'sale.made_at',
      'sale.recorded_at',
      'sale.is_open',
      'sale.reasons_json',
      'sale.disputed_json',
      'sale.settled_at',
      'sale.settled_by_id',
      'settler.name as settler_name',
      'sale.note',
      'till.id as till_id',
      'till.name as till_name',
    ])
    .where('sale.transaction_id', '=', transactionId)
    .orderBy('sale.recorded_at')
    .orderBy('sale.id')
    .execute();

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

/**
 * Lets a disputed line stand as it is: the unit that stands in for its own stays hidden. That of a line whose own had
 * numbers is never shown; one of a piece without is, once such a piece comes back.
 */
export async function acceptDisputed(
  writer: Writer,
  lineId: number,
  { hadNumbers }: { hadNumbers: boolean },
): Promise<void> {
  await writer
    .updateTable('transaction_items')
    .set({ disputed: hadNumbers ? 2 : 0 })
    .where('id', '=', lineId)
    .execute();
}

/** Finds what waits for a manager of a sale. */
export const findOpenOf = (reader: Reader, transactionId: number) =>
  reader
    .selectFrom('offline_sales')
    .select(['id', 'staff_id', 'sent_by_id', 'maker_id', 'void_approver_id', 'reasons_json'])
    .where('transaction_id', '=', transactionId)
    .where('is_open', '=', 1)
    .execute();

export async function updateOpen(
  writer: Writer,
  id: number,
  changes: Updateable<Tables['offline_sales']>,
): Promise<void> {
  await writer.updateTable('offline_sales').set(changes).where('id', '=', id).execute();
}
