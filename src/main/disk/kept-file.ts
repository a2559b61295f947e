import Database from 'better-sqlite3';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { DAY } from '#domain/store-time.ts';
import { log } from '../app/log.ts';
import { diskFaultOf } from './disk-faults.ts';

type Row = Record<string, unknown> & { '#': number };

/** Row numbers in a row that cannot be read, after which a table is taken to have ended: more than any page holds. */
const GAP_MAX = 10_000;

/**
 * Copies what can be read of a damaged SQLite file, row by row, into one that has the same tables. Returns how many rows
 * that were; a row that is nonsense is left out.
 */
function copyReadableRows(damaged: string, whole: string, tables: readonly string[]): number {
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

/** Calls on a store that is in a file, in groups or not. All of them are synchronous. */
type Store = { close: () => void };

export type KeptFileDeps<T> = {
  /** Opens or makes the store of a file. */
  open: (file: string) => T;
  /** The tables whose rows are recovered from a damaged file. */
  recovers: readonly string[];
  /** The file was damaged and mended. */
  onMended: () => void;
};

/** How long a damaged file is kept beside: names and phones may be in it. */
const DAMAGED_KEPT_MS = 30 * DAY;
/** What SQLite puts beside a file: without them, what was written last is lost. */
const companions = ['', '-wal', '-shm'];

/**
 * The store in a file of the till, which outlives damage to it. A file that is no database, or whose pages are broken,
 * whether at opening or found later, is renamed to `….damaged`, and the store goes on in a new one with every row that
 * can be read. Only damage counts: a disk that is full or a file that somebody holds is an error like any other.
 */
export function openKeptFile<T extends Store>(file: string, deps: KeptFileDeps<T>): T {
  finishMending(file);
  forgetDamaged(file);
  /** Null after a mending that failed, as on a full disk: the next call tries again. */
  let store: T | null = openOrMend();
  const current = (): T => (store ??= openOrMend());

  function openOrMend(): T {
    try {
      return deps.open(file);
    } catch (fault) {
      return mend(fault);
    }
  }

  /** @throws the fault itself where it is no damage */
  function mend(fault: unknown): T {
    if (diskFaultOf(fault) !== 'damaged') throw fault;
    log.error(`${file} is damaged:`, fault);
    const fresh = mendingOf(file);
    remove(fresh);
    deps.open(fresh).close();
    const rows = copyReadableRows(file, fresh, deps.recovers);
    remove(damagedOf(file));
    move(file, damagedOf(file));
    move(fresh, file);
    log.warn(`${file} was put aside; ${rows} rows of it could be read`);
    const mended = deps.open(file);
    deps.onMended();
    return mended;
  }

  const run = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (fault) {
      if (diskFaultOf(fault) !== 'damaged') throw fault;
      current().close();
      store = null;
      store = mend(fault);
      return work();
    }
  };
  return following(current, run);
}

/** The same calls as those of `read()`, each made on what `read()` returns then. */
function following<T extends object>(read: () => T, run: (work: () => unknown) => unknown): T {
  const members = Object.keys(read()).map((name) => {
    const current = () => Reflect.get(read(), name) as unknown;
    const member =
      typeof current() === 'function'
        ? (...args: unknown[]) => run(() => (current() as (...said: unknown[]) => unknown)(...args))
        : following(current as () => object, run);
    return [name, member];
  });
  return Object.fromEntries(members) as T;
}

const mendingOf = (file: string) => `${file}.mending`;
const damagedOf = (file: string) => `${file}.damaged`;

/** A till that was stopped between the two moves has the mended file under its other name. */
function finishMending(file: string): void {
  if (existsSync(file) || !existsSync(mendingOf(file))) return;
  // What lies beside is the damaged file's, and would be written into the mended one.
  remove(file);
  move(mendingOf(file), file);
}

function forgetDamaged(file: string): void {
  const damaged = statSync(damagedOf(file), { throwIfNoEntry: false });
  if (damaged && Date.now() - damaged.mtimeMs > DAMAGED_KEPT_MS) remove(damagedOf(file));
}

function move(from: string, to: string): void {
  for (const suffix of companions) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
}

function remove(file: string): void {
  for (const suffix of companions) rmSync(file + suffix, { force: true });
}
