import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { customers, type Customer } from '#contract/customers.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { read } from '#renderer/lib/read.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import type { CustomerFieldsProps } from './customer-fields.tsx';
import { CustomerForm } from './customer-form.tsx';
import { useCustomerForm } from './use-customer-form.ts';
import { useCustomerChoices } from './use-customers.ts';

const useStyles = makeStyles({
  skeleton: { display: 'flex', flexDirection: 'column', gap: '20px' },
});

const SKELETONS = 6;

export type CustomerDrawerProps = {
  customerId: number;
  today: CalendarDate;
  /** Pixels that stay free at the window's right. */
  edge: number;
  onSaved: (customer: Customer) => void;
  onClose: () => void;
};

/** Edits the customer of the sale beside the cart, which stays in sight. */
export function CustomerDrawer({ customerId, ...props }: CustomerDrawerProps) {
  const styles = useStyles();
  const customer = useQuery(read(customers.get, { params: { customerId } }));
  const choices = useCustomerChoices();
  const { edge, onClose } = props;
  if (customer.data && choices.data) {
    return <LoadedDrawer {...props} {...choices.data} customer={customer.data} />;
  }
  const retry = () => {
    if (customer.isError) void customer.refetch();
    void choices.refetch();
  };
  return (
    <Drawer
      title="Edit Customer"
      edge={edge}
      onClose={onClose}
      foot={
        <Button size="till" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {customer.isError || choices.isError ? (
        <ErrorState compact title="The customer could not be loaded" onRetry={retry}>
          Nothing was changed.
        </ErrorState>
      ) : (
        <div className={styles.skeleton}>
          <LoadingNote>Loading the customer</LoadingNote>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <Skeleton key={index} height={44} />
          ))}
        </div>
      )}
    </Drawer>
  );
}

type LoadedDrawerProps = Omit<CustomerDrawerProps, 'customerId'> &
  Pick<CustomerFieldsProps, 'groups' | 'channels'> & { customer: Customer };

function LoadedDrawer({ customer, today, edge, onSaved, onClose, ...choices }: LoadedDrawerProps) {
  const update = useChange(customers.update, {
    done: 'Customer updated',
    failed: 'Failed to update customer',
  });
  const { form, question } = useCustomerForm({
    customer,
    today,
    send: async (_, { changed, tell }) => {
      const saved = await update.run({ params: { customerId: customer.id }, body: changed }, tell);
      if (saved) onSaved(saved);
    },
  });
  const { id, busy } = form.state;
  return (
    <Drawer
      title="Edit Customer"
      edge={edge}
      locked={busy}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button size="till" appearance="primary" type="submit" form={id} disabled={busy}>
            {busy ? 'Saving…' : 'Update Customer'}
          </Button>
        </>
      }
    >
      <CustomerForm
        {...choices}
        size={44}
        customer={customer}
        today={today}
        form={form}
        question={question}
      />
    </Drawer>
  );
}
