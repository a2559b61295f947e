import type { ReactNode } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { paymentName } from './payment-text.tsx';

type DeletePaymentDialogProps = {
  payment: Payment;
  isDraft: boolean;
  busy: boolean;
  /** Where a manager is asked. */
  approving: ReactNode;
  onDelete: (reason: string) => void;
  onClose: () => void;
};

/** Asks why a payment is deleted; it is kept for audit and counts no more. */
export function DeletePaymentDialog(props: DeletePaymentDialogProps) {
  const { payment, isDraft, busy, approving, onDelete, onClose } = props;
  return (
    <ReasonDialog
      title={`Delete the ${paymentName(payment)}?`}
      consequence={
        'It no longer counts towards the total. It stays in the list, marked deleted, with your name and reason.' +
        (isDraft ? '' : ' The sale then has a balance due.')
      }
      confirmLabel={`Delete ${formatMoney(payment.amount, 'payment')}`}
      missing="Please provide a reason for deleting this payment"
      busy={busy}
      onConfirm={onDelete}
      onClose={onClose}
    >
      {approving}
    </ReasonDialog>
  );
}
