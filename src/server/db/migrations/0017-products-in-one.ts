import { sql, type Kysely } from 'kysely';
import { productText } from '#domain/search-key.ts';

type Product = { id: number; name: string; sku: string; manufacturer: string };

/** Products are found by the words of their names typed in one, too. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } =
    await sql<Product>`select products.id, products.name, products.sku, manufacturers.name as manufacturer
    from products join manufacturers on manufacturers.id = products.manufacturer_id`.execute(database);
  for (const product of rows) {
    await sql`update product_codes set code_text = ${productText(product)} where rowid = ${product.id}`.execute(
      database,
    );
  }
}
