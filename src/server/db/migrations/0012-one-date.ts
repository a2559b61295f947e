import { sql, type Kysely } from 'kysely';

/** A draft's date is its last change, as a sale's is its completion; nothing is looked for by another one any more. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`update transactions set dated_at = updated_at where status = 'draft'`.execute(database);
  await database.schema.dropIndex('transactions_changed').execute();
  await database.schema.dropIndex('drafts_in_store').execute();
  await sql`create index drafts_in_store on transactions(store_id, dated_at, id)
    where status = 'draft' and deleted_at is null`.execute(database);
}
