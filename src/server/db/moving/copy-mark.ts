import { CompiledQuery, type Kysely } from 'kysely';
import { execution, type Reader } from '../access.ts';
import { isUpgradeDue, migrations } from '../migrate.ts';
import type { Tables } from '../tables.ts';

/** The mark of a copy into PostgreSQL that goes on: its list of the tables that are there. The last step of a copy drops it. */
const IS_MARKED = CompiledQuery.raw(`select 1 where to_regclass('copy_done') is not null`);

const UNFINISHED = `A shop is being copied into this database, and not all of it is there.
Run the command with --copy-to again: it goes on where it stopped. To begin from the start, add --anew.`;

const OTHER_VERSION = `The unfinished copy in this database was begun by another version.
Make an empty database, and copy the shop into that one.`;

/** Throws in words for a PostgreSQL database with half a shop, before its tables are changed; the copy itself goes on. */
export async function refuseHalfShop(database: Kysely<Tables>, isCopying: boolean): Promise<void> {
  const { rows } = await database.executeQuery(IS_MARKED);
  if (rows.length === 0) return;
  if (!isCopying) throw new Error(UNFINISHED);
  if (await isUpgradeDue(database, migrations)) throw new Error(OTHER_VERSION);
}

/** Returns in words why no shop is set up in a database: one is being copied into it; null if none is. */
export async function halfShopIn(reader: Reader): Promise<string | null> {
  const { engine, run } = reader[execution];
  if (engine !== 'postgresql') return null;
  return (await run(IS_MARKED)).rows.length > 0 ? UNFINISHED : null;
}
