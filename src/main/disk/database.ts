import Database from 'better-sqlite3';

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
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma('secure_delete = ON');
    const ready = makeReady(db);
    // Otherwise data deleted just now would stay readable in the log beside the file.
    db.pragma('wal_checkpoint(TRUNCATE)');
    return ready;
  } catch (fault) {
    db.close();
    throw fault;
  }
}
