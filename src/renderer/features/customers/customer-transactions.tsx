import { makeStyles } from '@fluentui/react-components';
import { Eye20Regular, Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import type { CustomerTransaction } from '#contract/customers.ts';
import { formatInstant } from '#domain/store-time.ts';
import { transactionStatusLabels, type TransactionStatus } from '#domain/transactions.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Pager } from '#renderer/ui/pager.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { palette, type, type Tone } from '#renderer/ui/theme.ts';
import { useCustomerTransactions } from './use-customer-detail.ts';

const useStyles = makeStyles({
  scope: {
    ...type.label,
    margin: 0,
    padding: '10px 20px',
    borderBottom: `1px solid ${palette.hairline}`,
    color: palette.text3,
  },
});

const toneOf = (status: TransactionStatus): Tone => {
  switch (status) {
    case 'completed':
      return 'green';
    case 'void':
      return 'red';
    case 'refunded':
      return 'orange';
    default:
      return 'grey';
  }
};

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
  const list = useCustomerTransactions(customerId, page);
  const open = (row: CustomerTransaction) => linkTo && void navigate(linkTo(row.id));
  const columns: Column<CustomerTransaction>[] = [
    {
      key: 'number',
      head: 'Transaction #',
      width: '20%',
      cell: (row) =>
        linkTo ? <TextLink to={linkTo(row.id)}>{row.transaction_number}</TextLink> : row.transaction_number,
    },
    {
      key: 'date',
      head: 'Date',
      width: '22%',
      cell: (row) => formatInstant(row.created_at, zoneOf(row.store.id)),
    },
    { key: 'store', head: 'Store', cell: (row) => row.store.name },
    { key: 'items', head: 'Items', width: '72px', align: 'end', cell: (row) => row.items_count },
    {
      key: 'total',
      head: 'Total',
      width: '16%',
      align: 'end',
      cell: (row) => <MoneyText amount={row.total_amount} surface="customer" size="strong" />,
    },
    {
      key: 'status',
      head: 'Status',
      width: '118px',
      cell: (row) => (
        <StatusBadge tone={toneOf(row.status)}>{transactionStatusLabels[row.status]}</StatusBadge>
      ),
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
            label={`View ${row.transaction_number}`}
            onClick={() => open(row)}
          />
        ) : null,
    },
  ];
  const instead = () => {
    if (list.isError && !list.data) {
      return (
        <ErrorState
          compact
          title="The transactions could not be loaded"
          onRetry={() => void list.refetch()}
        />
      );
    }
    if (!list.data || list.data.data.length > 0) return null;
    if (list.data.total > 0) {
      return (
        <EmptyState
          compact
          icon={<Receipt24Regular />}
          title="The list ends before this page"
          action={<Button onClick={() => onPage(1)}>Go to the first page</Button>}
        />
      );
    }
    return (
      <EmptyState compact icon={<Receipt24Regular />} title="No transactions yet">
        {ownStoresOnly
          ? 'Sales to this customer at your stores show here.'
          : 'Sales to this customer show here.'}
      </EmptyState>
    );
  };
  return (
    <>
      {ownStoresOnly ? (
        <p className={styles.scope}>
          Only sales at your stores are listed. The figures above count every store.
        </p>
      ) : null}
      <DataTable
        bare
        low
        label="Transactions"
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => row.id}
        onOpen={linkTo ? open : undefined}
        stale={list.isPlaceholderData}
        instead={instead()}
        pager={list.data && list.data.last_page > 1 ? <Pager place={list.data} onPage={onPage} /> : null}
      />
    </>
  );
}
