import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Database, type Execution, readerOf } from './access.ts';
import { createIdBlock } from './id-block.ts';
import { typesWithNumbers } from './int8.ts';
import { type LoadNotes, noteLoad, type Stopwatch, stopwatch } from './load.ts';
import { migrate } from './migrate.ts';
import { refuseHalfShop } from './moving/copy-mark.ts';
import { runNamed, transactionsOver } from './postgres-connections.ts';
import { createHosts, lastSaleIn, type PostgresHosts } from './postgres-hosts.ts';
import { readPostgresUrl } from './postgres-url.ts';
import { keepReadiness, ROOM, tryOneRow } from './readiness.ts';
import { createStatementNames, type StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { keepTimelines, type Timelines } from './timelines.ts';
import { isUnavailable } from './unavailable.ts';
import type { TransactionPort } from './transaction-port.ts';
import { createParallelRunner } from './write-runner.ts';

type Told = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool of connections that notes who waits for one. A connection that breaks is replaced by the next request. */
class NotingPool extends pg.Pool {
  readonly #wait: LoadNotes['wait'];
  readonly #hosts: PostgresHosts;

  constructor(options: pg.PoolConfig, hosts: PostgresHosts, wait: LoadNotes['wait'] = () => () => undefined) {
    super({ ...options, Client: hosts.Client });
    this.#hosts = hosts;
    this.#wait = wait;
    // Without listeners a broken connection ends the process: the pool has one of its own while it is idle only.
    this.on('error', () => undefined);
    this.on('connect', (client) =>
      client.on('error', (error) => console.error('database connection lost:', error.message)),
    );
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(tell: Told): void;
  override connect(tell?: Told): Promise<pg.PoolClient> | void {
    if (!tell)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const begin = this.#wait();
    const connect = (tries: number) =>
      super.connect((error, ...connected) => {
        if (error && this.#hosts.isNextWorthIt(error, tries)) return connect(tries + 1);
        begin();
        tell(error, ...connected);
      });
    connect(1);
  }
}

const ENGINE = 'postgresql';

/** How many connections a server opens at most: for transactions, and for reads outside of them. */
export type Connections = { writes: number; reads: number };
const CONNECTIONS: Connections = { writes: 16, reads: 8 };

/** Milliseconds to wait for a connection, from the pool or the database. */
const CONNECT_TIMEOUT = 10_000;
/** Milliseconds that the database lets pass, sent with each new connection. */
const LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};
/** Nothing that the server does keeps a read waiting for a lock; what does, as a `vacuum full`, must not hold them all up. */
const LOCK_TIMEOUT_OF_READS = 2000;
/**
 * On an SSD a page out of turn costs little more than the next one. By PostgreSQL's own guess of 4, a list that is counted
 * to 1,000 reads its table from the beginning, past all units that were sold.
 */
const COST_OF_READS = 'set random_page_cost = 1.1';
/** Milliseconds after which a connection without an answer is given up, where not even the database's limit came back. */
const ANSWER_TIMEOUT = 40_000;
/** Milliseconds between two tries to reach a database that is away at the start. */
const LOOK_AGAIN = 1000;
/** A line in the log for every so many tries. */
const TRIES_A_LINE = 60;

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

/**
 * Makes migrations wait for each other on the lock row, inside their transaction: no advisory lock, so any pooler works.
 */
class LockRowAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, { lockTable, lockRowId }: MigrationLockOptions) {
    await sql`update ${sql.table(lockTable)} set is_locked = 1 where id = ${lockRowId}`.execute(db);
  }
  override async releaseMigrationLock(db: Kysely<unknown>, { lockTable, lockRowId }: MigrationLockOptions) {
    const release = sql`update ${sql.table(lockTable)} set is_locked = 0 where id = ${lockRowId}`.execute(db);
    // Throws the error of the migration that failed: the row is rolled back with the transaction.
    await release.catch(() => undefined);
  }
}

/** protocol_violation: PgBouncer knows no limits unless it is told to ignore them. */
const refusesLimits = (error: unknown) =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter');

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new LockRowAdapter();
  }
}

const pause = (attempt: number) => {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return setTimeout(longest * (0.5 + Math.random() / 2));
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
function readsOver(pool: pg.Pool, names: StatementNames): Execution {
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

/** Does work, and again until the database is there; says in the log that it waits. */
async function onceReached<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || refusesLimits(error)) throw error;
      // Of several addresses tried, only the code tells.
      const reason = (error instanceof Error && error.message) || codeOf(error);
      if (tries % TRIES_A_LINE === 0) console.warn(`waiting for the database: ${reason}`);
      await setTimeout(LOOK_AGAIN);
    }
  }
}

/** Brings the database to the newest schema, over a connection without limits of time. */
async function upgrade(options: pg.PoolConfig, hosts: PostgresHosts, isCopying: boolean): Promise<void> {
  const pool = new NotingPool({ ...options, max: 1 }, hosts);
  const kysely = new Kysely<Tables>({ dialect: new Dialect({ pool }) });
  try {
    // Two servers that start on an empty database may both create a table; one of them then tries again.
    await retried(
      () =>
        kysely.transaction().execute(async (transaction) => {
          await refuseHalfShop(transaction, isCopying);
          await migrate(transaction);
        }),
      MIGRATION_TRIES,
      (error) => MADE_MEANWHILE.includes(codeOf(error) ?? ''),
    );
  } finally {
    await kysely.destroy();
  }
}

