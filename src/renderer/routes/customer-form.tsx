import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import type { Customer } from '#contract/customers.ts';
import { ApiError } from '#contract/errors.ts';
import { storeDate } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CustomerFormPage } from '#renderer/features/customers/customer-form-page.tsx';
import { CustomerHeader } from '#renderer/features/customers/customer-header.tsx';
import {
  CustomerNotFound,
  CustomerNotLoaded,
  CustomerSkeleton,
} from '#renderer/features/customers/customer-states.tsx';
import type { CustomerFormOptions } from '#renderer/features/customers/use-customer-form.ts';
import {
  useCustomer,
  useCustomerGroups,
  useSignupChannels,
} from '#renderer/features/customers/use-customers.ts';
import { useSavingCustomer } from '#renderer/features/customers/use-saving-customer.ts';
import { useOpenedAt } from '#renderer/lib/use-opened-at.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** /customers/new. */
export function NewCustomerPage() {
  const { may } = useSignedIn();
  const mayOpen = may('customers.view') && may('customers.create');
  return mayOpen ? <LoadedForm id={null} /> : <Navigate to="/dashboard" replace />;
}

/** /customers/:customerId/edit. */
export function EditCustomerPage() {
  const { may } = useSignedIn();
  const { customerId } = useParams();
  if (!may('customers.view') || !may('customers.edit')) return <Navigate to="/dashboard" replace />;
  return <LoadedForm key={customerId} id={Number(customerId)} />;
}

/** Where the form was opened from: the list as it was filtered. */
function useOrigin() {
  const { state } = useLocation() as { state: { list?: string } | null };
  return { state, list: `/customers${state?.list ?? ''}` };
}

function LoadedForm({ id }: { id: number | null }) {
  const { list } = useOrigin();
  const isNew = id === null;
  const isAddress = id !== null && Number.isSafeInteger(id) && id > 0;
  const customer = useCustomer(id ?? 0, { enabled: isAddress });
  const groups = useCustomerGroups();
  const channels = useSignupChannels();
  const needed = isNew ? [groups, channels] : [customer, groups, channels];
  const isMissing = customer.error instanceof ApiError && customer.error.status === 404;
  if (!isNew && (!isAddress || isMissing)) return <CustomerNotFound backTo={list} />;
  if (needed.some((query) => query.isError && !query.data)) {
    const retry = () => needed.forEach((query) => query.isError && void query.refetch());
    return <CustomerNotLoaded backTo={list} onRetry={retry} />;
  }
  if (!groups.data || !channels.data) return <CustomerSkeleton backTo={list} />;
  const choices = { groups: groups.data, channels: channels.data };
  if (isNew) return <NewCustomer {...choices} />;
  if (!customer.data) return <CustomerSkeleton backTo={list} />;
  return <EditCustomer {...choices} customer={customer.data} />;
}

type Choices = Record<'groups' | 'channels', readonly { id: number; name: string }[]>;

/** The store's calendar date when the form was opened. */
function useToday() {
  const { store } = useSignedIn();
  return storeDate(useOpenedAt(), store.timezone);
}

function NewCustomer(choices: Choices) {
  const navigate = useNavigate();
  const notify = useNotify();
  const saving = useSavingCustomer();
  const { state, list } = useOrigin();
  const [sent, setSent] = useState({ form: '', key: '' });
  const create: CustomerFormOptions['onSubmit'] = async (values) => {
    // The same form, sent again after a lost answer, makes no second customer.
    const form = JSON.stringify(values);
    const key = form === sent.form ? sent.key : crypto.randomUUID();
    setSent({ form, key });
    const saved = await saving.create(values, key);
    if (!('customer' in saved)) return saved.fields;
    notify.success(`${saved.customer.name} created`);
    await navigate(`/customers/${saved.customer.id}`, { replace: true, state });
    return {};
  };
  return (
    <CustomerFormPage
      {...choices}
      customer={null}
      today={useToday()}
      header={
        <CustomerHeader
          back={{ to: list, label: 'Customers' }}
          title="New Customer"
          line="Name and phone are enough to start."
        />
      }
      onSubmit={create}
      onCancel={() => void navigate(list)}
    />
  );
}

function EditCustomer({ customer, ...choices }: Choices & { customer: Customer }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const saving = useSavingCustomer();
  const { state } = useOrigin();
  const detail = `/customers/${customer.id}`;
  const update: CustomerFormOptions['onSubmit'] = async (_, changes) => {
    const saved = await saving.update(customer.id, changes);
    if (!('customer' in saved)) return saved.fields;
    notify.success('Customer updated');
    await navigate(detail, { replace: true, state });
    return {};
  };
  return (
    <CustomerFormPage
      {...choices}
      customer={customer}
      today={useToday()}
      header={
        <CustomerHeader
          back={{ to: detail, label: customer.name, state }}
          title="Edit Customer"
          line={`${customer.name} · ${customer.phone}`}
        />
      }
      onSubmit={update}
      onCancel={() => void navigate(detail, { state })}
    />
  );
}
