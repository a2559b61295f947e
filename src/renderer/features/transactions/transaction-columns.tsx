import { makeStyles } from '@fluentui/react-components';
import type { TransactionRow } from '#contract/transactions.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SaleMoneyLines } from '#renderer/ui/sale-money-lines.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({ figures: tabular });

function Figures({ children }: { children: string }) {
  return <span className={useStyles().figures}>{children}</span>;
}

/**
 * The columns of the transaction list; `zoneOf` returns the time zone of a row's store. With `ofOneStore` a card does not
 * repeat the store.
 */
export const transactionColumns = (
  zoneOf: (row: TransactionRow) => Zones,
  ofOneStore: boolean,
): readonly ListColumn<TransactionRow>[] => [
  {
    key: 'number',
    head: 'Number and date',
    width: 'content',
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
  {
    key: 'phone',
    head: 'Phone',
    width: 'content',
    from: 'vast',
    cell: (row) => <Figures>{row.customer?.phone ?? ''}</Figures>,
  },
  { key: 'staff', head: 'Staff', spare: 1, cell: (row) => row.staff.name },
  {
    key: 'store',
    phone: ofOneStore ? 'hidden' : 'pair',
    head: 'Store',
    width: 'content',
    cell: (row) => row.store.name,
  },
  {
    key: 'items',
    head: 'Items',
    width: 'content',
    from: 'wide',
    align: 'end',
    cell: (row) => <Figures>{row.items_count.toLocaleString('en-PH')}</Figures>,
  },
  {
    key: 'subtotal',
    head: 'Subtotal',
    width: 'content',
    from: 'vast',
    align: 'end',
    cell: (row) => <MoneyText amount={row.subtotal} surface="transaction" />,
  },
  {
    key: 'discount',
    head: 'Discount',
    width: 'content',
    from: 'vast',
    align: 'end',
    cell: (row) =>
      row.discount_amount === 0 ? (
        <MutedText>–</MutedText>
      ) : (
        <MoneyText amount={row.discount_amount} surface="transaction" />
      ),
  },
  {
    key: 'tax',
    head: 'Tax',
    width: 'content',
    from: 'vast',
    align: 'end',
    cell: (row) => <MoneyText amount={row.tax_amount} surface="transaction" />,
  },
  {
    key: 'total',
    head: 'Total',
    width: 'content',
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
    width: 'content',
    cell: (row) => <StateBadge of="transaction" state={row.status} />,
  },
];
