import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { paymentName } from './payment-text.tsx';
import { SubmitForm } from '#renderer/ui/submit-form.tsx';

type VerifyDialogProps = {
  payment: Payment;
  busy: boolean;
  onVerify: (notes: string | null) => void;
  onClose: () => void;
};

/** Confirms that a pending payment arrived; notes are optional. */
export function VerifyDialog({ payment, busy, onVerify, onClose }: VerifyDialogProps) {
  const [notes, setNotes] = useState('');
  const confirm = () => onVerify(notes.trim() || null);
  const reference = payment.reference_number ? ` with reference ${payment.reference_number}` : '';
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Verify the ${paymentName(payment)}?`}
      consequence={`Check first that ${formatMoney(payment.amount, 'payment')}${reference} arrived. The payment then counts as paid, verified by you.`}
      confirmLabel={`Verify ${formatMoney(payment.amount, 'payment')}`}
      keyCap="Ctrl+Enter"
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <SubmitForm onSubmit={confirm} disabled={busy}>
        <TextField
          label="Notes"
          size={44}
          maxLength={1000}
          placeholder="Optional"
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </SubmitForm>
    </ConfirmDialog>
  );
}
