import {
  ArrowDownload20Regular,
  ArrowUndo20Regular,
  Cart20Regular,
  DismissCircle20Regular,
  Open20Regular,
  Print20Regular,
  Receipt24Regular,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import type { TransactionFilters, TransactionRow } from '#contract/transactions.ts';
import { sellsAtTill } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { storeChoice, useReadableStores, useZonesOf } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { transactionColumns } from '#renderer/features/transactions/transaction-columns.tsx';
import { TransactionFilters as Filters } from '#renderer/features/transactions/transaction-filters.tsx';
import { usePrintReceipt } from '#renderer/features/transactions/use-print-receipt.ts';
import { api } from '#renderer/lib/api.ts';
import { withoutPlace } from '#renderer/lib/list-address.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** Says whose rows are shown, and why rows of stores other than `own` offer fewer actions. */
function whereText(shown: { id: number; name: string } | null, own: { id: number; name: string }): string {
  const where = `Sales and drafts at ${shown?.name ?? 'all stores'}.`;
  if (shown?.id === own.id) return where;
  const others = shown === null ? 'Those of other stores' : 'They';
  return `${where} ${others} can be looked at and printed; to change one, choose its store above first.`;
}

/** /transactions: sales and drafts, filtered by the address. */
export function TransactionsPage() {
  const { store, may, mayHere } = useSignedIn();
  const stores = useReadableStores();
  const navigate = useNavigate();
  const zonesAt = useZonesOf();
  const today = useToday(zonesOf(store));
  const seesAll = may('transactions.all');
  const list = useList(...lists.transactions({ today, seesAll }));
  const { query } = list;
  const download = useFileExport('transactions', (query: TransactionFilters) =>
    api.transactions.export({ query }),
  );
  const { print } = usePrintReceipt();
  const shown = query.all_stores ? (stores.find((other) => other.id === query.store_id) ?? null) : store;
  const goTo = (row: TransactionRow, dialog = '') =>
    void navigate(`/transactions/${row.id}${dialog}`, { state: list.linkState });

  const actionsFor = (row: TransactionRow): RowAction[] => {
    // A transaction is changed only at its own store.
    const isHere = row.store.id === store.id;
    const isCompleted = isHere && row.status === 'completed';
    const offered: (RowAction & { when: boolean })[] = [
      { when: true, label: 'View Details', icon: <Open20Regular />, onClick: () => goTo(row) },
      {
        when: isHere && row.status === 'draft' && mayHere('transactions.create') && sellsAtTill(store),
        label: 'Continue Checkout',
        icon: <Cart20Regular />,
        onClick: () => void navigate(`/pos?resumeDraft=${row.id}`),
      },
      {
        when: row.status !== 'draft',
        label: 'Print Receipt',
        icon: <Print20Regular />,
        onClick: () => void print(row.id),
      },
      {
        when: isCompleted && may('transactions.refund'),
        label: 'Refund',
        icon: <ArrowUndo20Regular />,
        onClick: () => goTo(row, '?dialog=refund'),
      },
      {
        when: isCompleted && row.refunded_amount === 0 && may('transactions.void'),
        label: 'Void Transaction',
        icon: <DismissCircle20Regular />,
        danger: true,
        onClick: () => goTo(row, '?dialog=void'),
      },
    ];
    return offered.filter(({ when }) => when);
  };
  const showAllDates = () => list.change({ start_date: null, end_date: null });
  const isDated = query.start_date !== undefined || query.end_date !== undefined;
  return (
    <ListScreen
      title="Transactions"
      line={whereText(shown, store)}
      actions={{
        secondary: [
          {
            label: 'Export',
            icon: <ArrowDownload20Regular />,
            busy: download.busy,
            disabled: !list.page,
            disabledReason: list.page?.total === 0 ? 'There is nothing to export' : null,
            onClick: () => void download.run(withoutPlace(query)),
          },
        ],
      }}
      list={list}
      filters={<Filters list={list} today={today} stores={seesAll ? stores.map(storeChoice) : null} />}
      columns={transactionColumns((row) => zonesAt(row.store.id), shown !== null)}
      nameOf={numberOf}
      pageOf={(row) => `/transactions/${row.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <Receipt24Regular />,
        title: 'No transactions this month',
        text: 'The first sale or draft of the month shows here.',
        action: (
          <>
            {mayHere('transactions.create') && sellsAtTill(store) ? (
              <Button appearance="primary" onClick={() => void navigate('/pos')}>
                Open Point of Sale
              </Button>
            ) : null}
            <Button onClick={showAllDates}>Show all dates</Button>
          </>
        ),
      }}
      notFound={{
        text: 'Check the number or name, or widen the dates.',
        action: isDated ? <Button onClick={showAllDates}>Search all dates</Button> : null,
      }}
    />
  );
}
