import type { PendingPayment } from '#contract/payments.ts';
import { FailDialog } from './fail-dialog.tsx';
import { useReviewing } from './use-reviewing.ts';
import { VerifyDialog } from './verify-dialog.tsx';

type ReviewDialogProps = {
  what: 'verify' | 'fail';
  payment: PendingPayment;
  /** The payment as the toast names it. */
  body: string;
  onClose: () => void;
};

/** Verifies one of the pending payments, or marks it failed. */
export function ReviewDialog({ what, payment, body, onClose }: ReviewDialogProps) {
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
