import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isPostgres } from './sql.ts';

export type Trigger = {
  name: string;
  table: string;
  event: 'insert' | 'update' | 'delete';
  when?: string;
  statements: string;
  /** Fires with the statement on PostgreSQL, too; for changes by other triggers. */
  atOnce?: true;
};

function onSqlite({ name, table: on, event, when, statements }: Trigger): RawBuilder<unknown>[] {
  const condition = when ? `when ${when}` : '';
  return [sql.raw(`create trigger ${name} after ${event} on ${on} ${condition} begin ${statements} end`)];
}

/**
 * Builds PostgreSQL's trigger. Deferred to the commit, so that counted rows are locked only while a transaction commits.
 */
function onPostgres({ name, table: on, event, when, statements, atOnce }: Trigger): RawBuilder<unknown>[] {
  const condition = when ? `when (${when})` : '';
  const [kind, time] = atOnce ? ['', ''] : ['constraint', 'deferrable initially deferred'];
  return [
    sql.raw(`create function ${name}() returns trigger language plpgsql as
      $body$ begin ${statements} return null; end $body$`),
    sql.raw(`create ${kind} trigger ${name} after ${event} on ${on} ${time}
      for each row ${condition} execute function ${name}()`),
  ];
}

/** Drops triggers, and their functions on PostgreSQL. */
export async function dropTriggers(database: Kysely<unknown>, triggers: readonly Trigger[]): Promise<void> {
  for (const { name, table: on } of triggers) {
    await sql.raw(`drop trigger ${name}${isPostgres(database) ? ` on ${on}` : ''}`).execute(database);
    if (isPostgres(database)) await sql.raw(`drop function ${name}()`).execute(database);
  }
}

/** Creates triggers that run some statements for each row, the same on both engines. */
export async function addTriggers(database: Kysely<unknown>, triggers: readonly Trigger[]): Promise<void> {
  const made = triggers.flatMap(isPostgres(database) ? onPostgres : onSqlite);
  for (const statement of made) await statement.execute(database);
}
