import Database from 'better-sqlite3';

/**
 * Opens a SQLite file, and closes it again when it cannot be made ready: a file that is held open can neither be moved
 * nor opened by the next try. What is deleted is overwritten, for names and phones are in these files.
 * @param synchronous FULL: an answered call survives a power cut. NORMAL: the last few may go.
 * @param makeReady makes tables and statements of it; must be done when it returns
 */
export function openDatabase<T>(
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  makeReady: (db: Database.Database) => T,
): T {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma('secure_delete = ON');
    const ready = makeReady(db);
    // Or what was deleted just now would stay readable in the log beside the file.
    db.pragma('wal_checkpoint(TRUNCATE)');
    return ready;
  } catch (fault) {
    db.close();
    throw fault;
  }
}
