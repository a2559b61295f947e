import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PendingPayment } from '#contract/payments.ts';
import { api } from '#renderer/lib/api-client.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { paymentSubject } from './pending-words.ts';

type Review = { success: string; failure: string; send: () => Promise<unknown> };

/** Says what became of a payment; list, figures and badge follow. Answers whether it was done. */
export function useReviewing(storeId: number) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  const follow = (payment: PendingPayment) =>
    Promise.all(
      [
        queryKeys.pendingPayments(storeId),
        queryKeys.transaction(payment.transaction_id),
        queryKeys.transactions(storeId),
        queryKeys.dailyReport(storeId),
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const review = async (payment: PendingPayment, { success, failure, send }: Review): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(true);
    try {
      await send();
      notify.success(success, paymentSubject(payment));
      return true;
    } catch (error) {
      const words = wordsFor(error, failure);
      notify.error(words.title, words.body);
      return false;
    } finally {
      // Somebody else may have been faster: a refusal changes the list as well.
      await follow(payment).catch(() => undefined);
      isBusy.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    verify: (payment: PendingPayment, notes: string | null, key: string) =>
      review(payment, {
        success: 'Payment verified',
        failure: 'Verification failed',
        send: () => api.payments.verify({ params: { paymentId: payment.id }, body: { notes } }, { key }),
      }),
    markFailed: (payment: PendingPayment, reason: string, key: string) =>
      review(payment, {
        success: 'Payment marked failed',
        failure: 'Failed to update payment',
        send: () => api.payments.markFailed({ params: { paymentId: payment.id }, body: { reason } }, { key }),
      }),
  };
}
