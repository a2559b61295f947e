import { makeStyles } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import type { CalendarDate } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { CustomerForm } from './customer-form.tsx';
import type { CustomerFormOptions } from './use-customer-form.ts';
import { useCustomer, useCustomerGroups, useSignupChannels } from './use-customers.ts';
import { useSavingCustomer } from './use-saving-customer.ts';

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
export function CustomerDrawer({ customerId, today, edge, onSaved, onClose }: CustomerDrawerProps) {
  const formId = useId();
  const notify = useNotify();
  const saving = useSavingCustomer();
  const [busy, setBusy] = useState(false);
  const submit: CustomerFormOptions['onSubmit'] = async (_, changes) => {
    setBusy(true);
    const saved = await saving.update(customerId, changes);
    setBusy(false);
    if (!('customer' in saved)) return saved.fields;
    notify.success('Customer updated');
    onSaved(saved.customer);
    return {};
  };
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
          <Button size="till" appearance="primary" type="submit" form={formId} disabled={busy}>
            {busy ? 'Saving…' : 'Update Customer'}
          </Button>
        </>
      }
    >
      <LoadedForm formId={formId} customerId={customerId} today={today} onSubmit={submit} />
    </Drawer>
  );
}

type LoadedFormProps = {
  formId: string;
  customerId: number;
  today: CalendarDate;
  onSubmit: CustomerFormOptions['onSubmit'];
};

function LoadedForm({ customerId, ...form }: LoadedFormProps) {
  const styles = useStyles();
  const queries = [useCustomer(customerId), useCustomerGroups(), useSignupChannels()] as const;
  const [customer, groups, channels] = queries;
  if (queries.some((query) => query.isError)) {
    return (
      <ErrorState
        compact
        title="The customer could not be loaded"
        onRetry={() => queries.forEach((query) => query.isError && void query.refetch())}
      >
        Nothing was changed.
      </ErrorState>
    );
  }
  if (!customer.data || !groups.data || !channels.data) {
    return (
      <div className={styles.skeleton}>
        <LoadingNote>Loading the customer</LoadingNote>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <Skeleton key={index} height={44} />
        ))}
      </div>
    );
  }
  return (
    <CustomerForm
      {...form}
      size={44}
      customer={customer.data}
      groups={groups.data}
      channels={channels.data}
    />
  );
}
