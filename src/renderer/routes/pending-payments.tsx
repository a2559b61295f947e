import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { payments, type PendingPayment } from '#contract/payments.ts';
import { paymentName } from '#domain/payments.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { FailDialog } from '#renderer/features/payments/fail-dialog.tsx';
import { ScreenshotDialog } from '#renderer/features/payments/screenshot-dialog.tsx';
import { ScreenshotThumbnail } from '#renderer/features/payments/screenshot-thumbnail.tsx';
import { VerifyDialog } from '#renderer/features/payments/verify-dialog.tsx';
import {
  narrowPending,
  pendingFilters,
  type PendingFilters,
} from '#renderer/features/pending-payments/narrow-pending.ts';
import { PendingFigures } from '#renderer/features/pending-payments/pending-figures.tsx';
import { PendingFilterFields } from '#renderer/features/pending-payments/pending-filters.tsx';
import { pendingPaymentsQuery } from '#renderer/features/pending-payments/pending-query.ts';
import { pendingOrders, PendingTable } from '#renderer/features/pending-payments/pending-table.tsx';
import { paymentText } from '#renderer/features/pending-payments/pending-text.ts';
import { type OnError, useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useListAddress, wholeList } from '#renderer/lib/use-list.ts';
import { orderOf } from '#renderer/ui/card-order.tsx';
import { FilterBar } from '#renderer/ui/filter-bar.tsx';
import { AboveList, ListPage } from '#renderer/ui/list-page.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';

/** /payments/pending: payments that nobody has verified yet. */
export function PendingPaymentsPage() {
  const { store } = useSignedIn();
  // Another store is another list: no dialog may stay open over it.
  return <PendingPayments key={store.id} />;
}

type Asked = { what: 'verify' | 'fail' | 'look'; payment: PendingPayment };

function PendingPayments() {
  const { may } = useSignedIn();
  const address = useListAddress<PendingFilters>(pendingFilters, { defaults: { sort: 'expected' } });
  const query = useQuery(pendingPaymentsQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Why the payment that is asked about can no longer be reviewed. */
  const [refused, setRefused] = useState<string | null>(null);
  const verify = useRouteMutation(payments.verify, {
    done: () => ({ title: 'Payment verified', body: asked ? paymentText(asked.payment) : undefined }),
    failed: 'Verification failed',
  });
  const markFailed = useRouteMutation(payments.markFailed, {
    done: () => ({ title: 'Payment marked failed', body: asked ? paymentText(asked.payment) : undefined }),
    failed: 'Update failed',
  });

  const pending = query.data;
  const shown = pending && narrowPending(pending.payments, address.query);
  const mayReview = ({ transaction }: PendingPayment) =>
    transaction.status === 'draft' ? may('transactions.create') : may('payments.review');
  const ask = (what: Asked['what']) => (payment: PendingPayment) => {
    setRefused(null);
    setAsked({ what, payment });
  };
  const close = () => setAsked(null);
  const stillWaits = async ({ id }: PendingPayment) => {
    const { data } = await query.refetch();
    return data?.payments.some((one) => one.id === id) ?? true;
  };
  const closeWhen = async (
    payment: PendingPayment,
    isTyped: boolean,
    review: (onError: OnError) => Promise<unknown>,
  ) => {
    let refusal: string | null = null;
    const reviewed = await review((error) => {
      refusal = error.message;
      return error;
    });
    if (reviewed === null) {
      if (await stillWaits(payment)) return;
      // Somebody else was faster: what was typed stays and can be copied.
      if (isTyped && refusal !== null) return setRefused(refusal);
    }
    close();
  };
  return (
    <ListPage>
      <PageHeader
        title="Pending Payments"
        line="Payments waiting for someone to confirm that the money arrived."
      />
      {query.isError && !pending ? null : (
        <AboveList>
          <PendingFigures pending={pending} />
        </AboveList>
      )}
      <FilterBar label="Pending payments" list={address} order={orderOf(pendingOrders, address)}>
        <PendingFilterFields list={address} />
      </FilterBar>
      <PendingTable
        list={{
          ...wholeList(query, shown),
          // All stand on one page, whose foot counts them.
          turnTo: () => undefined,
          sort: address.sort,
          sortBy: address.sortBy,
          isNarrowed: address.isNarrowed && pending !== undefined && pending.count > 0,
          clear: address.clear,
        }}
        mayReview={mayReview}
        thumbnail={(payment) =>
          payment.screenshot_url ? (
            <ScreenshotThumbnail
              url={payment.screenshot_url}
              label={`Screenshot of the ${paymentName(payment)}`}
              onOpen={() => ask('look')(payment)}
            />
          ) : null
        }
        onVerify={ask('verify')}
        onFail={ask('fail')}
      />
      {asked?.what === 'look' ? <ScreenshotDialog payment={asked.payment} onClose={close} /> : null}
      {asked?.what === 'verify' ? (
        <VerifyDialog
          payment={asked.payment}
          sale={asked.payment.transaction}
          busy={verify.busy}
          refused={refused}
          onClose={close}
          onVerify={(notes) =>
            void closeWhen(asked.payment, notes !== null, (onError) =>
              verify.run({ params: { paymentId: asked.payment.id }, body: { notes } }, onError),
            )
          }
        />
      ) : null}
      {asked?.what === 'fail' ? (
        <FailDialog
          payment={asked.payment}
          isDraft={asked.payment.transaction.status === 'draft'}
          busy={markFailed.busy}
          refused={refused}
          onClose={close}
          onFail={(reason, isTyped) =>
            void closeWhen(asked.payment, isTyped, (onError) =>
              markFailed.run({ params: { paymentId: asked.payment.id }, body: { reason } }, onError),
            )
          }
        />
      ) : null}
    </ListPage>
  );
}
