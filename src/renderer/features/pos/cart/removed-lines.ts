import type { CartLine } from '#domain/cart.ts';

/** A line that was just removed: it keeps its place for a while and can be put back. */
export type RemovedLine = {
  line: CartLine;
  /** The unit of the row above it, removed or not; null for the first. */
  after: number | null;
};

/** A row of the cart as it is shown. */
export type CartRow = { line: CartLine; isRemoved: boolean };

const idOf = ({ line }: Pick<CartRow, 'line'>) => line.inventory_item_id;

/** The lines, and between them those that were just removed, each where it stood. */
export function rowsOf(lines: readonly CartLine[], removed: readonly RemovedLine[]): CartRow[] {
  const rows: CartRow[] = lines.map((line) => ({ line, isRemoved: false }));
  let waiting = [...removed];
  while (waiting.length > 0) {
    const placed = waiting.filter(({ after }) => after === null || rows.some((row) => idOf(row) === after));
    // What stood above is gone: at the top.
    const next = placed.at(-1) ?? waiting[0];
    if (!next) break;
    const above = rows.findIndex((row) => idOf(row) === next.after);
    rows.splice(above + 1, 0, { line: next.line, isRemoved: true });
    waiting = waiting.filter((other) => other !== next);
  }
  return rows;
}

/** One more is removed. */
export function addRemoved(
  lines: readonly CartLine[],
  removed: readonly RemovedLine[],
  unitId: number,
): RemovedLine[] {
  const rows = rowsOf(lines, removed);
  const at = rows.findIndex((row) => idOf(row) === unitId);
  const above = rows[at - 1];
  const row = rows[at];
  return row ? [...removed, { line: row.line, after: above ? idOf(above) : null }] : [...removed];
}

/** One is put back, or forgotten: what stood below it stands below what was above it. */
export function dropRemoved(removed: readonly RemovedLine[], unitId: number): RemovedLine[] {
  const gone = removed.find((row) => idOf(row) === unitId);
  if (!gone) return [...removed];
  return removed
    .filter((row) => row !== gone)
    .map((row) => (row.after === unitId ? { ...row, after: gone.after } : row));
}
