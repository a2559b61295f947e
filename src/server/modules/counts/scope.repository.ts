import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { CountScope } from '#domain/counts.ts';
import type { Reader } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { selectPaidUnits } from '../units/units.public.ts';
import type { CountRow } from './counts.repository.ts';

type Units = ExpressionBuilder<{ item: Tables['inventory_items'] } & Tables, 'item'>;

/** True if a unit belongs to the counted part of a store, by its own row and a list of variations. */
export const inScope = (eb: Units, { product_type_id, product_id, category }: CountScope) =>
  eb.and([
    ...(product_type_id === null
      ? []
      : [
          eb(
            // `+` keeps the column's index out: it would be searched for each variation of the type, mostly in vain.
            sql<number>`(+item.product_variation_id)`,
            'in',
            eb
              .selectFrom('product_variations as part')
              .innerJoin('products as whole', 'whole.id', 'part.product_id')
              .select('part.id')
              .where('whole.product_type_id', '=', product_type_id),
          ),
        ]),
    ...(product_id === null
      ? []
      : [
          eb(
            'item.product_variation_id',
            'in',
            eb
              .selectFrom('product_variations as part')
              .select('part.id')
              .where('part.product_id', '=', product_id),
          ),
        ]),
    ...(category === null ? [] : [eb('item.category', '=', category)]),
    // Repeats the condition of the partial index.
    ...(category === null || category === 'new' ? [] : [eb('item.category', '<>', sql.lit('new'))]),
  ]);

/** True if a unit has a code to scan. */
const hasCode = sql<SqlBool>`(coalesce(item.serial_number, item.imei, item.imei2, item.qr_code) is not null)`;

/** The scope of a count, and what identifies its scans. */
export type CountedPart = CountScope & Pick<CountRow, 'id' | 'store_id' | 'no' | 'started_at'>;

const IN_STOCK = ['available', 'locked'] as const;

/** Selects a store's units that are in stock and were when a count of it began. */
const inStockSince = (reader: Reader, { store_id, no, ...scope }: CountedPart) =>
  reader
    .selectFrom('inventory_items as item')
    .where('item.store_id', '=', store_id)
    .where('item.status', 'in', IN_STOCK)
    // Units in stock are not sold: the index leaves out all earlier ones. A product has few units anyway.
    .$if(scope.product_id === null, (query) => query.where('item.sold_at', 'is', null))
    .where((eb) => eb.or([eb('item.counts_begun', 'is', null), eb('item.counts_begun', '<', no)]))
    .where((eb) => inScope(eb, scope));

/** Selects those with a code that were not scanned, in this count or in another one that ran beside it. */
export const uncounted = (reader: Reader, count: CountedPart) =>
  inStockSince(reader, count)
    .where(hasCode)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('count_units as counted')
            .select('counted.count_id')
            .whereRef('counted.inventory_item_id', '=', 'item.id')
            .where(({ eb, and, or }) =>
              or([
                eb('counted.count_id', '=', count.id),
                and([eb('counted.kind', '=', 'found'), eb('counted.scanned_at', '>', count.started_at)]),
              ]),
            ),
        ),
      ),
    );

const number = sql<number>`cast(count(*) as integer)`.as('units');

export async function countUncounted(reader: Reader, count: CountedPart): Promise<number> {
  return (await uncounted(reader, count).select(number).executeTakeFirstOrThrow()).units;
}

/** Counts those of the missing units that were paid for on drafts. */
export async function countPaidFor(reader: Reader, count: CountedPart): Promise<number> {
  const paidFor = uncounted(reader, count).where('item.id', 'in', selectPaidUnits(reader));
  return (await paidFor.select(number).executeTakeFirstOrThrow()).units;
}

/** Selects a count's units among some that were in stock until now: those that it expected when it began. */
export const expectedAmong = (reader: Reader, { no, ...scope }: CountedPart, unitIds: readonly number[]) =>
  reader
    .selectFrom('inventory_items as item')
    .where('item.id', 'in', unitIds)
    .where((eb) => eb.or([eb('counts_begun', 'is', null), eb('counts_begun', '<', no)]))
    .where((eb) => inScope(eb, scope))
    .select(number)
    .executeTakeFirstOrThrow();

/** Counts the units in stock in a part of a store, by the kept totals; for a category, by the units themselves. */
export async function countInStock(reader: Reader, storeId: number, scope: CountScope): Promise<number> {
  const { product_type_id: typeId, product_id: productId, category } = scope;
  if (category !== null) {
    const { units } = await reader
      .selectFrom('inventory_items as item')
      .select(number)
      .where('item.store_id', '=', storeId)
      .where('item.status', 'in', IN_STOCK)
      .$if(productId === null, (query) => query.where('item.sold_at', 'is', null))
      .where((eb) => inScope(eb, scope))
      .executeTakeFirstOrThrow();
    return units;
  }
  const sum = sql<number>`cast(coalesce(sum(stock.units), 0) as integer)`.as('units');
  const kept =
    typeId === null && productId === null
      ? reader.selectFrom('stock_of_stores as stock').select(sum).where('stock.store_id', '=', storeId)
      : reader
          .selectFrom('stock_of_products as stock')
          .innerJoin('products as product', 'product.id', 'stock.product_id')
          .select(sum)
          .where('stock.store_id', '=', storeId)
          .$if(typeId !== null, (query) => query.where('product.product_type_id', '=', typeId))
          .$if(productId !== null, (query) => query.where('product.id', '=', productId ?? 0));
  return (await kept.executeTakeFirstOrThrow()).units;
}

/** Selects a variation's units without codes in a store: by default those in stock, held ones included. */
export const withoutCodes = (
  reader: Reader,
  variationId: number,
  { store_id, category }: Pick<CountRow, 'store_id' | 'category'>,
  statuses: readonly Tables['inventory_items']['status'][] = IN_STOCK,
) =>
  reader
    .selectFrom('inventory_items as item')
    .where('item.product_variation_id', '=', variationId)
    .where('item.store_id', '=', store_id)
    .where('item.status', 'in', statuses)
    .where(sql<SqlBool>`not ${hasCode}`)
    .$if(category !== null, (query) => query.where('item.category', '=', category ?? 'new'));

export async function countWithoutCodes(
  reader: Reader,
  variationId: number,
  count: Pick<CountRow, 'store_id' | 'category'>,
): Promise<number> {
  return (await withoutCodes(reader, variationId, count).select(number).executeTakeFirstOrThrow()).units;
}
