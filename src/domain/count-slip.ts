import { countText } from './count-text.ts';
import { placeText, scopeText, settlementText, type Settlement, type UnexpectedPlace } from './counts.ts';
import { depositText, type Deposit } from './payments.ts';
import { type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import { formatInstant } from './store-time.ts';
import type { UnitCategory } from './transactions.ts';
import { unitNumber, type UnitNumbers } from './units.ts';

type Named = { name: string };

/** A count, as its slip needs it. */
export type PrintedCount = {
  number: string;
  /** True if the report is only an interim one. */
  is_open: boolean;
  product_type: Named | null;
  product: Named | null;
  category: UnitCategory | null;
  /** Epoch milliseconds. */
  started_at: number;
  started_by: Named;
  ended_at: number | null;
  ended_by: Named | null;
  reason: string | null;
  found: number;
  people: readonly { staff: Named; units: number }[];
};

/** A difference, as its slip needs it: a unit, a code without a unit, or an entered quantity. */
export type PrintedDifference = {
  code: string | null;
  unit: (UnitNumbers & { product_name: string; variation_name: string; qr_code: string | null }) | null;
  place: { kind: UnexpectedPlace; store: Named } | null;
  settled: Settlement | null;
  variation: { product_name: string; name: string } | null;
  expected: number | null;
  quantity: number | null;
  /** The payments on a draft that has the unit; absent from older servers. */
  deposit?: Deposit | null;
};

/** One list of the report: the printed rows and the total, a minimum if capped. */
export type PrintedList = {
  title: string;
  rows: readonly PrintedDifference[];
  total: number;
  total_capped: boolean;
};

const indented = (text: string): SlipRow => ({ kind: 'text', text: `  ${text}` });

function differenceRows(row: PrintedDifference): SlipRow[] {
  const settled = row.settled === null ? [] : [indented(settlementText[row.settled])];
  if (row.variation) {
    return [
      { kind: 'text', text: `${row.variation.product_name} ${row.variation.name}` },
      indented(`${countText(row.quantity ?? 0)} counted, ${countText(row.expected ?? 0)} in stock`),
      ...settled,
    ];
  }
  if (!row.unit) return [{ kind: 'text', text: row.code ?? '' }];
  return [
    { kind: 'text', text: `${row.unit.product_name} ${row.unit.variation_name}` },
    indented(unitNumber(row.unit) ?? row.unit.qr_code ?? 'No code'),
    ...(row.deposit ? [indented(depositText(row.deposit))] : []),
    ...(row.place === null ? [] : [indented(placeText(row.place.kind, row.place.store.name))]),
    ...settled,
  ];
}

function listRows({ title, rows, total, total_capped }: PrintedList): SlipRow[] {
  if (total === 0) return [];
  const some = (count: number) => `${countText(count)}${total_capped ? '+' : ''}`;
  const left = total - rows.length;
  return [
    { kind: 'rule' },
    { kind: 'pair', label: title, value: some(total), bold: true },
    ...rows.flatMap(differenceRows),
    ...(left > 0 ? [{ kind: 'text' as const, text: `and ${some(left)} more: see the CSV file` }] : []),
  ];
}

const signature = (who: string): SlipRow[] => [
  { kind: 'text', text: '' },
  { kind: 'text', text: '' },
  { kind: 'rule' },
  { kind: 'text', text: who },
];

/** Returns the slip of a count: what was found, every difference with its settlement, and signature lines. */
export function countSlip(
  count: PrintedCount,
  lists: readonly PrintedList[],
  frame: SlipFrame,
): SlipDocument {
  const at = (instant: number) => formatInstant(instant, frame.time_zone);
  const isEven = lists.every(({ total }) => total === 0);
  return slipOf(frame, `Stock count ${count.number}`, [
    { kind: 'rule' },
    { kind: 'pair', label: 'Counted', value: scopeText(count) },
    { kind: 'pair', label: 'Started', value: at(count.started_at) },
    { kind: 'pair', label: 'By', value: count.started_by.name },
    ...(count.ended_at === null
      ? []
      : [{ kind: 'pair' as const, label: 'Ended', value: at(count.ended_at) }]),
    ...(count.ended_by === null ? [] : [{ kind: 'pair' as const, label: 'By', value: count.ended_by.name }]),
    ...(count.reason === null ? [] : [{ kind: 'text' as const, text: `Reason: ${count.reason}` }]),
    ...(count.is_open ? [{ kind: 'text' as const, text: 'NOT CLOSED YET', bold: true }] : []),
    { kind: 'rule' },
    { kind: 'pair', label: 'Found', value: countText(count.found), bold: true },
    ...count.people.map(({ staff, units }): SlipRow => ({
      kind: 'pair',
      label: `  Scanned by ${staff.name}`,
      value: countText(units),
    })),
    ...(isEven ? [{ kind: 'text' as const, text: 'No differences' }] : lists.flatMap(listRows)),
    { kind: 'rule' },
    ...signature('Counted by'),
    ...signature('Closed by'),
  ]);
}
