import type { Kysely } from 'kysely';
import type { Execution } from './access.ts';
import type { Tables } from './tables.ts';

/** An open transaction, for queries built each time and for compiled ones. */
export type OpenTransaction = {
  kysely: Kysely<Tables>;
  execution: Execution;
  /** The statements that nobody has waited for: the transaction is committed only if all of them are done. */
  sent: Promise<unknown>[];
};

/** An engine's write transactions. */
export type TransactionPort = {
  /**
   * Begins, runs, commits, and returns after the commit; rolls back and rethrows on any error, also of a statement in
   * `sent`. Refuses a value that another row has on its field.
   */
  transact: <T>(work: (transaction: OpenTransaction) => Promise<T>) => Promise<T>;
};
