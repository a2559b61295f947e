import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

type DeletePaymentDialogProps = {
  payment: Payment;
  busy: boolean;
  onDelete: (reason: string) => void;
  onClose: () => void;
};

/** Asks why a payment is deleted; it is kept for audit and counts no more. */
export function DeletePaymentDialog({ payment, busy, onDelete, onClose }: DeletePaymentDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const amount = formatMoney(payment.amount, 'payment');
  const confirm = () => {
    if (reason.trim()) onDelete(reason.trim());
    else setError('Please provide a reason for deleting this payment');
  };
  return (
    <ConfirmDialog
      open
      title={`Delete the ${paymentMethodLabels[payment.method]} payment of ${amount}?`}
      consequence="It no longer counts towards the total. It stays in the list, marked deleted, with your name and reason."
      confirmLabel={`Delete ${amount}`}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <TextField
        label="Reason"
        size={44}
        maxLength={500}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(null);
        }}
      />
    </ConfirmDialog>
  );
}
