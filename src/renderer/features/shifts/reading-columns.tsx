import type { ZReadingRow } from '#contract/z-readings.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { apart, DifferenceText } from './difference-text.tsx';
import { salesText } from './sales-text.ts';

/** Returns a reading's name within its store. */
export const readingName = ({ no, till }: Pick<ZReadingRow, 'no' | 'till'>): string =>
  `Z reading ${no} of ${till.name}`;

/** The columns of the Z reading list, newest day first. */
export const readingColumns = (timeZone: Zones): readonly ListColumn<ZReadingRow>[] => [
  {
    key: 'no',
    head: 'Number and day',
    width: 'content',
    cell: (row) => `Z ${row.no}`,
    line: (row) => formatDate(row.business_date),
  },
  { key: 'till', phone: 'line', head: 'Till', cell: (row) => row.till.name },
  {
    key: 'net',
    phone: 'amount',
    head: 'Net sales',
    width: 'content',
    align: 'end',
    cell: (row) => <MoneyText amount={row.net} surface="payment" />,
  },
  {
    key: 'sales',
    head: 'Sales',
    width: 'content',
    align: 'end',
    cell: (row) => <MoneyText amount={row.sales.total} surface="payment" />,
    line: (row) => salesText(row.sales.count),
  },
  {
    key: 'difference',
    head: 'Difference',
    width: 'content',
    align: 'end',
    cell: (row) => <DifferenceText differences={apart(row.differences)} />,
  },
  {
    key: 'by',
    head: 'Taken by',
    width: 'content',
    cell: (row) => row.taken_by.name,
    line: (row) => formatInstant(row.taken_at, timeZone),
  },
];
