import type { Database } from '../../db/access.ts';
import { findCancelled, forgetRows } from './rows.repository.ts';

const ROWS_AT_ONCE = 500;

/** Forgets what the rows of cancelled imports came to, in short writes: nobody looks at them any more. */
export async function forgetCancelled(database: Database): Promise<void> {
  for (const { id } of await findCancelled(database.reader)) {
    while (!(await database.write((writer) => forgetRows(writer, id, ROWS_AT_ONCE))));
  }
}
