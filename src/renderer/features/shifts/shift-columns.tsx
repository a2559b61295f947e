import type { ShiftRow } from '#contract/shifts.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { DifferenceText } from './difference-text.tsx';

/** The columns of the shift list, last opened first. */
export const shiftColumns = (timeZone: Zones): readonly ListColumn<ShiftRow>[] => [
  {
    key: 'number',
    head: 'Number and opened',
    width: 'content',
    cell: (row) => row.number,
    line: (row) => formatInstant(row.opened_at, timeZone),
  },
  { key: 'till', phone: 'line', head: 'Till', width: 'content', cell: (row) => row.till.name },
  {
    key: 'cashier',
    phone: 'line',
    head: 'Cashier',
    cell: (row) => row.opened_by.name,
    line: (row) =>
      row.closed_by && row.closed_by.id !== row.opened_by.id ? `Closed by ${row.closed_by.name}` : null,
  },
  {
    key: 'float',
    head: 'Float',
    width: 'content',
    spare: 1,
    align: 'end',
    cell: (row) => <MoneyText amount={row.float_amount} surface="payment" />,
  },
  {
    key: 'counted',
    head: 'Counted',
    width: 'content',
    align: 'end',
    cell: (row) =>
      row.counted_amount === null ? (
        <MutedText>–</MutedText>
      ) : (
        <MoneyText amount={row.counted_amount} surface="payment" />
      ),
  },
  {
    key: 'difference',
    head: 'Difference',
    width: 'content',
    align: 'end',
    cell: (row) => <DifferenceText differences={row.differences} />,
  },
  {
    key: 'state',
    head: 'Status',
    width: 'content',
    cell: (row) => <StateBadge of="shift" state={row.status} />,
  },
];
