import { sql, type Kysely } from 'kysely';
import { addColumns } from './sql.ts';

const WITH_IMEI = /(^|-)(phones?|smartphones?|cellphones?|iphones?|mobiles?|handsets?|tablets?|ipads?)$/;

/** The numbers that are scanned of each unit of a type's products: an IMEI, too, where its name or its units say so. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'product_types', [`scanned_numbers text not null default 'serial'`]);
  await sql`update product_types set scanned_numbers = 'serial_imei' where exists (
    select 1 from products as product
      inner join product_variations as variation on variation.product_id = product.id
      inner join inventory_items as unit on unit.product_variation_id = variation.id
      where product.product_type_id = product_types.id and unit.imei is not null)`.execute(database);
  const { rows } = await sql<{ id: number; slug: string }>`select id, slug from product_types`.execute(
    database,
  );
  for (const { id } of rows.filter(({ slug }) => WITH_IMEI.test(slug))) {
    await sql`update product_types set scanned_numbers = 'serial_imei' where id = ${id}`.execute(database);
  }
}
