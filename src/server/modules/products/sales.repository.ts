import type { Reader } from '../../db/access.ts';

/** Of a product with more units, sales are looked for among those that came last. */
const UNITS_READ = 2000;

/** The ids of the lines by which the newest units of a product are sold in some stores, the newest sale first. */
export function selectSaleIds(reader: Reader, productId: number, storeIds: readonly number[]) {
  const units = reader
    .selectFrom('product_variations as variation')
    .innerJoin('inventory_items as unit', 'unit.product_variation_id', 'variation.id')
    .select('unit.id')
    .where('variation.product_id', '=', productId)
    .orderBy('unit.id', 'desc')
    .limit(UNITS_READ);
  return (
    reader
      .selectFrom(units.as('newest'))
      .innerJoin('transaction_items as line', 'line.inventory_item_id', 'newest.id')
      .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
      .select('line.id')
      // In the words of the index of lines that were sold.
      .where('line.warranty_months', 'is not', null)
      // What came back is sold no more; what was traded in was sold.
      .where((eb) => eb.or([eb('line.live', '=', 1), eb('line.traded_in_at', 'is not', null)]))
      .where('sale.store_id', 'in', storeIds)
      .orderBy('sale.completed_at', 'desc')
      .orderBy('line.id', 'desc')
  );
}

/** What is told of some of these sales, the newest first. */
export const selectSales = (reader: Reader, lineIds: readonly number[]) =>
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
