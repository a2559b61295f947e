import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { log } from '../app/log.ts';
import { diskFaultOf, FileGone, isHeldByAnother } from './disk-faults.ts';

/**
 * Opens a SQLite file, and closes it again if it cannot be made ready: an open file can neither be moved nor opened by
 * the next try. Deleted data is overwritten, as names and phones are in these files.
 * @param synchronous FULL: an answered call survives a power cut. NORMAL: the last few may be lost.
 * @param makeReady makes tables and statements; must be done when it returns
 */
export function openDatabase<T>(
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  makeReady: (db: Database.Database) => T,
): T {
  const db = openFile(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma('secure_delete = ON');
    const ready = makeReady(db);
    emptyLog(db, file);
    return ready;
  } catch (fault) {
    db.close();
    throw toldAsHeld(fault, file);
  }
}

/**
 * Writes the log beside a file into it, where deleted data would stay readable otherwise. On a full disk the log stays as
 * it is: the till starts with it all the same.
 */
function emptyLog(db: Database.Database, file: string): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (fault) {
    if (diskFaultOf(fault) === 'damaged') throw fault;
    log.warn(`The log of ${file} could not be emptied:`, fault);
  }
}

/**
 * Returns a check that an open file, and the log beside it, are still those at their paths: SQLite goes on writing where they
 * were deleted, and says nothing. Windows deletes no file that is held, and numbers files anew on some disks.
 * @throws {FileGone} (the check)
 */
export function watchPlace({ name, memory }: Database.Database): () => void {
  if (memory || process.platform === 'win32') return () => undefined;
  const identities = () =>
    [name, `${name}-wal`].map((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? `${found.dev} ${found.ino}` : null;
    });
  const opened = identities();
  return () => {
    const now = identities();
    if (opened.some((identity, index) => identity !== null && identity !== now[index])) {
      throw new FileGone(`${name} is no longer the file that was opened`);
    }
  };
}

/** Opens a SQLite file as it is. */
export function openFile(file: string, options?: Database.Options): Database.Database {
  try {
    return new Database(file, options);
  } catch (fault) {
    throw toldAsHeld(fault, file);
  }
}

/** SQLite says only that it cannot open a file, or one beside it, without saying why. */
function toldAsHeld(fault: unknown, file: string): unknown {
  if (!(fault instanceof Database.SqliteError) || !fault.code.startsWith('SQLITE_CANTOPEN')) return fault;
  if (!isHeldByAnother(file)) return fault;
  return Object.assign(new Error(`${file} is in use by another program`, { cause: fault }), {
    code: 'EBUSY',
  });
}
