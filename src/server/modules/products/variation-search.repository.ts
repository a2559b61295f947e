import { sql } from 'kysely';
import { productParts } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type PagePlace, type Total } from '../../db/paging.ts';
import { findByCode } from '../../db/search-codes.ts';

/** The maximum number of variations found by a text that are all read; of more, those among the newest are. */
const HITS_READ = 500;

type Asked = {
  search?: string | undefined;
  product_id?: number | undefined;
  include_inactive?: boolean | undefined;
};

const selectFound = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select((eb) => [
      'variation.id',
      'variation.name',
      'variation.barcode',
      'variation.retail_price',
      'variation.cost',
      'variation.is_active',
      'product.status',
      'product.id as product_id',
      'product.name as product_name',
      'product.sku',
      'product.requires_serial',
      'type.slug as kind',
      eb.fn.coalesce('variation.image_url', 'product.image_url').as('image_url'),
    ])
    .where('variation.id', 'in', ids);
export type FoundRow = Awaited<ReturnType<ReturnType<typeof selectFound>['executeTakeFirstOrThrow']>>;

/** Returns the rows of some variations, in the order of their ids. */
async function rowsOf(reader: Reader, ids: readonly number[]): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await selectFound(reader, ids).execute()).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Finds the sellable variations with some SKUs or barcodes. */
export async function findCoded(reader: Reader, codes: readonly string[]): Promise<FoundRow[]> {
  const sold = (column: 'product.sku' | 'variation.barcode') =>
    reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .select('variation.id')
      .where(column, 'in', codes)
      .where('variation.is_active', '=', 1)
      .where('product.status', '=', 'active')
      .execute();
  const found = [...(await sold('variation.barcode')), ...(await sold('product.sku'))].map(({ id }) => id);
  return rowsOf(
    reader,
    [...new Set(found)].sort((a, b) => a - b),
  );
}

/** Finds one page of the sellable variations, or of all, by product name, and their total. */
export async function findVariations(
  reader: Reader,
  { search = '', product_id, include_inactive = false }: Asked,
  { perPage, offset }: PagePlace,
): Promise<{ rows: FoundRow[]; total: Total }> {
  if (search.trim()) {
    const { found, capped } = await findByCode(reader, {
      table: 'variation_codes',
      parts: productParts(search),
      direction: 'asc',
      read: HITS_READ,
      newestFirst: true,
      placeOf: sql`(select product.name_key from product_variations as variation
        inner join products as product on product.id = variation.product_id
        where variation.id = hit.id
          ${include_inactive ? sql`` : sql`and variation.is_active = 1 and product.status = 'active'`}
          ${product_id === undefined ? sql`` : sql`and product.id = ${product_id}`})`,
    });
    const ids = found.slice(offset, offset + perPage).map(({ id }) => id);
    return { rows: await rowsOf(reader, ids), total: { count: found.length, capped } };
  }
  const left = reader
    .selectFrom('products')
    // A cross join makes SQLite start with the products, in their order.
    .crossJoin('product_variations as variation')
    .select('variation.id')
    .whereRef('variation.product_id', '=', 'products.id')
    .$if(!include_inactive, (query) =>
      query.where('products.status', '=', 'active').where('variation.is_active', '=', 1),
    )
    .$if(product_id !== undefined, (query) => query.where('products.id', '=', product_id ?? 0))
    .orderBy('products.name_key')
    .orderBy('products.id')
    .orderBy('variation.id');
  const page = await left.limit(perPage).offset(offset).execute();
  const rows = await rowsOf(
    reader,
    page.map(({ id }) => id),
  );
  return { rows, total: await cappedTotal(reader, left) };
}
