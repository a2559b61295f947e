import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

/** Photos of products and variations, in several sizes; what a picture is no longer stands in one row with its bytes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'media_files', { required: { media_id: 'integer', size: 'text', bytes: 'bytes' } })
    .addPrimaryKeyConstraint('media_files_key', ['media_id', 'size'])
    .addForeignKeyConstraint('file_media', ['media_id'], 'media', ['id'])
    .execute();
  await sql`insert into media_files (media_id, size, bytes) select id, 'full', bytes from media`.execute(
    database,
  );
  await database.schema.alterTable('media').dropColumn('bytes').execute();
  await addColumns(database, 'media', { content_key: 'text' });

  await table(database, 'product_photos', {
    required: { id: 'integer', product_id: 'integer', position: 'integer' },
    optional: { product_variation_id: 'integer' },
  })
    .addForeignKeyConstraint('photo_media', ['id'], 'media', ['id'])
    .addForeignKeyConstraint('photo_product', ['product_id'], 'products', ['id'])
    .addForeignKeyConstraint('photo_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
  await sql`create index photos_of_product on product_photos(product_id, position)`.execute(database);
  await sql`create unique index one_photo_of_variation on product_photos(product_variation_id)
    where product_variation_id is not null`.execute(database);
  await addColumns(database, 'products', { image_url: 'text' });
  await addColumns(database, 'product_variations', { image_url: 'text' });
}
