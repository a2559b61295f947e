import type { TransactionRow } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { formatInstant } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { numberOf } from './transaction-words.ts';

/** What is missing of a sale, or was given back. */
function TotalLine({ row }: { row: TransactionRow }) {
  if (row.balance_due > 0) {
    return <CellLine tone="danger">{formatMoney(row.balance_due, 'transaction')} due</CellLine>;
  }
  return row.refunded_amount > 0 ? (
    <CellLine>{formatMoney(row.refunded_amount, 'transaction')} refunded</CellLine>
  ) : null;
}

/** What the list shows of a transaction; `zoneOf` is the zone of a row's store. */
export const transactionColumns = (
  zoneOf: (row: TransactionRow) => string,
): readonly ListColumn<TransactionRow>[] => [
  {
    key: 'number',
    head: 'Number and date',
    width: '20%',
    sort: 'date',
    cell: numberOf,
    line: (row) => formatInstant(row.completed_at ?? row.created_at, zoneOf(row)),
  },
  {
    key: 'customer',
    head: 'Customer',
    cell: (row) => row.customer?.name ?? <MutedText>Walk-in Customer</MutedText>,
  },
  { key: 'staff', head: 'Staff', width: '13%', cell: (row) => row.staff.name },
  { key: 'store', head: 'Store', width: '15%', cell: (row) => row.store.name },
  {
    key: 'total',
    head: 'Total',
    width: '14%',
    align: 'end',
    sort: 'total',
    cell: (row) => (
      <>
        <MoneyText amount={row.total_amount} surface="transaction" size="strong" />
        <TotalLine row={row} />
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    width: '118px',
    cell: (row) => <StateBadge of="transaction" state={row.status} />,
  },
];
