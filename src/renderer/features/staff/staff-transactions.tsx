import { Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { people } from '#contract/people.ts';
import type { TransactionRow } from '#contract/transactions.ts';
import type { Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { saleColumns } from '#renderer/ui/sale-columns.tsx';

/** Rows of a page. */
const PER_PAGE = 10;

type StaffTransactionsProps = {
  staffId: number;
  page: number;
  onPage: (page: number) => void;
  zoneOf: (storeId: number) => Zones;
  /** Null for people who may not see transactions. */
  linkTo: ((transactionId: number) => string) | null;
};

/** Lists a person's sales at the reader's stores, newest first. */
export function StaffTransactions({ staffId, page, onPage, zoneOf, linkTo }: StaffTransactionsProps) {
  const navigate = useNavigate();
  const list = usePage(
    read(people.transactions, { params: { staffId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  const open = (row: { id: number }) => linkTo && void navigate(linkTo(row.id));
  const { first, last } = saleColumns({
    surface: 'staff',
    zoneOf,
    linkTo,
    onOpen: open,
  });
  const columns: Column<TransactionRow>[] = [
    ...first,
    {
      key: 'customer',
      phone: 'line',
      head: 'Customer',
      cell: (row) => row.customer?.name ?? 'Walk-in Customer',
    },
    { key: 'store', head: 'Store', width: 'content', cell: (row) => row.store.name },
    ...last,
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
        text: 'Sales that they make at your stores show here.',
      }}
    />
  );
}
