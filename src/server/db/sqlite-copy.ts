import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { beginLine } from './data-line.ts';

/** The database of a data folder. */
export const databaseFile = (dataDir: string) => path.join(dataDir, 'tindahan.db');

/** Gives a written file its name once it is on the disk. */
export function putInPlace(unfinished: string, file: string): void {
  const written = openSync(unfinished, 'r+');
  try {
    fsyncSync(written);
  } finally {
    closeSync(written);
  }
  renameSync(unfinished, file);
}

/**
 * Copies a whole database to a file, as it is at this moment, whoever writes to it; nothing stays of an unfinished copy.
 * `change` changes the copy before it has its name.
 */
export function copyDatabase(
  connection: BetterSqlite.Database,
  copy: string,
  change: (unfinished: string) => void = () => undefined,
): void {
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  try {
    connection.prepare('vacuum into ?').run(unfinished);
    change(unfinished);
    putInPlace(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function markCopy(file: string): void {
  const database = new BetterSqlite(file);
  try {
    beginLine(database, Date.now());
  } finally {
    database.close();
  }
}

/**
 * Copies the data of an SQLite shop to a new file, beside a server that may be running; returns its size in bytes. Whoever puts
 * the copy in place restores the shop: it is marked so.
 */
export function backUp(dataDir: string, copy: string): number {
  const file = databaseFile(dataDir);
  if (!existsSync(file))
    throw new Error(`There is no tindahan.db in ${dataDir}. DATA_DIR names the data folder.`);
  if (existsSync(copy)) throw new Error(`${copy} exists already. Choose another name.`);
  const connection = new BetterSqlite(file, { readonly: true });
  try {
    copyDatabase(connection, copy, markCopy);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data could not be copied to ${copy}: ${reason}`, { cause: error });
  } finally {
    connection.close();
  }
  return statSync(copy).size;
}
