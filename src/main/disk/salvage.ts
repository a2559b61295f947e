import Database from 'better-sqlite3';
import { diskFaultOf } from './disk-faults.ts';

type Row = Record<string, unknown> & { '#': number };

/** Row numbers in a row that cannot be read, after which a table is taken to have ended: more than any page holds. */
const GAP_MAX = 10_000;

/**
 * Copies what can be read of a damaged SQLite file, row by row, into one that has the same tables. Returns how many rows
 * that were; a row that is nonsense is left out.
 */
export function copyReadableRows(damaged: string, whole: string, tables: readonly string[]): number {
  const from = new Database(damaged, { fileMustExist: true });
  const to = new Database(whole, { fileMustExist: true });
  try {
    return tables.reduce((copied, table) => copied + copyTable(from, to, table), 0);
  } finally {
    from.close();
    to.close();
  }
}

function copyTable(from: Database.Database, to: Database.Database, table: string): number {
  const columns = to.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table);
  let copied = 0;
  const copyAll = to.transaction(() => {
    for (const row of readableRows(from, table)) {
      const known = columns.filter((column) => column in row);
      const places = known.map(() => '?').join(', ');
      const insert = to.prepare(
        `insert or ignore into ${table} (${known.join(', ')}) select ${places} where true`,
      );
      try {
        copied += insert.run(known.map((column) => row[column])).changes;
      } catch (fault) {
        // Bytes that are no such row; a disk that is full ends all of it.
        if (!isNonsense(fault)) throw fault;
      }
    }
  });
  copyAll();
  return copied;
}

const isNonsense = (fault: unknown) =>
  String((fault as { code?: unknown } | null)?.code).startsWith('SQLITE_CONSTRAINT');

/** The rows of a table, around those whose pages are damaged. */
function* readableRows(db: Database.Database, table: string): Generator<Row> {
  const nextFrom = prepareNext(db, table);
  let at = 0;
  let gap = 0;
  while (nextFrom && gap < GAP_MAX) {
    try {
      const row = nextFrom.get(at);
      if (!row || row['#'] < at) return;
      yield row;
      at = row['#'] + 1;
      gap = 0;
    } catch (fault) {
      if (diskFaultOf(fault) !== 'damaged') throw fault;
      at += 1;
      gap += 1;
    }
  }
}

/** The row with a number or the next one after it; null where not even the list of tables can be read. */
function prepareNext(db: Database.Database, table: string): Database.Statement<[number], Row> | null {
  try {
    return db.prepare(
      `select rowid as "#", * from ${table} not indexed where rowid >= ? order by rowid limit 1`,
    );
  } catch (fault) {
    const isMissing = (fault as { code?: unknown } | null)?.code === 'SQLITE_ERROR';
    if (isMissing || diskFaultOf(fault) === 'damaged') return null;
    throw fault;
  }
}
