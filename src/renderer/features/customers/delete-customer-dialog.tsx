import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import { api } from '#renderer/lib/api-client.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { pointsNamed } from './customer-words.ts';

type DeleteCustomerDialogProps = {
  customer: Customer;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before a customer is taken off the list, with what is lost and what stays. */
export function DeleteCustomerDialog({ customer, onDeleted, onClose }: DeleteCustomerDialogProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api.customers.delete({ params: { customerId: customer.id } });
      await queryClient.invalidateQueries({ queryKey: ['customers'] });
      notify.success(`${customer.name} deleted`);
      onDeleted();
    } catch (error) {
      const words = wordsFor(error, 'Failed to delete customer');
      notify.error(words.title, words.body);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={`Delete ${customer.name}?`}
      consequence={
        customer.loyalty_points > 0
          ? `${customer.name} and ${pointsNamed(customer.loyalty_points)} leave the list of customers. Past sales keep the name.`
          : `${customer.name} leaves the list of customers. Past sales keep the name.`
      }
      confirmLabel={`Delete ${customer.name}`}
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
