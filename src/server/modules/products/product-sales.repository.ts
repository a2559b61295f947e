import { sql } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { Reader } from '../../db/access.ts';

/** The most units of a product, newest first, among which its sales are looked for. */
const UNITS_READ = 1000;

/**
 * Selects the newest units of a product that were sold. Used ones count, too: a traded-in unit is in stock again. New ones
 * in stock are left out: of a cable that thousands lie of, the newest units are all unsold. Hidden ones count, which stand
 * in for units that are not clear.
 */
const soldUnits = (reader: Reader, productId: number) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('inventory_items as unit', 'unit.product_variation_id', 'variation.id')
    .select('unit.id')
    .where('variation.product_id', '=', productId)
    .where((eb) => eb.or([eb('unit.sold_at', 'is not', null), eb('unit.category', '<>', 'new')]))
    .orderBy('unit.id', 'desc')
    .limit(UNITS_READ);

/**
 * Finds the ids of the sale lines of a product's newest sold units at some stores, newest sale first. All at once: to
 * count them takes as long as to find them.
 */
export async function findSaleIds(reader: Reader, productId: number, storeIds: readonly number[]) {
  const rows = await reader
    .selectFrom(soldUnits(reader, productId).as('newest'))
    .innerJoin('transaction_items as line', 'line.inventory_item_id', 'newest.id')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select('line.id')
    // Worded like the index of sold lines.
    .where('line.warranty_months', 'is not', null)
    // Returned units no longer count as sold; traded-in units still do.
    .where((eb) => eb.or([eb('line.live', '=', 1), eb('line.traded_in_at', 'is not', null)]))
    // Found by their lines: SQLite would read all sales of the stores.
    .where(sql<number>`sale.store_id + 0`, 'in', storeIds)
    .orderBy('sale.completed_at', 'desc')
    .orderBy('line.id', 'desc')
    .limit(TOTAL_CAP + 1)
    .execute();
  const ids = rows.slice(0, TOTAL_CAP).map(({ id }) => id);
  return { ids, total: { count: ids.length, capped: rows.length > TOTAL_CAP } };
}

/** Returns the details of some of these sales, newest first. */
export const findSales = (reader: Reader, lineIds: readonly number[]): Promise<SaleRow[]> =>
  lineIds.length ? selectSales(reader, lineIds).execute() : Promise.resolve([]);

const selectSales = (reader: Reader, lineIds: readonly number[]) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .innerJoin('stores', 'stores.id', 'sale.store_id')
    .innerJoin('inventory_items as unit', 'unit.id', 'line.inventory_item_id')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .select([
      'line.id',
      'line.final_price',
      'sale.id as transaction_id',
      'sale.draft_number as transaction_number',
      'sale.invoice_number',
      'sale.completed_at',
      'sale.dated_at',
      'sale.status',
      'stores.id as store_id',
      'stores.name as store_name',
      'variation.name as variation_name',
      'unit.serial_number',
      'unit.imei',
    ])
    .where('line.id', 'in', lineIds)
    .orderBy('sale.completed_at', 'desc')
    .orderBy('line.id', 'desc');
export type SaleRow = Awaited<ReturnType<ReturnType<typeof selectSales>['executeTakeFirstOrThrow']>>;
