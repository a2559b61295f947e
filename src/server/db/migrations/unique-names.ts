import type { Kysely } from 'kysely';
import { uniqueName } from '#domain/unique-name.ts';
import { addColumns } from './table.ts';

type Named = Record<string, { id: number; name: string; unique_name: string | null }>;

/** A name with the first number behind it that makes it nobody's. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const free = `${name} (${number})`;
    if (!taken.has(uniqueName(free))) return free;
  }
}

/** Of rows with the same name the first keeps it; the others get a number behind it, and lose nothing else. */
async function keepNames(database: Kysely<Named>, table: string): Promise<void> {
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
 * Makes a table's names unique in whatever case, in whatever script: a column `unique_name`, filled, and the unique index
 * `one_<what>_name` on it. Rows that are there with one name are renamed.
 */
export async function addUniqueNames(
  database: Kysely<unknown>,
  table: string,
  index: `one_${string}_name`,
): Promise<void> {
  await addColumns(database, table, { unique_name: 'text' });
  await keepNames(database as Kysely<Named>, table);
  await database.schema.createIndex(index).unique().on(table).column('unique_name').execute();
}
