import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { customers, type Customer } from '#contract/customers.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload } from '#renderer/lib/use-versioned-form.ts';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { CloseButton, SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import type { CustomerFieldsProps } from './customer-fields.tsx';
import { CustomerForm } from './customer-form.tsx';
import { useCustomerForm, type CustomerFormOptions } from './use-customer-form.ts';
import { useCustomerChoices } from './use-customers.ts';

const SKELETONS = 6;

type CustomerDrawerProps = {
  customerId: number;
  today: CalendarDate;
  /** Pixels that stay free at the right edge of the window. */
  edge: number;
  onSaved: (customer: Customer) => void;
  onClose: () => void;
};

/** Edits the customer of the sale beside the cart, which stays in sight. */
export function CustomerDrawer({ customerId, today, edge, onSaved, onClose }: CustomerDrawerProps) {
  const formId = useId();
  const { busy, run } = useRouteMutation(customers.update, {
    done: 'Customer updated',
    failed: 'Failed to update customer',
  });
  const send: CustomerFormOptions['send'] = async (_, { changed, known, onError }) => {
    const saved = await run({ params: { customerId }, body: { ...changed, known } }, onError);
    if (saved) onSaved(saved);
  };
  return (
    <Drawer
      title="Edit Customer"
      edge={edge}
      locked={busy}
      onClose={onClose}
      foot={
        <>
          <CloseButton>Cancel</CloseButton>
          <SendButton appearance="primary" type="submit" form={formId} disabled={busy}>
            {busy ? 'Saving…' : 'Update Customer'}
          </SendButton>
        </>
      }
    >
      <DrawerBody customerId={customerId} formId={formId} today={today} send={send} />
    </Drawer>
  );
}

type DrawerFormProps = Pick<CustomerFormOptions, 'today' | 'send'> & { formId: string };

function DrawerBody({ customerId, ...form }: DrawerFormProps & { customerId: number }) {
  const customer = useQuery(read(customers.get, { params: { customerId } }));
  const choices = useCustomerChoices();
  if (customer.data && choices.data) {
    return <DrawerForm {...form} {...choices.data} customer={customer.data} />;
  }
  const retry = () => {
    if (customer.isError) void customer.refetch();
    void choices.refetch();
  };
  if (customer.isError || choices.isError) {
    return (
      <ErrorState compact title="The customer could not be loaded" onRetry={retry}>
        Nothing was changed.
      </ErrorState>
    );
  }
  return (
    <Stack gap={20}>
      <LoadingNote>Loading the customer</LoadingNote>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <Skeleton key={index} height={44} />
      ))}
    </Stack>
  );
}

type Loaded = Pick<CustomerFieldsProps, 'groups' | 'channels'> & { customer: Customer };

function DrawerForm({ customer, today, send, formId, ...choices }: DrawerFormProps & Loaded) {
  const load = useReload(customers.get, { params: { customerId: customer.id } });
  const { form, question } = useCustomerForm({ customer, today, load, send });
  return (
    <CustomerForm
      {...choices}
      size={44}
      customer={customer}
      today={today}
      form={{ ...form, state: { ...form.state, id: formId } }}
      question={question}
    />
  );
}
