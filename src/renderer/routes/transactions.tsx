import { Spinner } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { TransactionRow } from '#contract/transactions.ts';
import { sellsAtTill } from '#domain/store-rules.ts';
import { storeDate } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import {
  isNarrowed,
  NO_FILTERS,
  readAddress,
  type ListAddress,
} from '#renderer/features/transactions/list-address.ts';
import { NothingFound, NothingYet, PastTheEnd } from '#renderer/features/transactions/list-states.tsx';
import { TransactionFilters } from '#renderer/features/transactions/transaction-filters.tsx';
import { TransactionsTable, type RowWish } from '#renderer/features/transactions/transactions-table.tsx';
import { usePrintReceipt } from '#renderer/features/transactions/use-print-receipt.ts';
import { useExport, useTransactionList } from '#renderer/features/transactions/use-transaction-list.ts';
import { useAddress } from '#renderer/lib/use-address.ts';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { ListPage } from '#renderer/ui/list-page.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Pager } from '#renderer/ui/pager.tsx';

const ALL_DATES = { start_date: '', end_date: '' };

/** /transactions: what was sold and what is being sold, filtered by its address. */
export function TransactionsPage() {
  const { may } = useSignedIn();
  return may('transactions.view') ? <Transactions /> : <Navigate to="/dashboard" replace />;
}

function whereWords(
  address: ListAddress,
  store: { name: string },
  stores: readonly { id: number; name: string }[],
) {
  if (!address.allStores) return `Sales and drafts at ${store.name}.`;
  const chosen = stores.find((other) => other.id === address.storeId);
  return chosen ? `Sales and drafts at ${chosen.name}.` : 'Sales and drafts at all stores.';
}

function Transactions() {
  const { store, stores, may } = useSignedIn();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { params, change, turnTo } = useAddress();
  const today = storeDate(useOpenedAt(), store.timezone);
  const seesAll = may('transactions.all');
  const address = readAddress(params, { today, seesAll });
  const list = useTransactionList(store.id, address);
  const download = useExport(address);
  const { print } = usePrintReceipt();

  const linkTo = (row: TransactionRow) => ({ to: `/transactions/${row.id}`, state: { list: search } });
  const open = (row: TransactionRow, dialog = '') =>
    void navigate(`/transactions/${row.id}${dialog}`, { state: { list: search } });
  const mayDo = (wish: RowWish, row: TransactionRow) => {
    if (wish === 'print') return row.status !== 'draft';
    // What changes a transaction is done at its own store.
    if (row.store.id !== store.id) return false;
    if (wish === 'continue')
      return row.status === 'draft' && may('transactions.create') && sellsAtTill(store);
    if (wish === 'void' && row.refunded_amount > 0) return false;
    return row.status === 'completed' && may(wish === 'void' ? 'transactions.void' : 'transactions.refund');
  };
  const doIt = (wish: RowWish, row: TransactionRow) => {
    if (wish === 'print') void print(row.id);
    else if (wish === 'continue') void navigate(`/pos?resumeDraft=${row.id}`);
    else open(row, `?dialog=${wish}`);
  };

  const page = list.data;
  const instead = () => {
    if (list.isError && !page) {
      return (
        <ErrorState title="Transactions could not be loaded" onRetry={() => void list.refetch()}>
          The server did not answer. Your filters are kept. If it happens again, check the store’s connection.
        </ErrorState>
      );
    }
    if (!page || page.data.length > 0) return null;
    if (page.total > 0) return <PastTheEnd onFirst={() => turnTo(1)} />;
    if (isNarrowed(address, today)) {
      return (
        <NothingFound
          datesLimit={address.start !== null || address.end !== null}
          onClear={() => change(NO_FILTERS)}
          onAllDates={() => change(ALL_DATES)}
        />
      );
    }
    const maySell = may('transactions.create') && sellsAtTill(store);
    return (
      <NothingYet
        onSell={maySell ? () => void navigate('/pos') : null}
        onAllDates={() => change(ALL_DATES)}
      />
    );
  };
  return (
    <ListPage>
      <PageHeader
        title="Transactions"
        line={whereWords(address, store, stores)}
        actions={
          <Button
            icon={download.busy ? <Spinner size="tiny" /> : <ArrowDownload20Regular />}
            disabled={download.busy || !page || page.total === 0}
            onClick={() => void download.save()}
          >
            Export
          </Button>
        }
      />
      <TransactionFilters
        address={address}
        today={today}
        stores={seesAll ? stores : null}
        onChange={change}
      />
      <TransactionsTable
        rows={page?.data}
        sort={address.sort}
        stale={list.isPlaceholderData}
        instead={instead()}
        zoneOf={(row) => stores.find((other) => other.id === row.store.id)?.timezone ?? store.timezone}
        mayDo={mayDo}
        linkTo={linkTo}
        onSort={(sort) => change({ sort: sort === '-date' ? null : sort })}
        onOpen={open}
        onWish={doIt}
        pager={page ? <Pager place={page} onPage={turnTo} /> : null}
      />
    </ListPage>
  );
}
