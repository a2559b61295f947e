import { type RawBuilder, sql } from 'kysely';
import type { RouteInput } from '#contract/define-route.ts';
import type { products } from '#contract/products.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { type CodeParts, productParts, searchKey } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type PagePlace, type Total } from '../../db/paging.ts';
import { findByCode } from '../../db/search-codes.ts';

type Query = RouteInput<typeof products.list>['query'];
type Filters = Omit<Query, 'page' | 'per_page' | 'include' | 'store_id'>;

/** The products of a list, in its order, and their total. */
type FoundProducts = { ids: number[]; total: Total };

/** The maximum number of products found by a text that are all read; of more, those among the newest are. */
const HITS_READ = 500;
/** Up to these numbers of matches are looked up by id; with more, a scan in the list's order fills a page soon. */
const FEW_LOW = 5000;
const FEW_HAVING = 1000;
/** Variations of an attribute that are counted, to begin with the rarest attribute. */
const ATTRIBUTES_COUNTED = 5000;
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

/** Selects the products of variations that have, for each asked attribute, any of its values. */
function selectHaving(reader: Reader, [first, ...others]: readonly Asked[]) {
  const having = reader
    .selectFrom('variation_attributes as attribute')
    .select('attribute.product_id as id')
    .where('attribute.name_key', '=', first?.name_key ?? '')
    .where('attribute.value_key', 'in', first?.value_keys ?? []);
  return others.reduce(
    (query, { name_key, value_keys }) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('variation_attributes as other')
            .select('other.product_id')
            // Both columns are in the index of values: it is read in its order, and has all of them.
            .whereRef('other.product_id', '=', 'attribute.product_id')
            .whereRef('other.product_variation_id', '=', 'attribute.product_variation_id')
            .where('other.name_key', '=', name_key)
            .where('other.value_key', 'in', value_keys),
        ),
      ),
    having,
  );
}

/** Orders asked attributes by the number of variations that have them: the fewest are looked up first. */
async function rarestFirst(reader: Reader, asked: readonly Asked[]): Promise<readonly Asked[]> {
  if (asked.length < 2) return asked;
  const counted = await Promise.all(
    asked.map(async (one) => {
      const having = selectHaving(reader, [one]).limit(ATTRIBUTES_COUNTED);
      const { count } = await reader
        .selectFrom(having.as('having'))
        .select(sql<number>`cast(count(*) as integer)`.as('count'))
        .executeTakeFirstOrThrow();
      return { one, count };
    }),
  );
  return counted.sort((a, b) => a.count - b.count).map(({ one }) => one);
}

const has = (reader: Reader, asked: readonly Asked[]) =>
  sql<boolean>`exists ${selectHaving(reader, asked).where('attribute.product_id', '=', sql.ref<number>('products.id'))}`;

/** True if a store has none of it in stock. The wording lets engines use the index of products in stock. */
const isOutAt = (storeId: number) => sql<boolean>`not exists (select 1 from stock_of_products as stock
  where stock.product_id = products.id and stock.store_id = ${storeId} and stock.units > 0)`;

const stockIs = (stock: NonNullable<Filters['stock']>, storeId: number) => {
  const [least, most] = STOCK[stock];
  return stock === 'out' ? isOutAt(storeId) : sql<boolean>`${unitsAt(storeId)} between ${least} and ${most}`;
};

/** Returns the filters' conditions on a product's row. `areFew` keeps an engine from reading all of a type or a maker. */
function conditionsOf(
  reader: Reader,
  { status, product_type_id, manufacturer_id, stock, attributes }: Filters,
  { storeId, areFew = false }: { storeId: number; areFew?: boolean },
): RawBuilder<boolean>[] {
  const asked = askedOf(attributes);
  const column = (name: 'product_type_id' | 'manufacturer_id') =>
    areFew ? sql`${sql.ref(`products.${name}`)} + 0` : sql.ref(`products.${name}`);
  return [
    // A literal, so that the index of inactive products is used.
    ...(status ? [sql<boolean>`products.status = ${sql.lit(status)}`] : []),
    ...(product_type_id === undefined
      ? []
      : [sql<boolean>`${column('product_type_id')} = ${product_type_id}`]),
    ...(manufacturer_id === undefined
      ? []
      : [sql<boolean>`${column('manufacturer_id')} = ${manufacturer_id}`]),
    ...(stock ? [stockIs(stock, storeId)] : []),
    ...(asked.length ? [has(reader, asked)] : []),
  ];
}

const ORDERS = {
  name: ['name_key', 'asc'],
  '-name': ['name_key', 'desc'],
  sku: ['sku', 'asc'],
  '-sku': ['sku', 'desc'],
  '-created': ['created_at', 'desc'],
} as const;

