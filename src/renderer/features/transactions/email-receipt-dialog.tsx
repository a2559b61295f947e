import { transactions, type Transaction } from '#contract/transactions.ts';
import { numberOf } from '#domain/transactions.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

type EmailReceiptDialogProps = {
  transaction: Transaction;
  /** Called once the email is on its way to this address. */
  onSent?: (email: string) => void;
  onClose: () => void;
};

export function EmailReceiptDialog({ transaction, onSent, onClose }: EmailReceiptDialogProps) {
  const { run } = useRouteMutation(
    transactions.emailReceipt,
    {
      done: (_, { body }) => `Receipt sent to ${body.email}`,
      failed: 'Failed to email receipt',
    },
    // Each request is an email of its own: the address may differ.
    { repeats: true },
  );
  const form = useContractForm(transactions.emailReceipt.body, {
    // The customer's address, if known.
    values: { email: transaction.customer?.email ?? transaction.receipt_email ?? '' },
    send: async (body, { onError }) => {
      if (!(await run({ params: { transactionId: transaction.id }, body }, onError))) return;
      onSent?.(body.email);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={`Email receipt ${numberOf(transaction)}`}
      submitLabel="Send receipt"
      onClose={onClose}
    >
      <TextField
        {...form.field('email', { setValueAs: (text: string) => text.trim() })}
        label="Email"
        type="email"
        size={44}
        maxLength={255}
      />
    </FormDialog>
  );
}
