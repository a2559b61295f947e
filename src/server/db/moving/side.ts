import { createHash } from 'node:crypto';

/** A value of a row: what both engines store. */
export type Value = number | string | Buffer | null;
export type Row = readonly Value[];

/** A table with its columns, in the order of the rows' values, and their types in PostgreSQL's words. */
export type Table = { name: string; columns: readonly { name: string; type: string }[] };

/** A shop's database, from which all is read. */
export type Source = {
  /** Returns the rows of a table, some at a time, all of them as of one moment. */
  read: (table: Table) => AsyncIterable<readonly Row[]>;
  close: () => Promise<void>;
};

/** An empty database, which becomes the same shop. */
export type Target = {
  tables: () => Promise<readonly Table[]>;
  /** The tables that an interrupted copy has filled already. */
  done: () => Promise<ReadonlySet<string>>;
  /** Replaces the rows of a table, whole or not at all. */
  fill: (table: Table, rows: AsyncIterable<readonly Row[]>) => Promise<void>;
  read: Source['read'];
  /** Builds the indexes, and checks that each row which another one refers to is there. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
};

/** Rows in one statement. */
export const ROWS_AT_ONCE = 2000;

/** The number of rows of a table, and a sum over all of their values, whatever their order. */
export type Sum = { rows: number; sum: bigint };

const MASK = (1n << 64n) - 1n;
const textOf = (row: Row) =>
  JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? `bytes ${value.toString('base64')}` : value)));

/** Adds rows to a sum. */
export function addRows(sum: Sum, rows: readonly Row[]): void {
  sum.rows += rows.length;
  for (const row of rows) {
    sum.sum = (sum.sum + createHash('sha1').update(textOf(row)).digest().readBigUInt64LE()) & MASK;
  }
}
