import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/access.ts';
import { repeat, type Repeated } from '../../repeat.ts';
import { checkImport } from './check.usecases.ts';
import { findAtWork, findImport } from './imports.repository.ts';
import { rulesOf } from './kinds.ts';
import { findCancelled, forgetRows } from './rows.repository.ts';
import { undoWritten } from './undo.usecases.ts';
import { writeImport } from './write.usecases.ts';

const EVERY = 300;
/** Milliseconds without a sign of life after which a process counts as dead and another one goes on. */
const LEASE = 3000;

/** Milliseconds before work goes on after a failure. */
const REST = 5000;

/** Works on every import that waits for the server, to its end or until it stops. */
async function workOnImports(
  database: Database,
  { name, clock, isStopping }: { name: string; clock: () => number; isStopping: () => boolean },
): Promise<void> {
  // SQLite has one server process: an earlier worker is dead.
  const isAlone = database.engine === 'sqlite';
  const worker = () => ({ name, now: isAlone ? Number.MAX_SAFE_INTEGER : clock(), until: clock() + LEASE });
  const failures: unknown[] = [];
  for (const { id } of await findAtWork(database.reader)) {
    const work = { database, importId: id, worker, isStopping };
    try {
      await checkImport(work);
      const task = await findImport(database.reader, id);
      if (task) await writeImport(work, rulesOf(task.kind).groupsAtOnce);
      if (task?.state === 'undoing') await undoWritten(work);
    } catch (error) {
      // One that cannot be worked on does not keep back those of others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Works on waiting imports, also on those of a crashed server. */
export function keepImporting(database: Database, clock: () => number): Repeated {
  const name = randomUUID();
  return repeat((isStopping) => workOnImports(database, { name, clock, isStopping }), {
    every: EVERY,
    rest: REST,
  });
}

const ROWS_AT_ONCE = 500;

/** Deletes the rows of cancelled imports, in short writes: nobody looks at them any more. */
export async function forgetCancelled(database: Database): Promise<void> {
  for (const { id } of await findCancelled(database.reader)) {
    while (!(await database.write((writer) => forgetRows(writer, id, ROWS_AT_ONCE))));
  }
}
