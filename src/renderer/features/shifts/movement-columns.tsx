import type { CashMovement } from '#contract/shifts.ts';
import { roundingText } from '#domain/cash-rounding.ts';
import { drawerLabels, effectOf, type DrawerKind } from '#domain/shifts.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';

/** Returns the label of a cash movement. */
export const movementLabel = (kind: CashMovement['kind']): string =>
  kind === 'correction' ? 'Correction' : kind === 'float' ? 'Float' : drawerLabels[kind as DrawerKind];

/** The columns of the cash movement list, newest first. */
export const movementColumns = (timeZone: Zones): readonly ListColumn<CashMovement>[] => [
  {
    key: 'kind',
    head: 'Movement',
    width: 'content',
    cell: (row) => movementLabel(row.kind),
    line: (row) => formatInstant(row.at, timeZone),
  },
  { key: 'reason', phone: 'line', head: 'Reason', cell: (row) => row.reason },
  {
    key: 'till',
    head: 'Till and shift',
    width: 'content',
    cell: (row) => row.till?.name ?? 'No till',
    line: (row) => row.shift && <TextLink to={`/shifts/${row.shift.id}`}>{row.shift.number}</TextLink>,
  },
  {
    key: 'by',
    head: 'By',
    cell: (row) => row.staff.name,
    line: (row) => row.approved_by && `Approved by ${row.approved_by.name}`,
  },
  {
    key: 'amount',
    head: 'Amount',
    width: 'content',
    align: 'end',
    cell: (row) => <MoneyText amount={effectOf(row)} surface="payment" />,
    line: ({ cash_rounding: rounding }) => (rounding === 0 ? null : roundingText(rounding)),
  },
];
