import { mkdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';

/**
 * Locks a data folder for this process, until it ends; throws in words if another server has it. The system releases the
 * lock of a process that was killed.
 */
export function keepToOneServer(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new BetterSqlite(path.join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    throw new Error(
      `Another server uses the data in ${dataDir} already. Stop it first, or choose another folder by DATA_DIR.`,
      { cause: error },
    );
  }
  // Collected, it would be closed.
  process.once('exit', () => lock.close());
}
