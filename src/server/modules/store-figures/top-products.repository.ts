import { sql } from 'kysely';
import type { Reader } from '../../db/access.ts';

/** A store and a period, from an instant to another in milliseconds. */
type Time = { storeId: number; from: number; to: number };

/** Splits an amount over lines by their final prices; 0 for a sale of gifts. */
const shareOf = (amount: string, over: string) => sql<number>`case
  when sum(line.final_price) over (partition by ${sql.ref(over)}) = 0 then 0
  else round(cast(${sql.raw(amount)} as double precision) * line.final_price
    / sum(line.final_price) over (partition by ${sql.ref(over)})) end`;

/** Selects the lines of sales completed or voided in a period, each with its share of what the customer paid. */
const linesOf = (reader: Reader, happened: 'completed_at' | 'voided_at', { storeId, from, to }: Time) =>
  reader
    .selectFrom('transactions as sale')
    .innerJoin('transaction_items as line', 'line.transaction_id', 'sale.id')
    .select(['line.inventory_item_id', shareOf('sale.total_amount', 'sale.id').as('share')])
    .where('sale.store_id', '=', storeId)
    .where(`sale.${happened}`, '>=', from)
    .where(`sale.${happened}`, '<', to);

/** Selects the lines returned in a period, each with its share of what the refund took off sales. */
const linesBack = (reader: Reader, { storeId, from, to }: Time) =>
  reader
    .selectFrom('refunds as refund')
    .innerJoin('refund_items as item', 'item.refund_id', 'refund.id')
    .innerJoin('transaction_items as line', 'line.id', 'item.transaction_item_id')
    .select([
      'line.inventory_item_id',
      shareOf('(refund.amount + refund.written_off)', 'refund.id').as('share'),
    ])
    .where('refund.store_id', '=', storeId)
    .where('refund.created_at', '>=', from)
    .where('refund.created_at', '<', to);

/**
 * Finds the variations that earned most in a period: sold minus voided and returned, in units and in what customers
 * paid. `count` is the number of all of them.
 */
export async function findTopProducts(reader: Reader, time: Time, limit: number) {
  const sold = reader
    .selectFrom(linesOf(reader, 'completed_at', time).as('sold'))
    .select(['inventory_item_id', sql<number>`1`.as('units'), 'share']);
  const voided = reader
    .selectFrom(linesOf(reader, 'voided_at', time).as('voided'))
    .select(['inventory_item_id', sql<number>`-1`.as('units'), sql<number>`-share`.as('share')]);
  const back = reader
    .selectFrom(linesBack(reader, time).as('back'))
    .select(['inventory_item_id', sql<number>`-1`.as('units'), sql<number>`-share`.as('share')]);
  const units = sql<number>`cast(sum(change.units) as integer)`;
  const revenue = sql<number>`cast(sum(change.share) as bigint)`;
  const top = reader
    .selectFrom(sold.unionAll(voided).unionAll(back).as('change'))
    .innerJoin('inventory_items as unit', 'unit.id', 'change.inventory_item_id')
    .select([
      'unit.product_variation_id as id',
      units.as('units_sold'),
      revenue.as('revenue'),
      sql<number>`cast(count(*) over () as integer)`.as('of'),
    ])
    .groupBy('unit.product_variation_id')
    .having(units, '>', 0)
    .orderBy('revenue', 'desc')
    .orderBy('id')
    .limit(limit);
  const rows = await reader
    .selectFrom(top.as('top'))
    .innerJoin('product_variations as variation', 'variation.id', 'top.id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(['top.id', 'product.id as product_id', 'product.name', 'variation.name as variation'])
    .select(['top.units_sold', 'top.revenue', 'top.of'])
    .orderBy('top.revenue', 'desc')
    .orderBy('top.id')
    .execute();
  return { products: rows.map(({ of: _of, ...product }) => product), count: rows[0]?.of ?? 0 };
}
