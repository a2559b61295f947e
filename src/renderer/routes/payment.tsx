import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '#contract/errors.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { countingIds, paidSums } from '#domain/payments.ts';
import { saleOfCart } from '#domain/sale.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import type { JournaledPayment } from '#renderer/features/payments/journaled-payment.ts';
import { PaymentSkeleton } from '#renderer/features/payments/payment-panes.tsx';
import { draftIdOf, NO_DRAFT, saleOfDraft, type SaleToPay } from '#renderer/features/payments/sale-to-pay.ts';
import { loadKept } from '#renderer/features/payments/use-keep-typed.ts';
import { TakeOverDialog } from '#renderer/features/pos/drafts/take-over-dialog.tsx';
import { useDraftOver, useOpenDraft } from '#renderer/features/pos/drafts/use-open-draft.ts';
import { useOfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import type { TillState } from '#renderer/features/pos/sale/till-state.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { PaymentScreen } from './payment-screen.tsx';

/** Complete Payment: loads the draft in the address, or sends the cashier back to the till. */
export function PaymentPage() {
  const { transactionId } = useParams();
  return transactionId === undefined ? <PaymentOfCart /> : <PaymentOfDraft transactionId={transactionId} />;
}

/** /pos/payment: pays the working cart: by its own draft, or without the server as it is. */
function PaymentOfCart() {
  const { cart } = useTillState();
  const { store } = useSignedIn();
  const sale = useWorkingSale();
  const notify = useNotify();
  const selling = useOfflineSelling(store);
  // Its draft may come while it is paid: the screen then stays as it is.
  const [isBegun, setBegun] = useState(false);
  const isOffline = selling !== null && cart.lines.length > 0 && cart.draft === null;
  if (isOffline && !isBegun) setBegun(true);
  const draftId = cart.lines.length > 0 ? cart.draft?.id : undefined;
  const isEmpty = draftId === undefined && !isOffline && !isBegun;
  useEffect(() => {
    if (!isEmpty) return;
    void sale.hasKept().then((isKept) => {
      // The cart was sold just before the page was reloaded, which is shown.
      if (sale.read().afterSale?.kept) return;
      if (isKept) notify.warning('The cart was cut off', 'Press Recover cart, and then Checkout again.');
      else notify.warning('Cart is empty', 'Add items to the cart before checkout');
    });
  }, [isEmpty, sale, notify]);
  if (isOffline || isBegun) return <OpenedDraft id={draftId ?? NO_DRAFT} isOpening={false} isOfCart />;
  return <Navigate to={draftId === undefined ? '/pos' : `/pos/${draftId}/payment`} replace />;
}

function PaymentOfDraft({ transactionId }: { transactionId: string }) {
  const { approving, isOpening, isFailed, retry } = useOpenDraft(transactionId, { stays: true });
  if (isFailed) return <NoData onRetry={retry} />;
  return (
    <>
      {approving}
      <TakeOverDialog />
      <OpenedDraft id={Number(transactionId)} isOpening={isOpening} />
    </>
  );
}

function NoData({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <VisuallyHidden>
        <h1>Complete Payment</h1>
      </VisuallyHidden>
      <ErrorState title="No transaction data available" onRetry={onRetry}>
        No transaction data available. Please start a new transaction.
      </ErrorState>
    </>
  );
}

/** Returns the working cart as the sale that it would be, kept once it was sold; null for another sale than `id`. */
function useSaleOfCart(id: number): SaleToPay | null {
  const { store } = useSignedIn();
  const { cart } = useTillState();
  const isIts = cart.lines.length > 0 && draftIdOf(cart) === id;
  const now = useMemo(
    () => (isIts ? { ...saleOfCart(cart, taxRuleOf(store.settings)), payments: [] } : null),
    [isIts, cart, store],
  );
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}

const NOTHING_KEPT: JournaledPayment = { typed: null, payments: [], completions: [] };

type OpenedDraftProps = {
  /** `NO_DRAFT` for a cart that the server has no draft of. */
  id: number;
  /** True while the till opens it, which makes a new version of a draft that it did not have. */
  isOpening: boolean;
  /** True if the address names no draft: the screen stays when the cart gets one. */
  isOfCart?: boolean;
};

function OpenedDraft({ id, isOpening, isOfCart = false }: OpenedDraftProps) {
  const { store } = useSignedIn();
  const { isReachable } = useConnection();
  const query = useQuery({
    ...read(transactions.get, { params: { transactionId: id } }),
    enabled: id !== NO_DRAFT,
    // Payment and completion follow each other, and pressing again after a lost answer shows the completed sale: the
    // page must not leave by itself.
    meta: { standsStill: true },
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  });
  useDraftOver(id, query.data?.status, query.error);
  const sale = useWorkingSale();
  const payments = query.data?.payments;
  useEffect(() => {
    if (payments) sale.notePaid(id, paidSums(payments));
  }, [sale, id, payments]);
  const isOutdated = useLaterVersion(query);
  const selling = useOfflineSelling(store);
  const ofCart = useSaleOfCart(id);
  // Without the server, what the till has stands in for the answer.
  const [isBegun, setBegun] = useState(false);
  if (selling && ofCart && !isBegun) setBegun(true);
  const standIn = isBegun ? ofCart : null;
  const { refetch, data, isFetching } = query;
  useEffect(() => {
    if (isReachable && isBegun && id !== NO_DRAFT) void refetch();
  }, [isReachable, isBegun, id, refetch]);
  const isAnswered =
    data !== undefined && (selling === null || ofCart === null || data.version === ofCart.draft?.version);
  const isOfServer = standIn === null || (isAnswered && !isLaterHere(data, sale.read()));
  const ofServer = useMemo(() => (data?.status === 'draft' ? saleOfDraft(data) : null), [data]);
  const toPay = isOfServer ? ofServer : standIn;
  const journaled = useQuery({
    queryKey: queryKeys.journaledPayment(id),
    queryFn: toPay ? () => loadKept({ id, payments: toPay.payments }) : skipToken,
    enabled: id !== NO_DRAFT,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  const kept = journaled.data ?? (id === NO_DRAFT || isOfCart ? NOTHING_KEPT : null);
  // `useOpenDraft` reports a missing draft and leaves.
  if (query.error instanceof ApiError && query.error.status === 404) return null;
  if (query.isError && !data && !toPay) return <NoData onRetry={() => void refetch()} />;
  if (!toPay || !kept) return <PaymentSkeleton />;
  // An emptied cart may have payments left, which are paid back here.
  if (toPay.lines.length === 0 && countingIds(toPay.payments).length === 0) {
    return <PaymentOfCart />;
  }
  return (
    <PaymentScreen
      key={isOfCart ? 'cart' : id}
      toPay={toPay}
      isOutdated={isOpening || isOutdated || (isReachable && (data === undefined || isFetching) && isBegun)}
      journaled={kept}
    />
  );
}

/** True while the cart holds what its draft does not have yet: without the server it is the cart that is sold. */
const isLaterHere = ({ id }: Transaction, { cart, saving }: TillState): boolean =>
  cart.draft?.id === id && saving === 'on-till';

/**
 * Reloads the draft once the till saved a later version, whose prices or tax may differ. Returns true until it is there:
 * the server would refuse what is paid on the earlier one.
 */
function useLaterVersion({
  data,
  refetch,
  isFetching,
}: Pick<UseQueryResult<Transaction>, 'data' | 'refetch' | 'isFetching'>): boolean {
  const { cart } = useTillState();
  const [saved, shown] = [cart.draft, data];
  const isLater = saved !== null && saved.id === shown?.id && saved.version > shown.version;
  useEffect(() => {
    if (isLater) void refetch();
  }, [isLater, refetch]);
  return isLater && isFetching;
}
