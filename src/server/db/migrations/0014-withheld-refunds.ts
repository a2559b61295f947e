import { sql, type Kysely } from 'kysely';

/** What a refund kept back of the units' shares, so that the last one does not give it after all. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column withheld bigint not null default 0`.execute(database);
}
