import { sql, type Kysely } from 'kysely';
import { addCodes, isPostgres, runSql } from '../sql.ts';

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
  const [bytewise, end] = isPostgres(database) ? [' collate "C"', ''] : ['', ' without rowid'];
  await runSql(
    database,
    `create table search_words (
      kind text not null, word text${bytewise} not null, subject_id integer not null,
      constraint search_words_key primary key (kind, word, subject_id)
    )${end}`,
  );
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
