import { sql, type Kysely } from 'kysely';
import { addCodes, isPostgres } from '../table.ts';

/**
 * insufficient_privilege, undefined_file, feature_not_supported: the account lacks the right, or the package is missing.
 */
const REFUSED = ['42501', '58P01', '0A000'];

async function requireTrigrams(database: Kysely<unknown>): Promise<void> {
  // After a rollback to here, the transaction can still release the migrations' lock.
  await sql`savepoint before_trigrams`.execute(database);
  try {
    await sql`create extension if not exists pg_trgm`.execute(database);
  } catch (error) {
    await sql`rollback to savepoint before_trigrams`.execute(database);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!REFUSED.includes(code)) throw error;
    throw new Error(
      'This database needs the extension pg_trgm. Let its owner run "create extension pg_trgm" in it, then start again',
      { cause: error },
    );
  }
}

/**
 * Makes words compare byte by byte on both engines, whatever the database's collation: only then is a prefix one range.
 */
async function makeText(database: Kysely<unknown>): Promise<void> {
  const isOnPostgres = isPostgres(database);
  await database.schema
    .createTable('search_words')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('word', isOnPostgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_words_key', ['kind', 'word', 'subject_id'])
    .$call((builder) => (isOnPostgres ? builder : builder.modifyEnd(sql`without rowid`)))
    .execute();
}

/** Creates the words that find customers and suppliers, and the codes that are found by any part. */
export async function makeSearch(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) await requireTrigrams(database);
  await makeText(database);
  await addCodes(database, 'transaction_codes');
  await addCodes(database, 'unit_codes');
  await addCodes(database, 'product_codes');
  await addCodes(database, 'variation_codes');
  await addCodes(database, 'transfer_codes');
  await addCodes(database, 'order_codes');
  await addCodes(database, 'return_codes');
}
