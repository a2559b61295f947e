import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';

/** The database of a data folder. */
export const databaseFile = (dataDir: string) => path.join(dataDir, 'tindahan.db');

/** Copies a whole database to a file, as it is at this moment, whoever writes to it; nothing stays of an unfinished copy. */
export function copyDatabase(connection: BetterSqlite.Database, copy: string): void {
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  try {
    connection.prepare('vacuum into ?').run(unfinished);
    const written = openSync(unfinished, 'r+');
    fsyncSync(written);
    closeSync(written);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Copies the data of an SQLite shop to a new file, beside a server that may be running; returns its size in bytes. */
export function backUp(dataDir: string, copy: string): number {
  const file = databaseFile(dataDir);
  if (!existsSync(file))
    throw new Error(`There is no tindahan.db in ${dataDir}. DATA_DIR names the data folder.`);
  if (existsSync(copy)) throw new Error(`${copy} exists already. Choose another name.`);
  const connection = new BetterSqlite(file, { readonly: true });
  try {
    copyDatabase(connection, copy);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data could not be copied to ${copy}: ${reason}`, { cause: error });
  } finally {
    connection.close();
  }
  return statSync(copy).size;
}
