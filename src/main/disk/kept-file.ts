import type Database from 'better-sqlite3';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { DAY } from '#domain/store-time.ts';
import { log } from '../app/log.ts';
import { diskFaultOf } from './disk-faults.ts';
import { openFile } from './database.ts';
import { type Patience, retryWhileHeld } from './retry-while-held.ts';

type Row = Record<string, unknown> & { '#': number };

/** The number of successive unreadable rows after which a table is taken to have ended: more than any page holds. */
const GAP_MAX = 10_000;

/**
 * Copies the readable rows of a damaged SQLite file into one with the same tables. Leaves out nonsense rows; returns how
 * many were copied.
 */
function copyReadableRows(damaged: string, whole: string, tables: readonly string[]): number {
  const from = openFile(damaged, { fileMustExist: true });
  const to = openFile(whole, { fileMustExist: true });
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
        // Skips bytes that are no valid row; a full disk ends the copying.
        if (!isNonsense(fault)) throw fault;
      }
    }
  });
  copyAll();
  return copied;
}

const isNonsense = (fault: unknown) =>
  String((fault as { code?: unknown } | null)?.code).startsWith('SQLITE_CONSTRAINT');

/** Reads the rows of a table, skipping those of damaged pages. */
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

/** Returns the row with a number or the next one after it; null if not even the list of tables can be read. */
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

/** Synchronous calls on a store in a file, in groups or not. */
type Store = { close: () => void };

type KeptFileDeps<T> = {
  /** Opens or makes the store of a file. */
  open: (file: string) => T;
  /** The tables whose rows are recovered from a damaged file. */
  recovers: readonly string[];
  /** Called after a damaged file was mended. */
  onMended: () => void;
  /** Renames one file. Windows refuses it while another program has the file open. */
  rename?: (from: string, to: string) => void;
  /** Waits, and lets nothing else run meanwhile. */
  wait?: (milliseconds: number) => void;
};

/** Milliseconds that a damaged file is kept: names and phones may be in it. */
const DAMAGED_KEPT_MS = 30 * DAY;
/** The files of a SQLite database: without its companions, the last writes are lost. */
const companions = ['', '-wal', '-shm'];

/**
 * Opens a file's store so that it outlives damage. A file that is no database, or whose pages are broken, whether found
 * at opening or later, is renamed to `….damaged`, and the store goes on in a new one with every readable row. Only damage
 * counts: a full disk or a locked file is an ordinary error.
 */
export function openKeptFile<T extends Store>(file: string, deps: KeptFileDeps<T>): T {
  const { rename = renameSync, wait } = deps;
  let patience: Patience = 'long';
  const patiently = <R>(work: () => R): R => retryWhileHeld(work, patience, wait);
  const openStore = (path: string) => patiently(() => deps.open(path));
  forgetDamaged(file);
  let isUntold = false;
  /** Null after a failed mending, as on a full disk: the next call tries again. */
  let store: T | null = openOrMend();
  patience = 'short';
  const current = (): T => (store ??= openOrMend());

  /** Finishes a mending first: without its file, an empty one would be made and take its place. */
  function openOrMend(): T {
    finishMending();
    try {
      return openAndTell();
    } catch (fault) {
      return mend(fault);
    }
  }

  function openAndTell(): T {
    const opened = openStore(file);
    if (isUntold) deps.onMended();
    isUntold = false;
    return opened;
  }

  /** @throws the fault itself if it is no damage */
  function mend(fault: unknown): T {
    if (diskFaultOf(fault) !== 'damaged') throw fault;
    log.error(`${file} is damaged:`, fault);
    const fresh = mendingOf(file);
    patiently(() => remove(fresh));
    openStore(fresh).close();
    const rows = copyReadableRows(file, fresh, deps.recovers);
    patiently(() => remove(damagedOf(file)));
    move(file, damagedOf(file));
    move(fresh, file);
    log.warn(`${file} was put aside; ${rows} rows of it could be read`);
    isUntold = true;
    return openAndTell();
  }

  /** Renames the mended file of a till that was stopped, or refused, between the two moves. */
  function finishMending(): void {
    if (existsSync(file) || !existsSync(mendingOf(file))) return;
    // The companions are the damaged file's, and would be written into the mended one.
    patiently(() => remove(file));
    move(mendingOf(file), file);
    isUntold = true;
  }

  function move(from: string, to: string): void {
    for (const suffix of companions) {
      if (existsSync(from + suffix)) patiently(() => rename(from + suffix, to + suffix));
    }
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

/** Returns the calls of `read()`, each made on the store that `read()` returns at that time. */
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

function forgetDamaged(file: string): void {
  const damaged = statSync(damagedOf(file), { throwIfNoEntry: false });
  if (!damaged || Date.now() - damaged.mtimeMs <= DAMAGED_KEPT_MS) return;
  try {
    remove(damagedOf(file));
  } catch (fault) {
    log.warn(`${damagedOf(file)} is old, and could not be deleted:`, fault);
  }
}

function remove(file: string): void {
  for (const suffix of companions) rmSync(file + suffix, { force: true });
}
