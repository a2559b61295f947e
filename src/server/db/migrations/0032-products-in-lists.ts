import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { variationText, type SearchedVariation } from '#domain/search-key.ts';

/** Few enough that no engine's limit on bound values is met. */
const ROWS_AT_ONCE = 500;

/** Every variation that there is gets the text that it is found by. */
async function fillCodes(database: Kysely<unknown>): Promise<void> {
  const codes = database as Kysely<{ variation_codes: { rowid: number; code_text: string } }>;
  for (let last = 0; ;) {
    const { rows } = await sql<SearchedVariation & { id: number }>`select variation.id, variation.name,
        variation.barcode, product.name as product_name, product.sku
      from product_variations as variation join products as product on product.id = variation.product_id
      where variation.id > ${last} order by variation.id limit ${ROWS_AT_ONCE}`.execute(database);
    const filled = rows.map((row) => ({ rowid: row.id, code_text: variationText(row) }));
    if (filled.length === 0) return;
    await codes.insertInto('variation_codes').values(filled).execute();
    last = rows.at(-1)?.id ?? last;
  }
}

/** Which index answers which question: products of a type, of a maker, and those that are sold no more. */
const indexes = {
  products_of_type: 'products(product_type_id, name_key, id, status, manufacturer_id)',
  products_of_maker: 'products(manufacturer_id, name_key, id, status, product_type_id)',
  products_inactive: `products(name_key, id) where status = 'inactive'`,
};

/** Variations are found by any part of what they are called, and lists of products by what they are filtered by. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  await (
    isPostgres
      ? sql`create table variation_codes (rowid integer primary key, code_text text not null)`
      : sql`create virtual table variation_codes using fts5(code_text, tokenize = 'trigram', columnsize = 0)`
  ).execute(database);
  await fillCodes(database);
  await (
    isPostgres
      ? sql`create index variation_codes_by_part on variation_codes
          using gin (code_text gin_trgm_ops) with (fastupdate = off)`
      : sql`insert into variation_codes (variation_codes) values ('optimize')`
  ).execute(database);
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}
