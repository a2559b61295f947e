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

/** What at most so many rows fit is looked up by them; of more, a page is met soon in the list's own order. */
const FEW = 5000;
/** Above every count of units. */
const MOST = 2_147_483_647;
const STOCK = { in: [6, MOST], low: [1, 5], out: [0, 0] } as const;

const unitsAt = (storeId: number) => sql<number>`coalesce((select stock.units from stock_of_products as stock
  where stock.product_id = products.id and stock.store_id = ${storeId}), 0)`;

const everyOf = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`1 = 1`;

type Asked = { name_key: string; value_keys: readonly string[] };
const askedOf = (attributes: Query['attributes'] = {}): Asked[] =>
  Object.entries(attributes).map(([name, values]) => ({
    name_key: searchKey(name),
    value_keys: values.map((value) => searchKey(value)),
  }));

const selectHaving = (reader: Reader, { name_key, value_keys }: Asked) =>
  reader
    .selectFrom('variation_attributes')
    .select('product_variation_id as id')
    .where('name_key', '=', name_key)
    .where('value_key', 'in', value_keys);

/** The products of the variations that have everything that is asked, of each attribute any of its values. */
function selectWithAttributes(reader: Reader, asked: readonly Asked[]) {
  return asked.reduce(
    (query, each) => query.where('variation.id', 'in', selectHaving(reader, each)),
    reader.selectFrom('product_variations as variation').select('variation.product_id as id'),
  );
}

/** What filters ask of a product's row. */
function conditionsOf(
  reader: Reader,
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
    ...(asked.length ? [sql<boolean>`products.id in (${selectWithAttributes(reader, asked)})`] : []),
  ];
}

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

/** The products of which one to five units stand at a store; one row more than few where they are many. */
const selectLow = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('stock_of_products as stock')
    .select('stock.product_id as id')
    .where('stock.store_id', '=', storeId)
    // Literal, so that the index of what stands there is met.
    .where('stock.units', '>', sql.lit(0))
    .where('stock.units', '<=', STOCK.low[1]);

/** The ids of the few products that a filter leaves at most; null where they are many, or no filter is so narrow. */
async function fewOf(reader: Reader, filters: Filters, storeId: number): Promise<number[] | null> {
  const asked = askedOf(filters.attributes);
  const most = FEW + 1;
  const narrow: (() => Promise<{ id: number }[]>)[] = [
    ...(filters.stock === 'low' ? [() => selectLow(reader, storeId).limit(most).execute()] : []),
    ...(asked.length ? [() => selectWithAttributes(reader, asked).limit(most).execute()] : []),
  ];
  for (const find of narrow) {
    const rows = await find();
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
  const wanted = everyOf(conditionsOf(reader, filters, storeId));
  if (filters.search?.trim()) {
    const parts = productParts(filters.search);
    const { ids, total } = await findBySearch(reader, filters, wanted, parts);
    return { ids: ids.slice(offset, offset + perPage), total };
  }
  const few = await fewOf(reader, filters, storeId);
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
