import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What a write transaction needs of an engine. */
export type TransactionPort = {
  /** Begins, runs, commits, and answers after the commit; rolls back and rethrows on any error. */
  transact: <T>(work: (transaction: Kysely<Tables>) => Promise<T>) => Promise<T>;
};
