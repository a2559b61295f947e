import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { PendingPayment } from '#contract/payments.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { FailDialog } from '#renderer/features/payments/fail-dialog.tsx';
import { ScreenshotDialog } from '#renderer/features/payments/screenshot-dialog.tsx';
import { ScreenshotThumbnail } from '#renderer/features/payments/screenshot-thumbnail.tsx';
import {
  isNarrowed,
  narrowPending,
  NO_FILTERS,
  readAddress,
} from '#renderer/features/pending-payments/narrow-pending.ts';
import { PendingFigures } from '#renderer/features/pending-payments/pending-figures.tsx';
import { PendingFilters } from '#renderer/features/pending-payments/pending-filters.tsx';
import { pendingPaymentsQuery } from '#renderer/features/pending-payments/pending-query.ts';
import { NothingFound, NothingWaits } from '#renderer/features/pending-payments/pending-states.tsx';
import { PendingTable } from '#renderer/features/pending-payments/pending-table.tsx';
import { paymentTitle } from '#renderer/features/pending-payments/pending-words.ts';
import { useReviewing } from '#renderer/features/pending-payments/use-reviewing.ts';
import { VerifyPendingDialog } from '#renderer/features/pending-payments/verify-pending-dialog.tsx';
import { useAddress } from '#renderer/lib/use-address.ts';
import { useWishKeys } from '#renderer/lib/use-wish-keys.ts';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { ListPage } from '#renderer/ui/list-page.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';

/** /payments/pending: what nobody has seen arrive yet. */
export function PendingPaymentsPage() {
  const { may, store } = useSignedIn();
  // Another store is another list: no dialog of the one before may stay open over it.
  return may('transactions.view') ? <PendingPayments key={store.id} /> : <Navigate to="/dashboard" replace />;
}

type Asked = { what: 'verify' | 'fail' | 'look'; payment: PendingPayment };

function PendingPayments() {
  const { store, may } = useSignedIn();
  const { params, change } = useAddress();
  const address = readAddress(params);
  const queryClient = useQueryClient();
  const query = useQuery(pendingPaymentsQuery(store.id));
  const { busy, verify, markFailed } = useReviewing(store.id);
  const wishes = useWishKeys();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useRef<HTMLDivElement>(null);

  const pending = query.data;
  const shown = pending && narrowPending(pending.payments, address);
  const mayReview = ({ transaction }: PendingPayment) =>
    transaction.status === 'draft' ? may('transactions.create') : may('payments.review');
  const ask = (what: Asked['what']) => (payment: PendingPayment) => setAsked({ what, payment });
  const close = () => setAsked(null);
  const stillWaits = ({ id }: PendingPayment) =>
    queryClient.getQueryData(pendingPaymentsQuery(store.id).queryKey)?.payments.some((one) => one.id === id);
  const closeWhen = async (payment: PendingPayment, done: Promise<boolean>) => {
    // Refused because somebody was faster: there is nothing left to ask.
    if (!(await done) && stillWaits(payment)) return;
    wishes.forget();
    close();
    // The row is gone, and with it the button that had the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role="region"]')?.focus());
  };

  const instead = () => {
    if (query.isError && !pending) {
      return (
        <ErrorState title="Pending payments could not be loaded" onRetry={() => void query.refetch()}>
          The server did not answer. Your filters are kept. If it happens again, check the store’s connection.
        </ErrorState>
      );
    }
    if (!shown || shown.length > 0) return null;
    return isNarrowed(address) && pending.count > 0 ? (
      <NothingFound onClear={() => change(NO_FILTERS)} />
    ) : (
      <NothingWaits />
    );
  };
  return (
    <ListPage>
      <PageHeader
        title="Pending Payments"
        line="Payments waiting for someone to confirm that the money arrived."
      />
      {query.isError && !pending ? null : <PendingFigures pending={pending} />}
      <PendingFilters address={address} onChange={change} />
      <div ref={list} style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <PendingTable
          payments={shown}
          sort={address.sort}
          instead={instead()}
          mayReview={mayReview}
          thumbnail={(payment) =>
            payment.screenshot_url ? (
              <ScreenshotThumbnail
                url={payment.screenshot_url}
                label={`Screenshot of the ${paymentTitle(payment)}`}
                onOpen={() => ask('look')(payment)}
              />
            ) : null
          }
          onSort={(sort) => change({ sort: sort === 'expected' ? null : sort })}
          onVerify={ask('verify')}
          onFail={ask('fail')}
        />
      </div>
      {asked?.what === 'look' ? <ScreenshotDialog payment={asked.payment} onClose={close} /> : null}
      {asked?.what === 'verify' ? (
        <VerifyPendingDialog
          payment={asked.payment}
          busy={busy}
          onClose={close}
          onVerify={(notes) => {
            const key = wishes.keyFor(['verify', asked.payment.id, notes]);
            void closeWhen(asked.payment, verify(asked.payment, notes, key));
          }}
        />
      ) : null}
      {asked?.what === 'fail' ? (
        <FailDialog
          payment={asked.payment}
          isDraft={asked.payment.transaction.status === 'draft'}
          busy={busy}
          onClose={close}
          onFail={(reason) => {
            const key = wishes.keyFor(['fail', asked.payment.id, reason]);
            void closeWhen(asked.payment, markFailed(asked.payment, reason, key));
          }}
        />
      ) : null}
    </ListPage>
  );
}
