import type { CartLine } from '#domain/cart.ts';
import { lineKey } from '#domain/sale-line.ts';

/** A line that was just removed: it keeps its place for a while and can be restored. */
export type RemovedLine = {
  line: CartLine;
  /** The key of the row above, removed or not; null for the first row. */
  after: string | null;
};

/** A row of the cart as shown. */
type CartRow = { line: CartLine; isRemoved: boolean };

const keyOf = ({ line }: Pick<CartRow, 'line'>) => lineKey(line);

/** Returns the cart's lines with the removed ones in their former places. */
export function rowsOf(lines: readonly CartLine[], removed: readonly RemovedLine[]): CartRow[] {
  const rows: CartRow[] = lines.map((line) => ({ line, isRemoved: false }));
  let waiting = [...removed];
  while (waiting.length > 0) {
    const placed = waiting.filter(({ after }) => after === null || rows.some((row) => keyOf(row) === after));
    // The row above is gone: the removed line goes to the top.
    const next = placed.at(-1) ?? waiting[0];
    if (!next) break;
    const above = rows.findIndex((row) => keyOf(row) === next.after);
    rows.splice(above + 1, 0, { line: next.line, isRemoved: true });
    waiting = waiting.filter((other) => other !== next);
  }
  return rows;
}

/** Returns the removed lines with one more. */
export function addRemoved(
  lines: readonly CartLine[],
  removed: readonly RemovedLine[],
  key: string,
): RemovedLine[] {
  const rows = rowsOf(lines, removed);
  const at = rows.findIndex((row) => keyOf(row) === key);
  const above = rows[at - 1];
  const row = rows[at];
  return row ? [...removed, { line: row.line, after: above ? keyOf(above) : null }] : [...removed];
}

/** Returns the removed lines without one; the row below it then follows the row above it. */
export function dropRemoved(removed: readonly RemovedLine[], key: string): RemovedLine[] {
  const gone = removed.find((row) => keyOf(row) === key);
  if (!gone) return [...removed];
  return removed
    .filter((row) => row !== gone)
    .map((row) => (row.after === key ? { ...row, after: gone.after } : row));
}