/** Finds the product with exactly this barcode among those that match the filters. */
const findByBarcode = (reader: Reader, search: string, wanted: RawBuilder<boolean>) =>
  reader
    .selectFrom('product_variations')
    .innerJoin('products', 'products.id', 'product_variations.product_id')
    .select('products.id')
    .where('product_variations.barcode', '=', normaliseCode(search))
    .where(wanted)
    .executeTakeFirst();

/** Finds products whose name, SKU or manufacturer has every word; looks at a bounded number of matches. */
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
    read: HITS_READ,
    newestFirst: true,
    placeOf: sql`(select ${sql.ref(`products.${column}`)} from products
      where products.id = hit.id and ${wanted})`,
  });
  return { ids: found.map(({ id }) => id), total: { count: found.length, capped } };
}

/** Selects the products with one to five units in stock at a store. */
const selectLow = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('stock_of_products as stock')
    .select('stock.product_id as id')
    .where('stock.store_id', '=', storeId)
    // A literal, so that the index of products in stock is used.
    .where('stock.units', '>', sql.lit(0))
    .where('stock.units', '<=', STOCK.low[1]);

/** The few products that a narrow filter leaves, and the filters that they are still to be compared with. */
type Few = { ids: readonly number[]; others: Filters };

/** Returns the few products that match a narrow filter; null if many do, or no filter is narrow. */
async function fewOf(reader: Reader, filters: Filters, storeId: number): Promise<Few | null> {
  const asked = askedOf(filters.attributes);
  const having = async () =>
    selectHaving(reader, await rarestFirst(reader, asked))
      .distinct()
      .limit(FEW_HAVING + 1)
      .execute();
  const low = () =>
    selectLow(reader, storeId)
      .limit(FEW_LOW + 1)
      .execute();
  type Narrow = { filter: 'attributes' | 'stock'; find: () => Promise<{ id: number }[]>; most: number };
  const narrow: Narrow[] = [
    ...(asked.length ? [{ filter: 'attributes', find: having, most: FEW_HAVING } as const] : []),
    ...(filters.stock === 'low' ? [{ filter: 'stock', find: low, most: FEW_LOW } as const] : []),
  ];
  for (const { filter, find, most } of narrow) {
    const rows = await find();
    if (rows.length <= most)
      return { ids: rows.map(({ id }) => id), others: { ...filters, [filter]: undefined } };
  }
  return null;
}

/** Selects products in stock at a store, ordered by name, if nothing else narrows the list; null otherwise. */
function selectInStock(reader: Reader, { sort = 'name', stock, ...others }: Filters, storeId: number) {
  const isElse = Object.values(others).some((one) => one !== undefined);
  if (isElse || !stock || stock === 'out' || !sort.endsWith('name')) return null;
  const [least, most] = STOCK[stock];
  const [, direction] = ORDERS[sort];
  return (
    reader
      .selectFrom('stock_of_products as stock')
      .select('stock.product_id as id')
      .where('stock.store_id', '=', storeId)
      // A literal, so that the index of products in stock is used.
      .where('stock.units', '>', sql.lit(0))
      .where('stock.units', '>=', least)
      .where('stock.units', '<=', most)
      .orderBy('stock.name_key', direction)
      .orderBy('stock.product_id', direction)
  );
}

/** Finds one page of the products that match the filters, with the stock of one store. */
export async function findProducts(
  reader: Reader,
  filters: Filters,
  storeId: number,
  { perPage, offset }: PagePlace,
): Promise<FoundProducts> {
  const wanted = everyOf(conditionsOf(reader, filters, { storeId }));
  if (filters.search?.trim()) {
    const parts = productParts(filters.search);
    const { ids, total } = await findBySearch(reader, filters, wanted, parts);
    return { ids: ids.slice(offset, offset + perPage), total };
  }
  const inStock = selectInStock(reader, filters, storeId);
  if (inStock) {
    const ids = await inStock.limit(perPage).offset(offset).execute();
    return { ids: ids.map(({ id }) => id), total: await cappedTotal(reader, inStock) };
  }
  const few = await fewOf(reader, filters, storeId);
  const [column, direction] = ORDERS[filters.sort ?? 'name'];
  const left = reader
    .selectFrom('products')
    .select('products.id')
    .where(few ? everyOf(conditionsOf(reader, few.others, { storeId, areFew: true })) : wanted)
    .$if(few !== null, (query) => query.where('products.id', 'in', few?.ids.length ? few.ids : [0]))
    .orderBy(`products.${column}`, direction)
    .orderBy('products.id', direction);
  const rows = await left.limit(perPage).offset(offset).execute();
  return { ids: rows.map(({ id }) => id), total: await cappedTotal(reader, left) };
}

/** Returns list figures of some products: active variations, their prices, and stock at a store. */
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
