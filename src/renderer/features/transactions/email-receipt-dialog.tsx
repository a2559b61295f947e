import { transactions, type Transaction } from '#contract/transactions.ts';
import { numberOf } from '#domain/transactions.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

type EmailReceiptDialogProps = { transaction: Transaction; onClose: () => void };

/** Asks where a receipt goes. */
export function EmailReceiptDialog({ transaction, onClose }: EmailReceiptDialogProps) {
  const { run } = useChange(transactions.emailReceipt, {
    done: ({ message }) => ({ title: 'Receipt sent', body: message }),
    failed: 'Failed to email receipt',
  });
  const form = useContractForm(transactions.emailReceipt.body, {
    // The customer's, if one is known.
    values: { email: transaction.customer?.email ?? transaction.receipt_email ?? '' },
    send: async (body, { tell }) => {
      if (await run({ params: { transactionId: transaction.id }, body }, tell)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={`Email receipt ${numberOf(transaction)}`}
      submitLabel="Send Receipt"
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
