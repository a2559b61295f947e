import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../sql.ts';

const REFUSAL = 'The audit log is only appended to';

async function guardOnSqlite(database: Kysely<unknown>): Promise<void> {
  const refuse = sql`begin select raise(abort, ${sql.lit(REFUSAL)}); end`;
  await sql`create trigger audit_stays before update on audit_log ${refuse}`.execute(database);
  await sql`create trigger audit_is_kept before delete on audit_log
    when old.at >= coalesce((select before from audit_pruning where id = 1), 0) ${refuse}`.execute(database);
}

async function guardOnPostgres(database: Kysely<unknown>): Promise<void> {
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

/** Rows of the audit log never change, and only expired ones are deleted. */
export const guardAuditLog = (database: Kysely<unknown>) =>
  isPostgres(database) ? guardOnPostgres(database) : guardOnSqlite(database);
