import type { Database } from '#server/db/access.ts';
import { HOUR } from './server.ts';

/** Nobody mails more than some receipts in an hour: for those that were mailed, one has passed. */
export async function letAnHourPass(database: Database): Promise<void> {
  await database.write((writer) =>
    writer
      .updateTable('outbox')
      .set((eb) => ({ created_at: eb('created_at', '-', HOUR) }))
      .execute(),
  );
}
