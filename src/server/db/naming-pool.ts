import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { StatementNames } from './statement-names.ts';

function namingClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: names.nameOf(text), text, values: [...values] }) as Promise<unknown>;
  // Its other form, with a cursor, is for whoever gives Kysely one.
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}

/** A pool as Kysely asks it: what has a name is prepared under it, once on each connection. */
export function naming(pool: pg.Pool, names: StatementNames): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? namingClient(client, names);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
