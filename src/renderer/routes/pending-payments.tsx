import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PendingPayment } from '#contract/payments.ts';
import { paymentName } from '#domain/payments.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ReviewDialog } from '#renderer/features/payments/review-dialog.tsx';
import { ScreenshotDialog } from '#renderer/features/payments/screenshot-dialog.tsx';
import { ScreenshotThumbnail } from '#renderer/features/payments/screenshot-thumbnail.tsx';
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

  const pending = query.data;
  const shown = pending && narrowPending(pending.payments, address.query);
  const mayReview = ({ transaction }: PendingPayment) =>
    transaction.status === 'draft' ? may('transactions.create') : may('payments.review');
  const ask = (what: Asked['what']) => (payment: PendingPayment) => setAsked({ what, payment });
  const close = () => setAsked(null);
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
      {asked === null ? null : asked.what === 'look' ? (
        <ScreenshotDialog payment={asked.payment} onClose={close} />
      ) : (
        <ReviewDialog
          what={asked.what}
          payment={asked.payment}
          body={paymentText(asked.payment)}
          onClose={close}
        />
      )}
    </ListPage>
  );
}
