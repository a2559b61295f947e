import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Payment, payments } from '#contract/payments.ts';
import { transactions } from '#contract/transactions.ts';
import { isOutOfDate } from '#renderer/lib/api-client.ts';
import type { ToastText } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { type OnError, useRouteMutation } from '#renderer/lib/use-route-mutation.ts';

type Reviewed = {
  payment: Payment;
  /** The toasts of a payment that was verified or marked failed. */
  done: { verified: ToastText; failed: ToastText };
  onChanged?: (payment: Payment) => void;
  onClose: () => void;
};

/** Verifies a payment or marks it failed, for a dialog that is open about it. */
export function useReviewing({ payment, done, onChanged, onClose }: Reviewed) {
  const params = { paymentId: payment.id };
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<string | null>(null);
  const verification = useRouteMutation(payments.verify, {
    done: () => done.verified,
    failed: 'Verification failed',
  });
  const failure = useRouteMutation(payments.markFailed, { done: () => done.failed, failed: 'Update failed' });

  /**
   * Closes the dialog if the payment was changed elsewhere or the sale is over, unless something was typed in it: then
   * it says why. Any other refusal loses no input.
   */
  const leaveUnless =
    (isTyped: boolean): OnError =>
    (refusal) => {
      if (isOutOfDate(refusal)) {
        const sale = read(transactions.get, { params: { transactionId: payment.transaction_id } });
        for (const { queryKey } of [sale, read(payments.pending)])
          void queryClient.invalidateQueries({ queryKey });
      }
      if (refusal.status === 404 || refusal.code === 'illegal_state') {
        if (isTyped) setRefused(refusal.message);
        else onClose();
      }
      return refusal;
    };
  const finish = async (change: Promise<Payment | null>) => {
    const changed = await change;
    if (!changed) return;
    onChanged?.(changed);
    onClose();
  };
  return {
    busy: verification.busy || failure.busy,
    /** Why the payment can no longer be reviewed, beside what was typed; else null. */
    refused,
    verify: (notes: string | null) =>
      finish(verification.run({ params, body: { notes } }, leaveUnless(notes !== null))),
    fail: (reason: string, isTyped = false) =>
      finish(failure.run({ params, body: { reason } }, leaveUnless(isTyped))),
    /** Closes the dialog where any other change of the payment comes too late. */
    leave: leaveUnless(false),
    /** Waits for a change of the payment, and closes the dialog. */
    finish,
  };
}
