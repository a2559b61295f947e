import type { Kysely } from 'kysely';
import type { Execution } from './access.ts';
import type { Tables } from './tables.ts';

/** A transaction that has begun, for what is built each time and for what is compiled. */
export type OpenTransaction = { kysely: Kysely<Tables>; execution: Execution };

/** What a write transaction needs of an engine. */
export type TransactionPort = {
  /**
   * Begins, runs, commits, and returns after the commit; rolls back and rethrows on any error. A value that another row
   * has is refused on its field.
   */
  transact: <T>(work: (transaction: OpenTransaction) => Promise<T>) => Promise<T>;
};
