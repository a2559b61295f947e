import { sql, type Kysely } from 'kysely';

/** By what they were done to only receipts that went out again are looked for: a sale need not enter itself there. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_of_subject`.execute(database);
  await sql`create index audit_of_receipts on audit_log(subject_id, at, id)
    where action in ('transactions.printReceipt', 'transactions.emailReceipt')`.execute(database);
}
