import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** Who made a device a till, first or in the place of another: their own sign-in there makes it no till of the shop. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'tills', [
    'device_by_id integer constraint till_device_by references staff (id)',
  ]);
  await runSql(database, 'update tills set device_by_id = created_by_id');
}
