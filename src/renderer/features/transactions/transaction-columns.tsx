import type { TransactionRow } from '#contract/transactions.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SaleMoneyLines } from '#renderer/ui/sale-money-lines.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';

/** The columns of the transaction list; `zoneOf` returns the time zone of a row's store. */
export const transactionColumns = (
  zoneOf: (row: TransactionRow) => Zones,
): readonly ListColumn<TransactionRow>[] => [
  {
    key: 'number',
    head: 'Number and date',
    width: '20%',
    sort: 'date',
    cell: numberOf,
    line: (row) => formatInstant(row.dated_at, zoneOf(row)),
  },
  {
    key: 'customer',
    phone: 'line',
    head: 'Customer',
    cell: (row) => row.customer?.name ?? <MutedText>Walk-in Customer</MutedText>,
  },
  { key: 'staff', head: 'Staff', width: '13%', cell: (row) => row.staff.name },
  { key: 'store', head: 'Store', width: '15%', cell: (row) => row.store.name },
  {
    key: 'total',
    head: 'Total',
    width: '16%',
    align: 'end',
    sort: 'total',
    cell: (row) => (
      <>
        <MoneyText amount={row.total_amount} surface="transaction" size="strong" />
        <SaleMoneyLines sale={row} surface="transaction" />
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
