import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { canLeave } from '../units/units.public.ts';

export type TradeInRow = Selectable<Tables['trade_ins']>;

export async function insertTradeIn(writer: Writer, row: Insertable<Tables['trade_ins']>): Promise<void> {
  await writer.insertInto('trade_ins').values(row).execute();
}

/** Locks a trade-in of a store for a change of it. */
export const claimTradeIn = (
  writer: Writer,
  tradeInId: number,
  storeId: number,
): Promise<TradeInRow | undefined> =>
  writer
    .updateTable('trade_ins')
    // SQL has no update without columns.
    .set({ id: tradeInId })
    .where('id', '=', tradeInId)
    .where('store_id', '=', storeId)
    .returningAll()
    .executeTakeFirst();

export async function updateTradeIn(
  writer: Writer,
  tradeInId: number,
  changes: Updateable<Tables['trade_ins']>,
): Promise<void> {
  await writer.updateTable('trade_ins').set(changes).where('id', '=', tradeInId).execute();
}

/** Finds the trade-ins that some payments were, each with its unit's present place and the state of its sale. */
export async function findTradeInsOf(reader: Reader, paymentIds: readonly number[]) {
  if (paymentIds.length === 0) return [];
  return reader
    .selectFrom('trade_ins as trade_in')
    .innerJoin('inventory_items as unit', 'unit.id', 'trade_in.inventory_item_id')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('payments as payment', 'payment.id', 'trade_in.payment_id')
    .innerJoin('transactions as sale', 'sale.id', 'payment.transaction_id')
    .selectAll('trade_in')
    .select([
      'payment.amount as payment_amount',
      'sale.status as sale_status',
      'unit.status as unit_status',
      'unit.store_id as unit_store_id',
      'unit.created_at as unit_came_at',
      'product.name as product_name',
      'variation.name as variation_name',
    ])
    .where('trade_in.payment_id', 'in', paymentIds)
    .execute();
}
export type PaidTradeIn = Awaited<ReturnType<typeof findTradeInsOf>>[number];

/**
 * Takes a unit out of a store's stock if it still stands there as it was traded in at an instant: in the same stay, and
 * in nobody's cart or paid draft.
 */
export async function takeOut(
  writer: Writer,
  { unitId, storeId, cameAt, now }: { unitId: number; storeId: number; cameAt: number; now: number },
  changes: Updateable<Tables['inventory_items']>,
): Promise<boolean> {
  const taken = await writer
    .updateTable('inventory_items')
    .set(changes)
    .where('id', '=', unitId)
    .where('store_id', '=', storeId)
    .where('created_at', '=', cameAt)
    .where((eb) => eb.or([eb('status', '=', 'on_hold'), canLeave(eb, now)]))
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1;
}

/** Finds the line that a unit had gone out with before it was traded in, with its sale. */
export const findFormerLine = (reader: Reader, lineId: number) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select([
      'line.id',
      'line.unit_cost',
      'line.category',
      'line.condition_rating',
      'sale.store_id',
      'sale.completed_at',
    ])
    .where('line.id', '=', lineId)
    .executeTakeFirst();

/** Puts a line back as it was before its unit was traded in: the unit is out with the sale again. */
export async function restoreLine(writer: Writer, lineId: number): Promise<void> {
  await writer
    .updateTable('transaction_items')
    .set({ live: 1, traded_in_at: null })
    .where('id', '=', lineId)
    .execute();
}

/** True for a returned unit whose last trade-in was undone: the person who brought it has it. */
export async function wasGivenBack(
  reader: Reader,
  unit: Pick<Selectable<Tables['inventory_items']>, 'id' | 'status'>,
): Promise<boolean> {
  if (unit.status !== 'returned') return false;
  const last = await reader
    .selectFrom('trade_ins')
    .select('given_back_at')
    .where('inventory_item_id', '=', unit.id)
    .orderBy('traded_in_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && last.given_back_at !== null;
}

/** Returns in one sentence where a returned unit went. */
export const whereItWent = async (
  reader: Reader,
  unit: Pick<Selectable<Tables['inventory_items']>, 'id' | 'status'>,
): Promise<string> =>
  (await wasGivenBack(reader, unit))
    ? 'This item was given back to its seller'
    : 'This item went back to its supplier';
