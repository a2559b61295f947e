import { postgresSource, postgresTarget } from './postgres-side.ts';
import { addRows, type Row, type Source, type Sum, type Table, type Target } from './side.ts';
import { sqliteSource, sqliteTarget } from './sqlite-side.ts';

export type Place = { dataDir: string } | { databaseUrl: string };

const isPostgres = (place: Place): place is { databaseUrl: string } => 'databaseUrl' in place;

async function open(from: Place, to: Place, isAnew: boolean): Promise<{ source: Source; target: Target }> {
  if (isPostgres(to)) {
    const source = isPostgres(from)
      ? await postgresSource(from.databaseUrl)
      : await sqliteSource(from.dataDir);
    return { source, target: await closingOnFailure(source, postgresTarget(to.databaseUrl, isAnew)) };
  }
  if (!isPostgres(from)) throw new Error('To copy an SQLite shop to a file, use --backup');
  const source = await postgresSource(from.databaseUrl);
  return { source, target: await closingOnFailure(source, sqliteTarget(to.dataDir, source.tables)) };
}

async function closingOnFailure<T>(source: Source, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function sumOf(rows: AsyncIterable<readonly Row[]>): Promise<Sum> {
  const sum: Sum = { rows: 0, sum: 0n };
  for await (const some of rows) addRows(sum, some);
  return sum;
}

/** Compares a table on both sides, each row with all of its values. */
async function compare(table: Table, source: Source, target: Target): Promise<number> {
  const [here, there] = [await sumOf(source.read(table)), await sumOf(target.read(table))];
  if (here.rows !== there.rows)
    throw new Error(`${table.name} has ${there.rows} rows in the copy, and ${here.rows} here`);
  if (here.sum !== there.sum) throw new Error(`The rows of ${table.name} are others in the copy`);
  return here.rows;
}

/**
 * Copies a whole shop into an empty database of the other engine, and compares every row. A copy that was interrupted on
 * its way into PostgreSQL goes on at the table where it was, or begins anew: the shop may have sold on since. Throws in
 * words; the shop itself is never changed.
 */
export async function moveShop(
  from: Place,
  to: Place,
  tell: (line: string) => void,
  { isAnew = false }: { isAnew?: boolean } = {},
): Promise<number> {
  const { source, target } = await open(from, to, isAnew);
  try {
    const [tables, done] = [await target.tables(), await target.done()];
    let all = 0;
    for (const [index, table] of tables.entries()) {
      if (!done.has(table.name)) await target.fill(table, source.read(table));
      const rows = await compare(table, source, target);
      all += rows;
      tell(`${index + 1} of ${tables.length}: ${table.name}, ${rows} rows`);
    }
    tell('Building the indexes …');
    await target.finish();
    return all;
  } finally {
    await Promise.allSettled([source.close(), target.close()]);
  }
}
