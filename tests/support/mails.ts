import type { Database } from '#server/db/access.ts';
import { HOUR } from './server.ts';

/** Lets an hour pass for sent mails, as each person may mail only some receipts an hour. */
export async function letAnHourPass(database: Database): Promise<void> {
  await database.write((writer) =>
    writer
      .updateTable('outbox')
      .set((eb) => ({ created_at: eb('created_at', '-', HOUR) }))
      .execute(),
  );
}
