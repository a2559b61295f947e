import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { FileAnswer } from '#contract/define-route.ts';
import { centavosToPesos, type Centavos } from '#domain/money.ts';

/**
 * Few, so that no pause is noticed: a completion takes several turns of the one thread, and may wait for some in each.
 */
const ROWS_AT_ONCE = 250;

/** Without it, spreadsheets read UTF-8 as the computer's own code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The columns of a file, in order: the heading of each, and its value in a row. */
export type CsvColumns<Row> = readonly (readonly [heading: string, read: (row: Row) => string | number])[];

/** An amount in a file: decimal pesos, two places, no currency sign. */
export const csvAmount = (amount: Centavos): string => centavosToPesos(amount).toFixed(2);

/** A spreadsheet reads it as a number and not as a formula. */
const BELOW_ZERO = /^-\d+\.\d\d$/;

/** Builds rows of a CSV file; escapes what a spreadsheet would take for a formula, or for the end of a row. */
const csv = (rows: (string | number)[][]) =>
  stringify(rows, {
    cast: { string: (value) => (BELOW_ZERO.test(value) ? { value, escape_formulas: false } : value) },
    escape_formulas: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  });

type CsvFile<Row> = {
  name: string;
  columns: CsvColumns<Row>;
  /** Reads the rows after one, or the first ones: `limit` of them, fewer at the end. */
  following: (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
};

/** Returns a CSV file that is written as its rows are read, however many they are. */
export function csvFile<Row>({ name, columns, following }: CsvFile<Row>): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csv([columns.map(([heading]) => heading)]);
    let after: Row | undefined;
    for (;;) {
      const started = performance.now();
      const rows = await following(after, ROWS_AT_ONCE);
      const text = csv(rows.map((row) => columns.map(([, read]) => read(row))));
      const took = performance.now() - started;
      if (rows.length) yield text;
      after = rows.at(-1);
      if (!after || rows.length < ROWS_AT_ONCE) return;
      // The same process and database serve the tills: half of the time is left to them.
      await pause(took);
    }
  }
  return { content_type: 'text/csv; charset=utf-8', file_name: name, content: write() };
}
