import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/access.ts';
import { checkImport } from './check.usecases.ts';
import { findAtWork, findImport } from './imports.repository.ts';
import { rulesOf } from './kinds.ts';
import { writeImport } from './write.usecases.ts';

const EVERY = 300;
/** A process that is not heard of for so long has died: another one goes on. */
const LEASE = 3000;

/** Works on every import that waits for the server, to its end. `name` is the process's own. */
export async function workOnImports(database: Database, clock: () => number, name: string): Promise<void> {
  // SQLite has one server process: who was at it before is dead.
  const isAlone = database.engine === 'sqlite';
  const worker = () => ({ name, now: isAlone ? Number.MAX_SAFE_INTEGER : clock(), until: clock() + LEASE });
  for (const { id } of await findAtWork(database.reader)) {
    const work = { database, importId: id, worker };
    await checkImport(work);
    const task = await findImport(database.reader, id);
    if (task) await writeImport(work, rulesOf(task.kind).groupsAtOnce);
  }
}

/** Goes on with what waits, now and again: what a server left that died, too. Returns how to stop. */
export function keepImporting(database: Database, clock: () => number): () => Promise<void> {
  const name = randomUUID();
  let last = Promise.resolve();
  let isWorking = false;
  const turn = () => {
    if (isWorking) return;
    isWorking = true;
    last = workOnImports(database, clock, name)
      .catch(console.error)
      .finally(() => (isWorking = false));
  };
  turn();
  const timer = setInterval(turn, EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
