import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentName, DEFAULT_FAILURE_REASON } from '#domain/payments.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';

type FailDialogProps = {
  payment: Payment;
  isDraft: boolean;
  busy: boolean;
  /** Why it can no longer be marked; what was typed stays. */
  refused: string | null;
  onFail: (reason: string, isTyped: boolean) => void;
  onClose: () => void;
};

/** Returns the consequence text for marking a payment failed. */
export function failureConsequence(isDraft: boolean): string {
  return isDraft
    ? 'It no longer counts towards the total, and cannot be marked completed later.'
    : 'It no longer counts towards the total, and cannot be marked completed later. The sale then has a balance due.';
}

/** Asks why a pending payment is marked failed. */
export function FailDialog({ payment, isDraft, onFail, ...rest }: FailDialogProps) {
  const proposed = payment.notes?.trim() || DEFAULT_FAILURE_REASON;
  return (
    <ReasonDialog
      title={`Mark the ${paymentName(payment)} failed?`}
      consequence={failureConsequence(isDraft)}
      confirmLabel={`Mark ${formatMoney(payment.amount, 'payment')} failed`}
      proposed={proposed}
      onConfirm={(reason) => onFail(reason, reason !== proposed)}
      {...rest}
    />
  );
}
