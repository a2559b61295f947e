import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { paymentName } from './payment-words.tsx';
import { SubmitForm } from './submit-form.tsx';

type DeletePaymentDialogProps = {
  payment: Payment;
  isDraft: boolean;
  busy: boolean;
  onDelete: (reason: string) => void;
  onClose: () => void;
};

/** Asks why a payment is deleted; it is kept for audit and counts no more. */
export function DeletePaymentDialog({ payment, isDraft, busy, onDelete, onClose }: DeletePaymentDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const confirm = () => {
    if (reason.trim()) onDelete(reason.trim());
    else setError('Please provide a reason for deleting this payment');
  };
  return (
    <ConfirmDialog
      open
      title={`Delete the ${paymentName(payment)}?`}
      consequence={
        'It no longer counts towards the total. It stays in the list, marked deleted, with your name and reason.' +
        (isDraft ? '' : ' The sale then has a balance due.')
      }
      confirmLabel={`Delete ${formatMoney(payment.amount, 'payment')}`}
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
          onChange={(event) => {
            setReason(event.target.value);
            setError(null);
          }}
        />
      </SubmitForm>
    </ConfirmDialog>
  );
}
