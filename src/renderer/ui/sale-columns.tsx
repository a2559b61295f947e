import { Eye20Regular } from '@fluentui/react-icons';
import type { TransactionRow } from '#contract/transactions.ts';
import type { MoneySurface } from '#domain/money.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { Button } from './button.tsx';
import type { Column } from './data-table.tsx';
import { MoneyText } from './money-text.tsx';
import { SaleMoneyLines } from './sale-money-lines.tsx';
import { StateBadge } from './state-badge.tsx';
import { TextLink } from './table-text.tsx';

type Sale = Pick<
  TransactionRow,
  | 'id'
  | 'transaction_number'
  | 'invoice_number'
  | 'status'
  | 'store'
  | 'total_amount'
  | 'balance_due'
  | 'pending_amount'
  | 'refunded_amount'
  | 'dated_at'
>;

type SaleColumns = {
  surface: MoneySurface;
  zoneOf: (storeId: number) => Zones;
  /** Null without the permission to see transactions. */
  linkTo: ((transactionId: number) => string) | null;
  onOpen: (sale: Sale) => void;
};

/** Returns the columns shared by every short list of sales; each list adds its own in between. */
export function saleColumns({ surface, zoneOf, linkTo, onOpen }: SaleColumns) {
  return {
    first: [
      {
        key: 'number',
        head: 'Transaction #',
        width: 'content',
        cell: (row) => (linkTo ? <TextLink to={linkTo(row.id)}>{numberOf(row)}</TextLink> : numberOf(row)),
      },
      {
        key: 'date',
        phone: 'line',
        head: 'Date',
        width: 'content',
        cell: (row) => formatInstant(row.dated_at, zoneOf(row.store.id)),
      },
    ] satisfies Column<Sale>[],
    last: [
      {
        key: 'total',
        head: 'Total',
        width: 'content',
        align: 'end',
        cell: (row) => (
          <>
            <MoneyText amount={row.total_amount} surface={surface} size="strong" />
            <SaleMoneyLines sale={row} surface={surface} />
          </>
        ),
      },
      {
        key: 'status',
        head: 'Status',
        width: 'content',
        cell: (row) => <StateBadge of="transaction" state={row.status} />,
      },
      {
        key: 'view',
        phone: 'hidden',
        head: 'View',
        headHidden: true,
        width: '56px',
        align: 'end',
        cell: (row) =>
          linkTo ? (
            <Button
              appearance="subtle"
              icon={<Eye20Regular />}
              label={`View ${numberOf(row)}`}
              onClick={() => onOpen(row)}
            />
          ) : null,
      },
    ] satisfies Column<Sale>[],
  };
}
