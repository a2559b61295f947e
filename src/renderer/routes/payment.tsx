import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '#contract/errors.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { countingIds, paidSums } from '#domain/payments.ts';
import { PaymentSkeleton } from '#renderer/features/payments/payment-panes.tsx';
import { loadKept } from '#renderer/features/payments/use-keep-typed.ts';
import { TakeOverDialog } from '#renderer/features/pos/drafts/take-over-dialog.tsx';
import { useDraftOver, useOpenDraft } from '#renderer/features/pos/drafts/use-open-draft.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
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

/** /pos/payment: pays the working cart's own draft. */
function PaymentOfCart() {
  const { cart } = useTillState();
  const notify = useNotify();
  const draftId = cart.lines.length > 0 ? cart.draft?.id : undefined;
  useEffect(() => {
    if (draftId === undefined) notify.warning('Cart is empty', 'Add items to the cart before checkout');
  }, [draftId, notify]);
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

/** `isOpening` is true while the till opens it, which makes a new version of a draft that it did not have. */
function OpenedDraft({ id, isOpening }: { id: number; isOpening: boolean }) {
  const query = useQuery({
    ...read(transactions.get, { params: { transactionId: id } }),
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
  const transaction = query.data;
  const journaled = useQuery({
    queryKey: queryKeys.journaledPayment(id),
    queryFn: transaction ? () => loadKept(transaction) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  // `useOpenDraft` reports a missing draft and leaves.
  if (query.error instanceof ApiError && query.error.status === 404) return null;
  if (query.isError && !query.data) return <NoData onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.status !== 'draft' || !journaled.data) return <PaymentSkeleton />;
  // An emptied cart may have payments left, which are paid back here.
  if (query.data.items_count === 0 && countingIds(query.data.payments).length === 0) return <PaymentOfCart />;
  return (
    <PaymentScreen
      key={query.data.id}
      transaction={query.data}
      isOutdated={isOpening || isOutdated}
      journaled={journaled.data}
    />
  );
}

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
