import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Database, type Execution, readerOf } from './access.ts';
import { createIdBlock } from './id-block.ts';
import { type LoadNotes, noteLoad, stopwatch } from './load.ts';
import { migrate } from './migrate.ts';
import { runNamed, transactionsOver } from './postgres-connections.ts';
import { createStatementNames, type StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
import type { TransactionPort } from './transaction-port.ts';
import { createParallelRunner } from './write-runner.ts';

type Told = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool of connections that records waiting requests: transactions, and single reads. */
class NotingPool extends pg.Pool {
  readonly #load: LoadNotes;

  constructor(options: pg.PoolConfig, load: LoadNotes) {
    super(options);
    this.#load = load;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(tell: Told): void;
  override connect(tell?: Told): Promise<pg.PoolClient> | void {
    const begin = this.#load.wait();
    if (!tell) return super.connect().finally(begin);
    super.connect((...told) => {
      begin();
      tell(...told);
    });
  }
}

const ENGINE = 'postgresql';

const CONNECTIONS = 16;
const MIGRATION_TRIES = 5;
/** The most tries of a write that conflicts with others, with a growing random pause between. */
const TRIES = 12;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 250;

/** serialization_failure and deadlock_detected: nothing was done, a retry may succeed. */
const RETRYABLE = ['40001', '40P01'];

/** unique_violation: another write's row came first. Run again, the work finds that row and refuses by itself. */
const CAME_SECOND = '23505';
/** The most tries of a read by name; the first without a name may still meet another connection's old one. */
const NAME_TRIES = 3;
/** The most tries of a work that violates a unique index: after these it is a fault of its own and not a conflict. */
const TRIES_AS_SECOND = 3;

/** unique_violation, duplicate_table, in_failed_sql_transaction: another server was creating the same tables. */
const MADE_MEANWHILE = [CAME_SECOND, '42P07', '25P02', ...RETRYABLE];

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : null);

/** Reads eight-byte integers as numbers; one beyond a number's precision is an error, never a wrong figure. */
function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The integer ${text} is too large`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? readInt8
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/**
 * Makes migrations wait for each other on the lock row, inside their transaction: no advisory lock, so any pooler works.
 */
class LockRowAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, { lockTable, lockRowId }: MigrationLockOptions) {
    await sql`update ${sql.table(lockTable)} set is_locked = 1 where id = ${lockRowId}`.execute(db);
  }
  override async releaseMigrationLock(db: Kysely<unknown>, { lockTable, lockRowId }: MigrationLockOptions) {
    await sql`update ${sql.table(lockTable)} set is_locked = 0 where id = ${lockRowId}`.execute(db);
  }
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new LockRowAdapter();
  }
}

const pause = (attempt: number) => {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return new Promise<void>((resume) => setTimeout(resume, longest * (0.5 + Math.random() / 2)));
};

async function retried<T>(
  work: () => Promise<T>,
  tries: number,
  isWorthIt: (error: unknown, attempt: number) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !isWorthIt(error, attempt)) throw error;
      await pause(attempt);
    }
  }
}

function isRetryable(error: unknown, attempt: number): boolean {
  const code = codeOf(error) ?? '';
  return RETRYABLE.includes(code) || (code === CAME_SECOND && attempt < TRIES_AS_SECOND);
}

/** Runs a read outside of any transaction, again if it failed only by its statement's name. */
function reads(pool: pg.Pool, names: StatementNames): Execution {
  const isByName = (error: unknown) => names.isAboutName(codeOf(error) ?? '');
  return {
    engine: ENGINE,
    run: (query) => retried(() => runNamed(pool, names, query), NAME_TRIES, isByName),
  };
}

function retriedTransactions(pool: pg.Pool, names: StatementNames, load: LoadNotes): TransactionPort {
  const { transact } = transactionsOver(pool, ENGINE, names);
  const isWorthIt = (error: unknown, attempt: number) => {
    const isTriedAgain = isRetryable(error, attempt) || names.isAboutName(codeOf(error) ?? '');
    if (isTriedAgain) load.retried();
    return isTriedAgain;
  };
  return { transact: (work) => retried(() => transact(work), TRIES, isWorthIt) };
}

/**
 * Opens (and migrates) a PostgreSQL database. Writes run side by side in READ COMMITTED transactions, for which the
 * conditional updates of the repositories are written; an aborted write is run again.
 */
export async function openPostgres(url: string, now = stopwatch): Promise<Database> {
  const load = noteLoad(now);
  const pool = new NotingPool({ connectionString: url, max: CONNECTIONS, types, pipeline: true }, load);
  // A connection that dies while idle is replaced by the next request; it must not end the process.
  pool.on('error', (error) => console.error('database connection lost:', error.message));
  const names = createStatementNames((message) => console.warn(message));
  const kysely = new Kysely<Tables>({ dialect: new Dialect({ pool }) });
  try {
    // Two servers that start on an empty database may both create a table; one of them then tries again.
    await retried(
      () => kysely.transaction().execute((transaction) => migrate(transaction)),
      MIGRATION_TRIES,
      (error) => MADE_MEANWHILE.includes(codeOf(error) ?? ''),
    );
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return {
    engine: ENGINE,
    reader: readerOf(kysely, reads(pool, names)),
    write: createParallelRunner(retriedTransactions(pool, names, load), createIdBlock(), load),
    load: load.read,
    close: () => kysely.destroy(),
  };
}
