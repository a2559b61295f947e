import type { Kysely } from 'kysely';
import { addUniqueNames } from './unique-names.ts';

/**
 * The names of customer groups and signup channels are unique in whatever case, in whatever script: `lower()` of SQLite,
 * by which they were before, knows no letters but those of English.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('one_group_name').execute();
  await addUniqueNames(database, 'customer_groups', 'one_group_name');
  await database.schema.dropIndex('one_channel_name').execute();
  await addUniqueNames(database, 'signup_channels', 'one_channel_name');
}
