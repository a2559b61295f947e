import { Kysely, PostgresDialect, type CompiledQuery, type QueryResult } from 'kysely';
import type pg from 'pg';
import type { Execution } from './access.ts';
import { takenField } from './broken-constraints.ts';
import type { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
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

/**
 * Transactions over the connections of a pool. Statements go out as they are asked for, whether or not the one before them was
 * answered: those that are asked for together take one round trip, and so does BEGIN with the first of a work.
 */
export function transactionsOver(pool: pg.Pool, engine: string, names: StatementNames): TransactionPort {
  const opened = new WeakMap<pg.PoolClient, OpenTransaction>();

  function openOn(client: pg.PoolClient): OpenTransaction {
    const there = opened.get(client);
    if (there) return there;
    const one = { query: client.query.bind(client), release: () => {} };
    const kysely = new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: { options: {}, connect: () => Promise.resolve(one), end: () => Promise.resolve() },
      }),
    });
    const execution: Execution = { engine, run: (query) => runNamed(client, names, query) };
    const open = { kysely, execution };
    opened.set(client, open);
    return open;
  }

  return {
    async transact(work) {
      const client = await pool.connect();
      try {
        const begun = client.query('begin');
        // It is waited for before the commit; until then the work's own statements say what is wrong.
        begun.catch(() => undefined);
        const result = await work(openOn(client));
        await begun;
        const { command } = await client.query('commit');
        // PostgreSQL ends a transaction in which a statement failed with a COMMIT that commits nothing.
        if (command === 'ROLLBACK') throw new Error('The transaction had failed before its commit');
        return result;
      } catch (error) {
        // A failed COMMIT may have ended the transaction already; the first error is the one that counts.
        await client.query('rollback').catch(() => undefined);
        throw takenField(error) ?? error;
      } finally {
        client.release();
      }
    },
  };
}
