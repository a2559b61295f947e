import type { Kysely } from 'kysely';
import { addColumns } from './table.ts';

/** Which sale a mail is of, and who asked for it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'outbox', { transaction_id: 'integer', staff_id: 'integer' });
  await database.schema
    .createIndex('outbox_asked')
    .on('outbox')
    .columns(['staff_id', 'created_at'])
    .execute();
}
