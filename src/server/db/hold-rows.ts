import { sql, type SelectQueryBuilder } from 'kysely';
import { execution, type Writer } from './access.ts';
import type { Tables } from './tables.ts';

/**
 * Makes a query hold its rows until the transaction ends: others who want them wait, and then find what this one left. On
 * SQLite a transaction is alone anyway. New rows may still point to those that are held.
 */
export const holdRows = <From extends keyof Tables, Row>(
  writer: Writer,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> =>
  writer[execution].engine === 'sqlite' ? query : query.forNoKeyUpdate();

/** Identifies the lock among others of the database. */
const UNIT_NUMBERS = 1;

/**
 * Makes transactions that give numbers to units wait for each other until they end: that no number is given twice goes over
 * several columns, which no unique constraint can hold. The lock is the transaction's, so that any pooler works. Nothing
 * on SQLite, as above.
 */
export async function holdUnitNumbers(writer: Writer): Promise<void> {
  if (writer[execution].engine === 'sqlite') return;
  const lock = sql<object>`pg_advisory_xact_lock(${sql.lit(UNIT_NUMBERS)})`.as('turn');
  await writer.selectFrom(lock).selectAll().execute();
}
