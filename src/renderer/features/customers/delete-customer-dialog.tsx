import { customers, type Customer } from '#contract/customers.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { DeleteDialog } from '#renderer/ui/delete-dialog.tsx';
import { pointsNamed } from './customer-text.ts';

type DeleteCustomerDialogProps = { customer: Customer; onClose: () => void };

/** Asks before a customer is deleted, and says what is lost and what stays. */
export function DeleteCustomerDialog({ customer, onClose }: DeleteCustomerDialogProps) {
  const { id, name, loyalty_points: points } = customer;
  const { run } = useRouteMutation(customers.delete, { failed: 'Failed to delete customer' });
  return (
    <DeleteDialog
      name={name}
      consequence={
        points > 0
          ? `${name} and ${pointsNamed(points)} leave the list of customers. Past sales keep the name.`
          : `${name} leaves the list of customers. Past sales keep the name.`
      }
      onDelete={(onError) => run({ params: { customerId: id } }, onError)}
      onClose={onClose}
    />
  );
}
