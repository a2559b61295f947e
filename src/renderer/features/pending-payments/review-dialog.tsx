import type { PendingPayment } from '#contract/payments.ts';
import { FailDialog } from '#renderer/features/payments/fail-dialog.tsx';
import { useReviewing } from '#renderer/features/payments/use-reviewing.ts';
import { VerifyDialog } from '#renderer/features/payments/verify-dialog.tsx';
import { paymentText } from './pending-text.ts';

type ReviewDialogProps = { what: 'verify' | 'fail'; payment: PendingPayment; onClose: () => void };

/** Verifies one of the pending payments, or marks it failed. */
export function ReviewDialog({ what, payment, onClose }: ReviewDialogProps) {
  const body = paymentText(payment);
  const { busy, refused, verify, fail } = useReviewing({
    payment,
    done: {
      verified: { title: 'Payment verified', body },
      failed: { title: 'Payment marked failed', body },
    },
    onClose,
  });
  const common = { payment, busy, refused, onClose };
  return what === 'verify' ? (
    <VerifyDialog {...common} sale={payment.transaction} onVerify={(notes) => void verify(notes)} />
  ) : (
    <FailDialog
      {...common}
      isDraft={payment.transaction.status === 'draft'}
      onFail={(reason, isTyped) => void fail(reason, isTyped)}
    />
  );
}
