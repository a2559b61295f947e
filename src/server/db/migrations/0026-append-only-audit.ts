import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { table } from './table.ts';

const REFUSAL = 'The audit log is only appended to';

async function guardSqlite(database: Kysely<unknown>): Promise<void> {
  const refuse = sql`begin select raise(abort, ${sql.lit(REFUSAL)}); end`;
  await sql`create trigger audit_stays before update on audit_log ${refuse}`.execute(database);
  await sql`create trigger audit_is_kept before delete on audit_log
    when old.at >= coalesce((select before from audit_pruning where id = 1), 0) ${refuse}`.execute(database);
}

async function guardPostgres(database: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as ${sql.lit(`begin
    if tg_op = 'DELETE' and old.at < coalesce((select before from audit_pruning where id = 1), 0) then
      return old;
    end if;
    raise exception '${REFUSAL}';
  end`)}`.execute(database);
  await sql`create trigger audit_stays before update or delete on audit_log
    for each row execute function refuse_audit_change()`.execute(database);
  await sql`create trigger audit_is_whole before truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(database);
}

/** Nobody changes what the log holds, and nothing is deleted from it but what is past its time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'audit_pruning', { required: { id: 'integer', before: 'bigint' } }).execute();
  await (database.getExecutor().adapter instanceof PostgresAdapter
    ? guardPostgres(database)
    : guardSqlite(database));
  // Beside sales, of which there are so many that their own are found by time.
  await sql`create index audit_beside_sales on audit_log(action, at, id)
    where action not like 'transactions.%' and action not like 'payments.%'`.execute(database);
}