/** Returns the limits that the database, or a pooler before it, takes with a new connection. */
async function limitsFor(options: pg.PoolConfig, hosts: PostgresHosts): Promise<typeof LIMITS | object> {
  try {
    const client = await hosts.connect({ ...options, ...LIMITS });
    await client.end();
    return LIMITS;
  } catch (error) {
    if (!refusesLimits(error)) throw error;
    console.warn(
      'The pooler takes no time limits. Set ignore_startup_parameters there, and the limits for the user of the database.',
    );
    return {};
  }
}

type PostgresOptions = {
  connections?: Partial<Connections>;
  now?: Stopwatch;
  /** The folder that remembers which primary was the last; null to forget it with the process. */
  dataDir?: string | null;
  /** True for the copy of a shop into this database, which goes on where it stopped. */
  isCopying?: boolean;
};

/** The file that remembers the newest timeline of a database with several hosts. */
const TIMELINE_FILE = 'database-timeline.json';

const timelinesIn = (dataDir: string | null): Timelines =>
  keepTimelines(dataDir === null ? null : path.join(dataDir, TIMELINE_FILE));

/** Reads the hosts of a database's URL, for connections to the one that takes writes. */
export const hostsOf = (url: string, timelines: Timelines = timelinesIn(null)): PostgresHosts =>
  createHosts(readPostgresUrl(url), timelines);

/** Milliseconds between two notes of the last sale, for whoever must compare this database with an older one. */
const NOTE_SALE = 60_000;
/** Connections of each pool that are open before the first call: it must not wait while others are opened. */
const WARM = 4;

/** Opens some connections of a pool; a database that has none left is no reason to wait. */
async function warm(pool: pg.Pool): Promise<void> {
  const count = Math.min(WARM, pool.options.max);
  const opened = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()));
  for (const each of opened) if (each.status === 'fulfilled') each.value.release();
}

const KILOBYTE = 1024;
/** configuration_limit_exceeded: the database's owner allows no temporary file of this size, and its disk is not known. */
const TEMPORARY_FILES_LIMITED = '53400';

/**
 * Makes the database write to its disk as much as must be free: a row still fits into a full one, since PostgreSQL has
 * taken the space of its log and pages before. A sort that does not fit into memory goes to a file, which is deleted.
 */
async function tryDisk(transaction: Kysely<Tables>): Promise<void> {
  await sql`set local work_mem = '64kB'`.execute(transaction);
  await sql`select count(*) from (
    select repeat(md5(n::text), ${KILOBYTE / 32}) as words from generate_series(1, ${ROOM / KILOBYTE}) as n
    order by words offset 0
  ) as sorted`.execute(transaction);
}

/**
 * Opens (and migrates) a PostgreSQL database, once it can be reached. Writes run side by side in READ COMMITTED transactions, for which the
 * conditional updates of the repositories are written; an aborted write is run again.
 */
export async function openPostgres(
  url: string,
  { connections = {}, now = stopwatch, dataDir, isCopying = false }: PostgresOptions = {},
): Promise<Database> {
  const timelines = timelinesIn(dataDir || null);
  const hosts = hostsOf(url, timelines);
  const load = noteLoad(now);
  const names = createStatementNames((message) => console.warn(message));
  const options = {
    types: typesWithNumbers,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  };
  const limits = await onceReached(async () => {
    await upgrade(options, hosts, isCopying);
    return limitsFor(options, hosts);
  });
  const limited = { ...options, ...limits, query_timeout: ANSWER_TIMEOUT, pipeline: true };
  const { writes = CONNECTIONS.writes, reads = CONNECTIONS.reads } = connections;
  const writing = new NotingPool({ ...limited, max: writes }, hosts, load.wait);
  const ofReads = {
    ...limited,
    max: reads,
    ...('lock_timeout' in limits && { lock_timeout: LOCK_TIMEOUT_OF_READS }),
  };
  const reading = new NotingPool(ofReads, hosts, load.waitToRead);
  // With the first read of each connection; a pooler may give that to another one, whose lists are then a little slower.
  reading.on('connect', (client) => void client.query(COST_OF_READS).catch(() => undefined));
  // A check must not wait behind work, nor want a connection where others took the last one: this one stays open.
  const checking = new NotingPool({ ...limited, max: 1, idleTimeoutMillis: 0 }, hosts);
  const look = () => hosts.check(checking);
  await look();
  const stopWatching = hosts.watch(options);
  await Promise.all([writing, reading].map(warm));
  const noteSale = () => timelines.noteLastSale(() => lastSaleIn(reading));
  await noteSale();
  const noting = setInterval(() => void noteSale(), NOTE_SALE);
  noting.unref();
  const kysely = new Kysely<Tables>({ dialect: new Dialect({ pool: reading }) });
  const port = retriedTransactions(writing, names, load);
  const probe = async () => {
    try {
      await port.transact((transaction) => tryDisk(transaction.kysely));
    } catch (error) {
      if (codeOf(error) !== TEMPORARY_FILES_LIMITED) throw error;
    }
    await port.transact((transaction) => tryOneRow(transaction.kysely));
  };
  return {
    engine: ENGINE,
    reader: readerOf(kysely, readsOver(reading, names)),
    ...keepReadiness({ write: createParallelRunner(port, createIdBlock(), load), look, probe, now }),
    load: load.read,
    close: async () => {
      clearInterval(noting);
      await stopWatching();
      await Promise.all([writing, reading, checking].map((pool) => pool.end()));
    },
  };
}
