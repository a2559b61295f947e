import type { Insertable } from 'kysely';
import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';

/** Rows in one statement; below every engine's limit on bound values. */
const ROWS_AT_ONCE = 200;

/** Inserts many rows, a batch at a time. */
export async function insertRows<T extends keyof Tables>(
  writer: Writer,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await writer
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
}
