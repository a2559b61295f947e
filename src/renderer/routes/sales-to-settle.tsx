import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CloudSync24Regular, History20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router';
import { idText } from '#contract/codecs.ts';
import { offlineSales, type SaleToSettle, type SettleDetail } from '#contract/offline-sales.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { countText } from '#domain/count-text.ts';
import { formatMoney } from '#domain/money.ts';
import { settleReasonLabel, settleReasons } from '#domain/settle-reasons.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { SettleList } from '#renderer/features/offline-sales/settle-list.tsx';
import {
  SettlePane,
  type SettleValues,
  type Voiding,
} from '#renderer/features/offline-sales/settle-pane.tsx';
import { ChosenPane, SettlePanes } from '#renderer/features/offline-sales/settle-panes.tsx';
import { titleOf } from '#renderer/features/offline-sales/settle-text.ts';
import { useSendingFile } from '#renderer/features/offline-sales/use-sending-file.tsx';
import { useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { useWhyNoCash, useWhyTooMuchCash } from '#renderer/features/shifts/use-current-shift.ts';
import { payoutText } from '#renderer/features/transactions/money-back-text.ts';
import { itemsText } from '#renderer/features/transactions/transaction-text.ts';
import { useMoneyBackSlip } from '#renderer/features/transactions/use-money-back-slip.ts';
import { useVoiding } from '#renderer/features/transactions/use-voiding.ts';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { read } from '#renderer/lib/read.ts';
import { till } from '#renderer/lib/till.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { BackLink } from '#renderer/ui/back-link.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { FilterBar } from '#renderer/ui/filter-bar.tsx';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { ListPage } from '#renderer/ui/list-page.tsx';
import { insteadOf } from '#renderer/ui/list-table.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Pager } from '#renderer/ui/pager.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { lists } from './lists.ts';

/** /transactions/to-settle: sales made without the server of which something is not clear. */
export function SalesToSettlePage() {
  const { store } = useSignedIn();
  // Another store is another list: nothing that was begun may stay open over it.
  return <SalesToSettle key={store.id} />;
}

const reasons = settleReasons.map((id) => ({ id, name: settleReasonLabel(id) }));

type Changes = Readonly<Record<string, string | number | null>>;

/** Keeps the chosen entry in the address: `sale=12`, or `sale=none` where its pane was closed. */
function useChosen() {
  const [params, setParams] = useSearchParams();
  const told = params.get('sale');
  const withChanges = (changes: Changes) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, String(value));
    }
    return next;
  };
  const replace = (changes: Changes) => setParams(withChanges(changes), { replace: true });
  return {
    id: idText.safeParse(told).data ?? null,
    isClosed: told === 'none',
    addressOf: (sale: number | null) => `?${withChanges({ sale })}`,
    /** Chooses an entry; null chooses the first one. */
    choose: (sale: number | 'none' | null) => replace({ sale }),
    /** Narrows the list, or turns it: the chosen entry may be in it no more. */
    narrow: (changes: Changes) => replace({ page: null, sale: null, ...changes }),
  };
}

function SalesToSettle() {
  const { store } = useSignedIn();
  const isOnePane = useMedia(ONE_PANE);
  const list = useList(...lists.salesToSettle);
  const summary = useQuery(read(offlineSales.summary)).data;
  const chosen = useChosen();
  const [begun] = useState(() => new Map<number, SettleValues>());
  const file = useSendingFile();
  const zones = zonesOf(store);
  const rows = list.page?.data;
  const isSettled = list.query.state === 'settled';
  const first = isOnePane || chosen.isClosed ? null : (rows?.[0]?.id ?? null);
  const chosenId = chosen.id ?? first;
  const place = rows?.findIndex(({ id }) => id === chosenId) ?? -1;
  const to = (row: SaleToSettle | undefined) => (row && place >= 0 ? () => chosen.choose(row.id) : null);
  const pane =
    chosenId === null ? null : (
      <Chosen
        key={chosenId}
        saleId={chosenId}
        begun={begun}
        isPage={isOnePane}
        onPrevious={to(rows?.[place - 1])}
        onNext={to(rows?.[place + 1])}
        onClose={() => chosen.choose(isOnePane ? null : 'none')}
        onSettled={() => {
          const next = rows?.[place + 1] ?? rows?.[place - 1];
          chosen.choose(isOnePane || !next || place < 0 ? null : next.id);
        }}
      />
    );
  if (isOnePane && pane !== null) {
    return (
      <ListPage>
        <BackLink to={chosen.addressOf(null)}>Sales to Settle</BackLink>
        <ChosenPane>{pane}</ChosenPane>
      </ListPage>
    );
  }
  const instead = insteadOf({
    label: 'Sales to settle',
    list,
    empty: isSettled
      ? { icon: <CloudSync24Regular />, title: 'Nothing was settled yet' }
      : {
          icon: <CloudSync24Regular />,
          title: 'Nothing to settle',
          text: 'Sales that a till makes without the server come here when the server cannot tell which unit was sold, or at what price.',
        },
    notFound: { text: 'Choose another reason or till.' },
  });
  const settled = summary?.settled_this_month ?? 0;
  return (
    <ListPage>
      <PageHeader
        title={isSettled ? 'Settled Sales' : 'Sales to Settle'}
        badge={
          summary && !isSettled ? (
            <StatusBadge
              tone={summary.open > 0 ? 'orange' : 'green'}
            >{`${countText(summary.open)} open`}</StatusBadge>
          ) : null
        }
        line={
          isSettled
            ? `Made without the server at ${store.name}, and settled since.`
            : `Made without the server at ${store.name}. They count in every figure; each needs one decision.`
        }
        actions={{
          secondary: [
            file.action,
            {
              key: 'state',
              label: isSettled ? 'Sales to settle' : 'Settled sales',
              icon: isSettled ? <CloudSync24Regular /> : <History20Regular />,
              onClick: () => chosen.narrow({ state: isSettled ? null : 'settled' }),
            },
          ],
        }}
      />
      <SettlePanes
        filters={
          <FilterBar label="Sales to settle" list={list}>
            <ChoiceFilter
              label="Reason"
              all="All reasons"
              width={150}
              choices={reasons}
              value={list.query.reason}
              onChange={(reason) => chosen.narrow({ reason })}
            />
            <ChoiceFilter
              label="Till"
              all="All tills"
              width={110}
              choices={summary?.tills.map(({ id, code, name }) => ({ id, name: `${code}, ${name}` }))}
              value={list.query.till_id}
              onChange={(till_id) => chosen.narrow({ till_id })}
            />
          </FilterBar>
        }
        rows={
          instead ?? (
            <SettleList
              rows={rows}
              chosenId={chosenId}
              zones={zones}
              addressOf={({ id }) => chosen.addressOf(id)}
              onReach={isOnePane ? undefined : ({ id }) => chosen.choose(id)}
            />
          )
        }
        pager={
          list.page && list.page.last_page > 1 ? (
            <Pager place={list.page} onPage={(page) => chosen.narrow({ page })} addressOf={list.addressOf} />
          ) : null
        }
        foot={`${isSettled ? 'The last settled first.' : 'Worst first, then oldest.'} ${settled === 1 ? '1 was' : `${countText(settled)} were`} settled this month.`}
        pane={pane}
      />
      {file.input}
    </ListPage>
  );
}

