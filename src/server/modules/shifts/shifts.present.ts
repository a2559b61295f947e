import { z } from '#contract/zod.ts';
import {
  cashCount,
  countForm,
  movement,
  shiftRow,
  type CashMovement,
  type ReadingFigures,
  type Shift,
  type ShiftRow as WireRow,
} from '#contract/shifts.ts';
import { money } from '#contract/codecs.ts';
import { namedOrNull } from '#domain/named.ts';
import type { Tender } from '#domain/payments.ts';
import {
  countedTotal,
  differencesOf,
  expectedOf,
  readingFigures,
  wantsReason,
  type CashCount,
  type EntrySum,
  type MethodDifference,
} from '#domain/shifts.ts';
import { invoiceNumber } from '#domain/transactions.ts';
import { jsonColumn } from '../../db/json-column.ts';
import { toShape } from '../../http/to-shape.ts';
import type { MovementRow } from './movements.repository.ts';
import type { CountRow, NamedShiftRow } from './shifts.repository.ts';

const readPieces = jsonColumn(cashCount);
export const countColumn = z.object(countForm.shape);
const readCount = jsonColumn(countColumn);
export const expectedColumn = z.record(z.string(), money);
const readExpected = jsonColumn(expectedColumn);

export const presentRow = (row: NamedShiftRow): WireRow =>
  toShape(shiftRow, row, {
    till: { id: row.till_id, name: row.till_name },
    store: { id: row.store_id, name: row.store_name },
    opened_by: { id: row.opened_by_id, name: row.opener_name },
    counted_by: namedOrNull(row.counted_by_id, row.counter_name),
    differences: differencesIn(row),
    closed_by: namedOrNull(row.closed_by_id, row.closer_name),
  });

export const presentMovement = (row: MovementRow): CashMovement =>
  toShape(movement, row, {
    kind: row.kind as CashMovement['kind'],
    staff: { id: row.staff_id, name: row.staff_name },
    approved_by: namedOrNull(row.approved_by_id, row.approver_name),
    till: namedOrNull(row.till_id, row.till_name),
    shift: row.shift_id === null ? null : { id: row.shift_id, number: row.shift_number ?? '' },
  });

type Counted = { count_json: string | null; expected_json: string | null };

/** Returns the methods besides cash that a shift's counts named. */
export const methodsCounted = (counts: readonly Counted[]): Shift['methods_counted'] => {
  const named = counts.flatMap((count) => differencesIn(count) ?? []).map(({ method }) => method);
  return [...new Set(named)].filter((method) => method !== 'cash');
};

/** Returns a count's differences from the expected amounts, by method; null until the shift was counted. */
export function differencesIn({ count_json, expected_json }: Counted): MethodDifference[] | null {
  if (count_json === null || expected_json === null) return null;
  const { denominations, methods = [] } = readCount(count_json);
  const counted = Object.fromEntries(methods.map(({ method, amount }) => [method, amount]));
  return differencesOf(readExpected(expected_json) as Record<Tender, number>, {
    ...counted,
    cash: countedTotal(denominations as CashCount),
  });
}

type Told = {
  sums: readonly EntrySum[];
  movements: readonly MovementRow[];
  corrections: readonly MovementRow[];
  counts: readonly CountRow[];
  limit: number;
  business: Shift['business'];
  /** True if the caller must not see the expected amounts until the shift is counted. */
  isBlind: boolean;
};

export function presentShift(
  row: NamedShiftRow,
  { sums, movements, corrections, counts, limit, business, isBlind }: Told,
): Shift {
  const shown = presentRow(row);
  const { differences } = shown;
  const countsMade = row.counts_made ?? 0;
  const quantityOf = (kind: 'sale' | 'void' | 'refund') =>
    sums.filter((sum) => sum.kind === kind).reduce((total, { quantity }) => total + quantity, 0);
  return {
    ...shown,
    business,
    float: row.float_json === null ? null : readPieces(row.float_json),
    sales: quantityOf('sale'),
    voids: quantityOf('void'),
    refunds: quantityOf('refund'),
    movements: movements.map(presentMovement),
    corrections: corrections.map(presentMovement),
    count: row.count_json === null ? null : readCount(row.count_json).denominations,
    counts_made: countsMade,
    methods_counted: methodsCounted(counts),
    counts: counts.map((count) => ({
      id: count.id,
      at: count.at,
      by: { id: count.staff_id, name: count.counter_name },
      differences: differencesIn(count) ?? [],
    })),
    wants_reason: differences !== null && wantsReason(differences, { limit, countsMade }),
    expected_cash:
      differences?.find(({ method }) => method === 'cash')?.expected ??
      (isBlind ? null : expectedOf(sums).cash),
  };
}

type Invoices = { first_no: number | null; last_no: number | null };

/** Presents a reading's figures; without the drawer's cash for callers who have yet to count it. */
export function presentFigures(
  sums: readonly EntrySum[],
  { first_no, last_no }: Invoices,
  { storeCode, isBlind }: { storeCode: string; isBlind: boolean },
): ReadingFigures {
  const { methods, cash, ...figures } = readingFigures(sums);
  const numberOf = (no: number | null) => (no === null ? null : invoiceNumber(storeCode, no));
  return {
    ...figures,
    first_invoice: numberOf(first_no),
    last_invoice: numberOf(last_no),
    methods: methods.map((tally) =>
      isBlind && tally.method === 'cash' ? { ...tally, taken: null, net: null } : tally,
    ),
    cash: isBlind ? null : cash,
  };
}
