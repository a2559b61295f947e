import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { countingIds } from '#domain/payments.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import type { JournaledPayment } from '#renderer/features/payments/journaled-payment.ts';
import { PaymentSkeleton } from '#renderer/features/payments/payment-panes.tsx';
import { NO_DRAFT } from '#renderer/features/payments/sale-to-pay.ts';
import { loadKept } from '#renderer/features/payments/use-keep-typed.ts';
import { TakeOverDialog } from '#renderer/features/pos/drafts/take-over-dialog.tsx';
import { useOpenDraft } from '#renderer/features/pos/drafts/use-open-draft.ts';
import { useOfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { PaymentScreen } from './payment-screen.tsx';
import { useSaleToPay } from './use-sale-to-pay.ts';

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

const NOTHING_KEPT: JournaledPayment = { typed: null, payments: [] };

type OpenedDraftProps = {
  /** `NO_DRAFT` for a cart that the server has no draft of. */
  id: number;
  /** True while the till opens it, which makes a new version of a draft that it did not have. */
  isOpening: boolean;
  /** True if the address names no draft: the screen stays when the cart gets one. */
  isOfCart?: boolean;
};

function OpenedDraft({ id, isOpening, isOfCart = false }: OpenedDraftProps) {
  const { toPay, isOutdated, isMissing, isFailed, retry } = useSaleToPay(id);
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
  if (isMissing) return null;
  if (isFailed) return <NoData onRetry={retry} />;
  if (!toPay || !kept) return <PaymentSkeleton />;
  // An emptied cart may have payments left, which are paid back here.
  if (toPay.lines.length === 0 && countingIds(toPay.payments).length === 0) {
    return <PaymentOfCart />;
  }
  return (
    <PaymentScreen
      key={isOfCart ? 'cart' : id}
      toPay={toPay}
      isOutdated={isOpening || isOutdated}
      journaled={kept}
    />
  );
}
