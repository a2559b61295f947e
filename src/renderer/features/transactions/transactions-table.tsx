import {
  ArrowUndo20Regular,
  Cart20Regular,
  DismissCircle20Regular,
  Open20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { TransactionRow } from '#contract/transactions.ts';
import { formatInstant } from '#domain/store-time.ts';
import { transactionStatusLabels } from '#domain/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { RowMenu, type RowAction } from '#renderer/ui/row-menu.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { numberOf, statusTones } from './transaction-words.ts';

/** What can be asked for in a row's menu besides looking at it. */
export type RowWish = 'continue' | 'print' | 'void' | 'refund';

type TransactionsTableProps = {
  rows: readonly TransactionRow[] | undefined;
  sort: string;
  stale: boolean;
  instead?: ReactNode;
  pager?: ReactNode;
  /** The zone of a row's store. */
  zoneOf: (row: TransactionRow) => string;
  mayDo: (wish: RowWish, row: TransactionRow) => boolean;
  /** Where a row's link leads, and what the page there should know. */
  linkTo: (row: TransactionRow) => { to: string; state: unknown };
  onSort: (sort: string) => void;
  onOpen: (row: TransactionRow) => void;
  onWish: (wish: RowWish, row: TransactionRow) => void;
};

const wishes: Record<RowWish, Omit<RowAction, 'onClick'>> = {
  continue: { label: 'Continue Checkout', icon: <Cart20Regular /> },
  print: { label: 'Print Receipt', icon: <Print20Regular /> },
  refund: { label: 'Refund', icon: <ArrowUndo20Regular /> },
  void: { label: 'Void Transaction', icon: <DismissCircle20Regular />, danger: true },
};

function actionsFor(row: TransactionRow, { mayDo, onOpen, onWish }: TransactionsTableProps): RowAction[] {
  const offered = (Object.keys(wishes) as RowWish[]).filter((wish) => mayDo(wish, row));
  return [
    { label: 'View Details', icon: <Open20Regular />, onClick: () => onOpen(row) },
    ...offered.map((wish) => ({ ...wishes[wish], onClick: () => onWish(wish, row) })),
  ];
}

function columnsOf(props: TransactionsTableProps): Column<TransactionRow>[] {
  return [
    {
      key: 'number',
      head: 'Number and date',
      width: '20%',
      sort: 'date',
      cell: (row) => (
        <>
          <TextLink {...props.linkTo(row)}>{numberOf(row)}</TextLink>
          <CellLine>{formatInstant(row.completed_at ?? row.created_at, props.zoneOf(row))}</CellLine>
        </>
      ),
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
          {row.balance_due > 0 ? (
            <CellLine tone="danger">{formatMoney(row.balance_due, 'transaction')} due</CellLine>
          ) : null}
          {row.balance_due === 0 && row.refunded_amount > 0 ? (
            <CellLine>{formatMoney(row.refunded_amount, 'transaction')} refunded</CellLine>
          ) : null}
        </>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      width: '118px',
      cell: (row) => (
        <StatusBadge tone={statusTones[row.status]}>{transactionStatusLabels[row.status]}</StatusBadge>
      ),
    },
    {
      key: 'actions',
      head: 'Actions',
      headHidden: true,
      width: '56px',
      align: 'end',
      cell: (row) => <RowMenu label={`Actions for ${numberOf(row)}`} actions={actionsFor(row, props)} />,
    },
  ];
}

/** The transactions of a page of the list. */
export function TransactionsTable(props: TransactionsTableProps) {
  return (
    <DataTable
      label="Transactions"
      columns={columnsOf(props)}
      rows={props.rows}
      rowKey={(row) => row.id}
      sort={props.sort}
      onSort={props.onSort}
      onOpen={props.onOpen}
      stale={props.stale}
      instead={props.instead}
      pager={props.pager}
    />
  );
}
