import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { DEFAULT_FAILURE_REASON } from '#domain/payments.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { paymentName } from './payment-words.tsx';
import { SubmitForm } from './submit-form.tsx';

type FailDialogProps = {
  payment: Payment;
  isDraft: boolean;
  busy: boolean;
  onFail: (reason: string) => void;
  onClose: () => void;
};

/** What a payment marked failed leaves behind. */
export function failureConsequence(isDraft: boolean): string {
  return isDraft
    ? 'It no longer counts towards the total, and cannot be marked completed later.'
    : 'It no longer counts towards the total, and cannot be marked completed later. The sale then has a balance due.';
}

/** Asks why a pending payment is marked failed. */
export function FailDialog({ payment, isDraft, busy, onFail, onClose }: FailDialogProps) {
  const [reason, setReason] = useState(payment.notes?.trim() || DEFAULT_FAILURE_REASON);
  const [error, setError] = useState<string | null>(null);
  const confirm = () => {
    if (reason.trim()) onFail(reason.trim());
    else setError('Reason required');
  };
  return (
    <ConfirmDialog
      open
      title={`Mark the ${paymentName(payment)} failed?`}
      consequence={failureConsequence(isDraft)}
      confirmLabel={`Mark ${formatMoney(payment.amount, 'payment')} failed`}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <SubmitForm onSubmit={confirm} disabled={busy} errors={error}>
        <TextField
          label="Reason"
          required
          size={44}
          maxLength={500}
          value={reason}
          error={error}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setReason(event.target.value);
            setError(null);
          }}
        />
      </SubmitForm>
    </ConfirmDialog>
  );
}
