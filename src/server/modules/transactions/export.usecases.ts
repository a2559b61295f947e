import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { FileAnswer } from '#contract/define-route.ts';
import { centavosToPesos, type Centavos } from '#domain/money.ts';
import { formatClock, storeDate } from '#domain/store-time.ts';
import { transactionStatusLabels } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { findFollowing, type Cursor, type ListedRow } from './list.repository.ts';
import { withFewIds } from './sale-filter.repository.ts';
import { filterOf, STANDARD_SORT, type ListCaller, type ListQuery } from './list.usecases.ts';

/** So few that nobody notices: a completion goes through several turns of the one thread, and may meet some in each. */
const ROWS_AT_ONCE = 250;

/** Without it, spreadsheets take UTF-8 for the computer's own code page. */
const BYTE_ORDER_MARK = '\uFEFF';

const plain = (amount: Centavos) => centavosToPesos(amount).toFixed(2);

/** The columns of the file, in order: what each is headed, and what it says of a row. */
const columns: [string, (row: ListedRow, timezone: string) => string | number][] = [
  ['Number', (row) => row.invoice_number ?? row.draft_number],
  ['Draft Number', (row) => row.draft_number],
  ['Date', (row, zone) => `${storeDate(row.dated_at, zone)} ${formatClock(row.dated_at, zone)}`],
  ['Status', (row) => transactionStatusLabels[row.status]],
  ['Customer', (row) => row.customer_name ?? 'Walk-in Customer'],
  ['Phone', (row) => row.customer_phone ?? ''],
  ['Staff', (row) => row.staff_name],
  ['Store', (row) => row.store_name],
  ['Items', (row) => row.items_count ?? 0],
  ['Subtotal', (row) => plain(row.subtotal)],
  ['Discount', (row) => plain(row.discount_amount)],
  ['Tax', (row) => plain(row.tax_amount)],
  ['Total', (row) => plain(row.total_amount)],
  ['Balance Due', (row) => plain(row.balance_due)],
  ['Refunded', (row) => plain(row.refunded_amount)],
];

/** Rows of a CSV file; what a spreadsheet would take for a formula is defused. */
const csv = (rows: (string | number)[][]) =>
  stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });

/** The transactions that match, as a CSV file that is written as it is read; 403 as for the list. */
export async function exportTransactions(
  reader: Reader,
  query: ListQuery,
  caller: ListCaller,
): Promise<FileAnswer> {
  const { filter, timezone } = await filterOf(reader, query, caller);
  const sort = query.sort ?? STANDARD_SORT;
  // What is sold while the file is written would else stand in it or not by chance.
  const wanted = await withFewIds(reader, {
    ...filter,
    before: Math.min(filter.before ?? Infinity, caller.now + 1),
  });
  async function* write(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csv([columns.map(([heading]) => heading)]);
    let after: Cursor | undefined;
    for (;;) {
      const limit = ROWS_AT_ONCE;
      const started = performance.now();
      const rows = await findFollowing(reader, wanted, { sort, limit, after });
      const text = csv(rows.map((row) => columns.map(([, read]) => read(row, timezone))));
      const took = performance.now() - started;
      if (rows.length) yield text;
      after = rows.at(-1);
      if (!after || rows.length < limit) return;
      // One process and one database serve the tills, too: half of the time is theirs.
      await pause(took);
    }
  }
  return {
    content_type: 'text/csv; charset=utf-8',
    file_name: `transactions-${storeDate(caller.now, timezone)}.csv`,
    content: write(),
  };
}
