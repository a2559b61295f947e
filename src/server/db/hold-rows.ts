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

/** Identify the locks among others of the database. */
const TURNS = { unitNumbers: 1, importedPhones: 2 } as const;

/**
 * Makes transactions that take the same turn wait for each other until they end. The lock is the transaction's, so that
 * any pooler works. Nothing on SQLite, as above.
 */
async function holdTurn(writer: Writer, turn: keyof typeof TURNS): Promise<void> {
  if (writer[execution].engine === 'sqlite') return;
  const lock = sql<object>`pg_advisory_xact_lock(${sql.lit(TURNS[turn])})`.as('turn');
  await writer.selectFrom(lock).selectAll().execute();
}

/**
 * Makes transactions that give numbers to units wait for each other: that no number is given twice goes over several
 * columns, which no unique constraint can hold.
 */
export const holdUnitNumbers = (writer: Writer): Promise<void> => holdTurn(writer, 'unitNumbers');

/**
 * Makes imports of customers wait for each other, on whatever servers: a phone number is imported once, though two
 * customers may have the same one.
 */
export const holdImportedPhones = (writer: Writer): Promise<void> => holdTurn(writer, 'importedPhones');
