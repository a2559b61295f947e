import { makeStyles } from '@fluentui/react-components';
import { Eye20Regular, Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { customers, type CustomerTransaction } from '#contract/customers.ts';
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
import { palette, type } from '#renderer/ui/theme.ts';

/** Rows of a page. */
const PER_PAGE = 10;

const useStyles = makeStyles({
  scope: {
    ...type.label,
    margin: 0,
    padding: '10px 20px',
    borderBottom: `1px solid ${palette.hairline}`,
    color: palette.text3,
  },
});

type CustomerTransactionsProps = {
  customerId: number;
  page: number;
  onPage: (page: number) => void;
  zoneOf: (storeId: number) => string;
  /** Null for those who may not see transactions. */
  linkTo: ((transactionId: number) => string) | null;
  /** The reader sees some of the chain's stores: the figures above count more than these rows. */
  ownStoresOnly: boolean;
};

/** What a customer bought at the reader's stores, the newest first. */
export function CustomerTransactions(props: CustomerTransactionsProps) {
  const { customerId, page, onPage, zoneOf, linkTo, ownStoresOnly } = props;
  const styles = useStyles();
  const navigate = useNavigate();
  const list = usePage(
    read(customers.transactions, { params: { customerId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  const open = (row: CustomerTransaction) => linkTo && void navigate(linkTo(row.id));
  const columns: Column<CustomerTransaction>[] = [
    {
      key: 'number',
      head: 'Transaction #',
      width: '20%',
      cell: (row) => (linkTo ? <TextLink to={linkTo(row.id)}>{numberOf(row)}</TextLink> : numberOf(row)),
    },
    {
      key: 'date',
      head: 'Date',
      width: '22%',
      cell: (row) => formatInstant(row.dated_at, zoneOf(row.store.id)),
    },
    { key: 'store', head: 'Store', cell: (row) => row.store.name },
    { key: 'items', head: 'Items', width: '72px', align: 'end', cell: (row) => row.items_count },
    {
      key: 'total',
      head: 'Total',
      width: '16%',
      align: 'end',
      cell: (row) => (
        <>
          <MoneyText amount={row.total_amount} surface="customer" size="strong" />
          <SaleMoneyLines sale={row} surface="customer" />
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
    <>
      {ownStoresOnly ? (
        <p className={styles.scope}>
          Only sales at your stores are listed. The figures above count every store.
        </p>
      ) : null}
      <ListTable
        bare
        low
        label="Transactions"
        columns={columns}
        list={list}
        onOpen={linkTo ? open : undefined}
        empty={{
          icon: <Receipt24Regular />,
          title: 'No transactions yet',
          words: ownStoresOnly
            ? 'Sales to this customer at your stores show here.'
            : 'Sales to this customer show here.',
        }}
      />
    </>
  );
}
