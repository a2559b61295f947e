import { CompiledQuery, type Kysely } from 'kysely';
import type { Execution } from './access.ts';
import type { Tables } from './tables.ts';
import { takenField } from './broken-constraints.ts';

/** What a write transaction needs of an engine. */
export type TransactionPort = {
  /** How a compiled query is run in an open transaction. */
  executionIn: (transaction: Kysely<Tables>) => Execution;
  /**
   * Begins, runs, commits, and returns after the commit; rolls back and rethrows on any error. A value that another row
   * has is refused on its field.
   */
  transact: <T>(work: (transaction: Kysely<Tables>) => Promise<T>) => Promise<T>;
};

const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** One transaction on a connection of its own, begun in the engine's words. */
export function transactOn<T>(
  kysely: Kysely<Tables>,
  begin: CompiledQuery,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.connection().execute(async (connection) => {
    await connection.executeQuery(begin);
    try {
      const result = await work(connection);
      const { rows } = await connection.executeQuery<{ command?: string }>(COMMIT);
      // PostgreSQL ends a transaction in which a statement failed with a COMMIT that commits nothing.
      if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction had failed before its commit');
      return result;
    } catch (error) {
      // A failed COMMIT may have ended the transaction already; the first error is the one that counts.
      await connection.executeQuery(ROLLBACK).catch(() => undefined);
      throw takenField(error) ?? error;
    }
  });
}
