import type { Kysely } from 'kysely';
import { uniqueName } from '#domain/unique-name.ts';
import { addColumns } from './table.ts';

const tables = { customer_groups: 'one_group_name', signup_channels: 'one_channel_name' } as const;
type Before = Record<keyof typeof tables, { id: number; name: string; unique_name: string | null }>;

/** A name with the first number behind it that makes it nobody's. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const free = `${name} (${number})`;
    if (!taken.has(uniqueName(free))) return free;
  }
}

/** Of rows with the same name the first keeps it; the others get a number behind it, and lose nothing else. */
async function keepNames(database: Kysely<Before>, table: keyof typeof tables): Promise<void> {
  const rows = await database.selectFrom(table).select(['id', 'name']).orderBy('id').execute();
  const taken = new Set(rows.map(({ name }) => uniqueName(name)));
  const kept = new Set<string>();
  for (const { id, ...row } of rows) {
    const name = kept.has(uniqueName(row.name)) ? freeName(row.name, taken) : row.name;
    const unique_name = uniqueName(name);
    taken.add(unique_name);
    kept.add(unique_name);
    await database.updateTable(table).set({ name, unique_name }).where('id', '=', id).execute();
  }
}

/**
 * The names of customer groups and signup channels are unique in whatever case, in whatever script: `lower()` of SQLite,
 * by which they were before, knows no letters but those of English. Rows that it let pass with one name are renamed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['customer_groups', 'signup_channels'] as const) {
    const index = tables[table];
    await addColumns(database, table, { unique_name: 'text' });
    await keepNames(database as Kysely<Before>, table);
    await database.schema.dropIndex(index).execute();
    await database.schema.createIndex(index).unique().on(table).column('unique_name').execute();
  }
}
