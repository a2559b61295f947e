import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Load } from './load.ts';
import type { SqliteLog } from './sqlite-log.ts';
import type { Tables } from './tables.ts';

/** Access to run a compiled query; for this folder alone. */
export const execution = Symbol('execution');
export type Execution = { engine: string; run: (query: CompiledQuery) => Promise<QueryResult<unknown>> };

/** Access to send a compiled change whose result nobody reads; for this folder alone. */
export const sending = Symbol('sending');

/** The database handle of a read: it can only select. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'with'> & { [execution]: Execution };

export const readerOf = (kysely: Kysely<Tables>, execute: Execution): Reader => ({
  selectFrom: kysely.selectFrom.bind(kysely),
  with: kysely.with.bind(kysely),
  [execution]: execute,
});

/** An open transaction: the only way to change a row. Await nothing but the database while holding it. */
export type Writer = Reader &
  Pick<Kysely<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom'> & {
    [sending]: (query: CompiledQuery) => void;
    /** Returns the next id: small, readable, never given twice, also with several server processes. */
    nextId: () => number;
    /** Leaves the rest of this process's ids unused: the writes after this one take theirs from the database anew. */
    renewIds: () => void;
  };

/** A database of either engine. */
export type Database = {
  engine: string;
  reader: Reader;
  /**
   * Runs `work` in one transaction and returns after its COMMIT; a throw rolls everything back. On an engine with one
   * writer the transactions run strictly one after another. `ids` is the number of ids it uses, if thousands.
   */
  write: <T>(work: (writer: Writer) => Promise<T>, ids?: number) => Promise<T>;
  /** Asks the database for nothing; throws if it does not answer. */
  check: () => Promise<void>;
  /** Returns the present load. */
  load: () => Load;
  /** The files of a database that is copied while it runs. */
  log?: SqliteLog;
  close: () => Promise<void>;
};
