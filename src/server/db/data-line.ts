import { createHmac, randomBytes } from 'node:crypto';
import type BetterSqlite from 'better-sqlite3';
import type { Reader, Writer } from './access.ts';

/**
 * A line of data: what a shop has written since it began, or since its data were restored. A restored shop is another line
 * than the one that its backups came from; the original has no parent.
 */
export type DataLine = {
  line: string;
  /** The line that was restored. */
  parent: string | null;
  /** When somebody said that a restored shop is the shop from now on. */
  takenOverAt: number | null;
};

/** True of a restored shop of which nobody has said that it is the shop from now on: a drill, or a copy to look at. */
export const isCopy = ({ parent, takenOverAt }: DataLine): boolean => parent !== null && takenOverAt === null;

/** Returns the line of data that were written before lines were kept. Never changed: old backups are known by it. */
export const lineOfEpoch = (secret: string, epoch: number): string =>
  createHmac('sha256', secret).update(`line ${epoch}`).digest('hex').slice(0, 32);

/** Returns the line of the data. */
export async function dataLine(reader: Reader): Promise<DataLine> {
  const { line, parent_line, taken_over_at } = await reader
    .selectFrom('data_version')
    .select(['line', 'parent_line', 'taken_over_at'])
    .executeTakeFirstOrThrow();
  return { line, parent: parent_line, takenOverAt: taken_over_at };
}

/** Notes that a restored copy is the shop from now on; false for data that are it already. */
export async function takeOverLine(writer: Writer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable('data_version')
    .set({ taken_over_at: now })
    .where('parent_line', 'is not', null)
    .where('taken_over_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Found = {
  epoch?: number;
  first_epoch?: number;
  line?: string;
  parent_line?: string | null;
  taken_over_at?: number | null;
};

/** Returns the line of a database file, whatever version wrote it. */
export function lineIn(database: BetterSqlite.Database): DataLine {
  const found = database.prepare<[], Found>('select * from data_version').get() ?? {};
  if (found.line)
    return {
      line: found.line,
      parent: found.parent_line ?? null,
      takenOverAt: found.taken_over_at ?? null,
    };
  const secret = String(database.prepare('select secret from shop_keys').pluck().get());
  const { epoch = 0, first_epoch = epoch } = found;
  const parent = epoch === first_epoch ? null : lineOfEpoch(secret, first_epoch);
  return { line: lineOfEpoch(secret, epoch), parent, takenOverAt: null };
}

/** Begins a line of restored data: it backs up into no place that it knows of before somebody takes the shop over. */
export function beginLine(database: BetterSqlite.Database, epoch: number): void {
  const columns = database
    .prepare<[], string>(`select name from pragma_table_info('data_version')`)
    .pluck()
    .all();
  // Data of older versions have no place for one of them, or for both.
  if (columns.includes('epoch')) database.prepare('update data_version set epoch = ?').run(epoch);
  if (!columns.includes('line')) return;
  database
    .prepare('update data_version set parent_line = line, line = ?, taken_over_at = null')
    .run(randomBytes(16).toString('hex'));
  database.exec('update backup_places set is_held = 1');
}
