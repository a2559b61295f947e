import { sql, type RawBuilder } from 'kysely';
import type { products } from '#contract/products.ts';
import type { RouteInput } from '#contract/define-route.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { productParts, searchKey, type CodeParts } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type PagePlace, type Total } from '../../db/paging.ts';
import { findByCode } from '../../db/search-codes.ts';

type Query = RouteInput<typeof products.list>['query'];
type Filters = Omit<Query, 'page' | 'per_page' | 'include' | 'store_id'>;

/** The products that a list shows, in its order, and how many there are. */
export type FoundProducts = { ids: number[]; total: Total };

/** Fewer products that have an attribute are looked up by it; of more, a page is met soon in the list's own order. */
const FEW = 1000;
/** Above every count of units. */
const MOST = 2_147_483_647;
const STOCK = { in: [6, MOST], low: [1, 5], out: [0, 0] } as const;

const unitsAt = (storeId: number) => sql<number>`coalesce((select stock.units from stock_of_products as stock
  where stock.product_id = products.id and stock.store_id = ${storeId}), 0)`;

type Asked = { name_key: string; value_keys: readonly string[] };
const askedOf = (attributes: Query['attributes'] = {}): Asked[] =>
  Object.entries(attributes).map(([name, values]) => ({
    name_key: searchKey(name),
    value_keys: values.map((value) => searchKey(value)),
  }));

/** Whether one variation of the product has everything that is asked, of each attribute any of its values. */
function hasAttributes(asked: readonly Asked[]): RawBuilder<boolean> {
  const each = asked.map(
    ({ name_key, value_keys }) => sql`exists (select 1 from variation_attributes as attribute
      where attribute.product_variation_id = variation.id and attribute.name_key = ${name_key}
        and attribute.value_key in (${sql.join(value_keys)}))`,
  );
  return sql<boolean>`exists (select 1 from product_variations as variation
    where variation.product_id = products.id and ${sql.join(each, sql` and `)})`;
}

/** What filters ask of a product's row. */
function conditionsOf(
  { status, product_type_id, manufacturer_id, stock, attributes }: Filters,
  storeId: number,
): RawBuilder<boolean>[] {
  const asked = askedOf(attributes);
  const [least, most] = STOCK[stock ?? 'in'];
  return [
    // Literal, so that the index of those that are sold no more is met.
    ...(status ? [sql<boolean>`products.status = ${sql.lit(status)}`] : []),
    ...(product_type_id === undefined ? [] : [sql<boolean>`products.product_type_id = ${product_type_id}`]),
    ...(manufacturer_id === undefined ? [] : [sql<boolean>`products.manufacturer_id = ${manufacturer_id}`]),
    ...(stock ? [sql<boolean>`${unitsAt(storeId)} between ${least} and ${most}`] : []),
    ...(asked.length ? [hasAttributes(asked)] : []),
  ];
}

const everyOf = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`1 = 1`;

const ORDERS = {
  name: ['name_key', 'asc'],
  '-name': ['name_key', 'desc'],
  sku: ['sku', 'asc'],
  '-sku': ['sku', 'desc'],
  '-created': ['created_at', 'desc'],
} as const;

/** The product with a whole barcode, where the filters leave it. */
const findByBarcode = (reader: Reader, search: string, wanted: RawBuilder<boolean>) =>
  reader
    .selectFrom('product_variations')
    .innerJoin('products', 'products.id', 'product_variations.product_id')
    .select('products.id')
    .where('product_variations.barcode', '=', normaliseCode(search))
    .where(wanted)
    .executeTakeFirst();

/** Those whose name, SKU or maker has every word: however many do, a bounded number is looked at. */
async function findBySearch(
  reader: Reader,
  { search = '', sort = 'name' }: Filters,
  wanted: RawBuilder<boolean>,
  parts: CodeParts,
): Promise<FoundProducts> {
  const [column, direction] = ORDERS[sort];
  const byBarcode = await findByBarcode(reader, search, wanted);
  if (byBarcode) return { ids: [byBarcode.id], total: { count: 1, capped: false } };
  const { found, capped } = await findByCode(reader, {
    table: 'product_codes',
    parts,
    direction,
    newestFirst: true,
    placeOf: sql`(select ${sql.ref(`products.${column}`)} from products
      where products.id = hit.id and ${wanted})`,
  });
  return { ids: found.map(({ id }) => id), total: { count: found.length, capped } };
}

/** The products that have what an attribute asks, while they are few; null where they are many, or none is asked for. */
async function fewWithAttributes(reader: Reader, asked: readonly Asked[]): Promise<number[] | null> {
  for (const { name_key, value_keys } of asked) {
    const rows = await reader
      .selectFrom('variation_attributes as attribute')
      .innerJoin('product_variations as variation', 'variation.id', 'attribute.product_variation_id')
      .select('variation.product_id as id')
      .where('attribute.name_key', '=', name_key)
      .where('attribute.value_key', 'in', value_keys)
      .limit(FEW + 1)
      .execute();
    if (rows.length <= FEW) return [...new Set(rows.map(({ id }) => id))];
  }
  return null;
}

/** One page of the products that filters leave, with stock as it is at a store. */
export async function findProducts(
  reader: Reader,
  filters: Filters,
  storeId: number,
  { perPage, offset }: PagePlace,
): Promise<FoundProducts> {
  const wanted = everyOf(conditionsOf(filters, storeId));
  if (filters.search?.trim()) {
    const parts = productParts(filters.search);
    const { ids, total } = await findBySearch(reader, filters, wanted, parts);
    return { ids: ids.slice(offset, offset + perPage), total };
  }
  const few = await fewWithAttributes(reader, askedOf(filters.attributes));
  const [column, direction] = ORDERS[filters.sort ?? 'name'];
  const left = reader
    .selectFrom('products')
    .select('products.id')
    .where(wanted)
    .$if(few !== null, (query) => query.where('products.id', 'in', few?.length ? few : [0]))
    .orderBy(`products.${column}`, direction)
    .orderBy('products.id', direction);
  const rows = await left.limit(perPage).offset(offset).execute();
  return { ids: rows.map(({ id }) => id), total: await cappedTotal(reader, left) };
}

/** What a list shows of some products besides their own rows: their active variations, and what stands at a store. */
export const findFigures = (reader: Reader, ids: readonly number[], storeId: number) =>
  reader
    .selectFrom('products')
    .leftJoin('product_variations as variation', (join) =>
      join.onRef('variation.product_id', '=', 'products.id').on('variation.is_active', '=', 1),
    )
    .select((eb) => [
      'products.id',
      sql<number>`cast(count(variation.id) as integer)`.as('variations_count'),
      eb.fn.min('variation.retail_price').as('lowest_price'),
      eb.fn.max('variation.retail_price').as('highest_price'),
      unitsAt(storeId).as('units'),
    ])
    .where('products.id', 'in', ids)
    .groupBy('products.id')
    .execute();