type ChosenProps = {
  saleId: number;
  begun: Map<number, SettleValues>;
  isPage: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onClose: () => void;
  onSettled: () => void;
};

/** The chosen entry, with what a void of its sale would give back where the person may void it. */
function Chosen({ saleId, ...props }: ChosenProps) {
  const { store, may } = useSignedIn();
  const zones = zonesOf(store);
  const query = useQuery({ ...read(offlineSales.get, { params: { offlineSaleId: saleId } }), retry: false });
  const sale = query.data;
  const mayVoid =
    may('transactions.void') &&
    may('transactions.view') &&
    sale?.sale?.status === 'completed' &&
    !sale.is_own &&
    sale.settled_at === null;
  const transactionId = mayVoid ? sale.sale?.transaction_id : undefined;
  const whole = useQuery({
    ...read(transactions.get, { params: { transactionId: transactionId ?? 0 } }),
    enabled: transactionId !== undefined,
    retry: false,
  });
  useShownTitle(sale ? titleOf(sale, zones) : null, 'Sales to Settle');
  if (query.isError && !sale)
    return (
      <ErrorState
        title="The sale could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!sale || (transactionId !== undefined && whole.isPending))
    return (
      <>
        <LoadingNote>Loading the sale</LoadingNote>
        <Skeleton height={420} square />
      </>
    );
  const shown = { ...props, sale, zones };
  return transactionId !== undefined && whole.data ? (
    <WithVoiding {...shown} transaction={whole.data} />
  ) : (
    <SettlePane {...shown} voiding={null} />
  );
}

type Shown = Omit<ChosenProps, 'saleId'> & { sale: SettleDetail; zones: ReturnType<typeof zonesOf> };

/** Returns what comes back to stock by a void. */
function goodsText({ transaction_items: items }: Transaction): string {
  const known = items.filter(({ without_unit }) => without_unit === null).length;
  if (known === items.length) return `${itemsText(known)} ${known === 1 ? 'goes' : 'go'} back to stock.`;
  const unknown =
    'What comes back without a known unit is looked up by its number, and received if nobody knows it.';
  return known === 0
    ? `Stock does not change. ${unknown}`
    : `${itemsText(known)} ${known === 1 ? 'goes' : 'go'} back to stock. ${unknown}`;
}

function WithVoiding({ transaction, ...shown }: Shown & { transaction: Transaction }) {
  const { staff, store } = useSignedIn();
  const working = useWorkingSale();
  const voided = useVoiding({
    transaction,
    hasTill: till.kind === 'electron',
    staffName: staff.name,
    approval: useApproval('void'),
    whyNoCash: useWhyNoCash(store),
    askCash: useWhyTooMuchCash(),
    printSlip: useMoneyBackSlip(),
    onDone: () => {
      working.hideSale(transaction.id);
      shown.onSettled();
    },
  });
  const voiding: Voiding = {
    busy: voided.busy,
    goesBack: [payoutText(voided.known_payouts), voided.instead].filter(Boolean).join(', ') || null,
    goods: goodsText(transaction),
    why: voided.why,
    label: `Void ${formatMoney(transaction.total_amount, 'transaction')}`,
    voidSale: voided.voidSale,
    asking: voided.asking,
  };
  return <SettlePane {...shown} voiding={voiding} />;
}
