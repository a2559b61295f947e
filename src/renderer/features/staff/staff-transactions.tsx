import { Eye20Regular, Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { people } from '#contract/people.ts';
import type { TransactionRow } from '#contract/transactions.ts';
import { formatInstant } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SaleMoneyLines } from '#renderer/ui/sale-money-lines.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';

/** Rows of a page. */
const PER_PAGE = 10;

type StaffTransactionsProps = {
  staffId: number;
  page: number;
  onPage: (page: number) => void;
  zoneOf: (storeId: number) => string;
  /** Null for those who may not see transactions. */
  linkTo: ((transactionId: number) => string) | null;
};

/** What somebody sold at the reader's stores, the newest first. */
export function StaffTransactions({ staffId, page, onPage, zoneOf, linkTo }: StaffTransactionsProps) {
  const navigate = useNavigate();
  const list = usePage(
    read(people.transactions, { params: { staffId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  const open = (row: TransactionRow) => linkTo && void navigate(linkTo(row.id));
  const columns: Column<TransactionRow>[] = [
    {
      key: 'number',
      head: 'Transaction #',
      width: '18%',
      cell: (row) => (linkTo ? <TextLink to={linkTo(row.id)}>{numberOf(row)}</TextLink> : numberOf(row)),
    },
    {
      key: 'date',
      head: 'Date',
      width: '20%',
      cell: (row) => formatInstant(row.dated_at, zoneOf(row.store.id)),
    },
    { key: 'customer', head: 'Customer', cell: (row) => row.customer?.name ?? 'Walk-in Customer' },
    { key: 'store', head: 'Store', width: '17%', cell: (row) => row.store.name },
    {
      key: 'total',
      head: 'Total',
      width: '15%',
      align: 'end',
      cell: (row) => (
        <>
          <MoneyText amount={row.total_amount} surface="staff" size="strong" />
          <SaleMoneyLines sale={row} surface="staff" />
        </>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      width: '118px',
      cell: (row) => <StateBadge of="transaction" state={row.status} />,
    },
    {
      key: 'view',
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
            onClick={() => open(row)}
          />
        ) : null,
    },
  ];
  return (
    <ListTable
      bare
      low
      label="Transactions"
      columns={columns}
      list={list}
      onOpen={linkTo ? open : undefined}
      empty={{
        icon: <Receipt24Regular />,
        title: 'No transactions found',
        words: 'Sales that they make at your stores show here.',
      }}
    />
  );
}
