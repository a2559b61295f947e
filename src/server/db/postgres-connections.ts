import {
  Kysely,
  PostgresDialect,
  type CompiledQuery,
  type PostgresPoolClient,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { takenField } from './broken-constraints.ts';
import type { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { isUnavailable } from './unavailable.ts';
import type { OpenTransaction, TransactionPort } from './transaction-port.ts';

/** A pool, or one of its connections. */
type Asked = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;

/** Runs a compiled query under its name, if it has one. */
export async function runNamed(
  asked: Asked,
  names: StatementNames,
  { sql: text, parameters }: CompiledQuery,
): Promise<QueryResult<unknown>> {
  names.give(text, parameters);
  const { rows, rowCount } = await asked.query({ name: names.nameOf(text), text, values: [...parameters] });
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

/** in_failed_sql_transaction: the error of statements sent with or after a failed one. */
const AFTER_A_FAILURE = '25P02';

const isAfterFailure = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === AFTER_A_FAILURE;

/** A commit that the primary alone has: whoever asked for it asks again, and is answered when the standby has it. */
class CommittedAlone extends Error {
  /** transaction_resolution_unknown. */
  readonly code = '08007';
  override readonly message = 'Somebody cancelled the wait for the standby';
}

/** The place in PostgreSQL that warns of a cancelled wait for the standby; its words depend on the language. */
const CANCELLED_WAIT = 'SyncRepWaitForLSN';

/** A connection of the pool, with the errors of its open transaction. */
type Connection = OpenTransaction & { failures: unknown[]; isCommittedAlone: boolean };

/** Writes all that is asked in one tick to the socket at once: each write wakes PostgreSQL, and costs a system call. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function openOn(client: pg.PoolClient, engine: string, names: StatementNames): Connection {
  const noting = async <T>(asking: Promise<T>): Promise<T> => {
    try {
      return await asking;
    } catch (error) {
      connection.failures.push(error);
      throw error;
    }
  };
  const query = (text: string, values: readonly unknown[]) => {
    sendTogether(client);
    return noting(client.query(text, [...values]) as Promise<unknown>);
  };
  // The overload with a cursor is only for those who give Kysely one.
  const one = { query: query as PostgresPoolClient['query'], release: () => {} };
  const pool = { options: {}, connect: () => Promise.resolve(one), end: () => Promise.resolve() };
  const connection: Connection = {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    execution: {
      engine,
      run: (asked) => {
        sendTogether(client);
        return noting(runNamed(client, names, asked));
      },
    },
    sent: [],
    failures: [],
    isCommittedAlone: false,
  };
  client.on('notice', ({ routine }) => {
    if (routine === CANCELLED_WAIT) connection.isCommittedAlone = true;
  });
  return connection;
}

/**
 * Transactions over the connections of a pool. Statements are sent without waiting for the answer to the one before:
 * statements issued together take one round trip, BEGIN goes out with the first of a work, and COMMIT with the last.
 */
export function transactionsOver(pool: pg.Pool, engine: string, names: StatementNames): TransactionPort {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  return {
    async transact(work) {
      const client = await pool.connect();
      const connection = connections.get(client) ?? openOn(client, engine, names);
      connections.set(client, connection);
      connection.failures = [];
      connection.isCommittedAlone = false;
      connection.sent = [];
      /** Why the connection cannot be used again. */
      let broken: boolean | Error = false;
      try {
        sendTogether(client);
        const begun = client.query('begin');
        // Awaited before the commit; until then the work's own statements report the error.
        begun.catch(() => undefined);
        const result = await work(connection);
        await begun;
        sendTogether(client);
        // Goes out right behind what nobody waited for; if any of that has failed, PostgreSQL answers it with a rollback.
        const [{ command }] = await Promise.all([client.query('commit'), ...connection.sent]);
        if (command === 'ROLLBACK') throw new Error('The transaction had failed before its commit');
        if (connection.isCommittedAlone) throw new CommittedAlone();
        return result;
      } catch (error) {
        const [cause = error] = isAfterFailure(error) ? connection.failures : [];
        if (isUnavailable(cause)) broken = true;
        // A failed COMMIT may have ended the transaction already; the first error is the one that counts.
        else await client.query('rollback').catch((failure: Error) => (broken = failure));
        throw takenField(cause) ?? cause;
      } finally {
        client.release(broken);
      }
    },
  };
}
