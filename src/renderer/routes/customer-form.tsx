import { useLocation, useNavigate } from 'react-router';
import { customers, type Customer } from '#contract/customers.ts';
import { hasOwnPrices } from '#domain/pricing.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CustomerFormPage } from '#renderer/features/customers/customer-form-page.tsx';
import { noCustomer } from '#renderer/features/customers/customer-skeleton.tsx';
import { useCustomerChoices } from '#renderer/features/customers/use-customers.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload } from '#renderer/lib/use-versioned-form.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';

type Choices = NonNullable<ReturnType<typeof useCustomerChoices>['data']>;

/** /customers/new. */
export function NewCustomerPage() {
  const back = { to: useBackToList('/customers'), label: 'Customers' };
  const choices = useCustomerChoices();
  return (
    <Loaded back={back} query={choices} {...noCustomer}>
      {(loaded) => <NewCustomer {...loaded} back={back} />}
    </Loaded>
  );
}

/** /customers/:customerId/edit. */
export function EditCustomerPage() {
  const back = { to: useBackToList('/customers'), label: 'Customers' };
  const choices = useCustomerChoices();
  const customer = useAddressed('customerId', (customerId) =>
    read(customers.get, { params: { customerId } }),
  );
  return (
    <Loaded back={back} query={customer} {...noCustomer}>
      {(found) => (
        <Loaded back={back} query={choices} {...noCustomer}>
          {(loaded) => <EditCustomer key={found.id} {...loaded} customer={found} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function NewCustomer({ back, ...choices }: Choices & { back: { to: string; label: string } }) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { store, may } = useSignedIn();
  const proposed = choices.groups.find(({ slug }) => slug === store.settings?.default_customer_group);
  const { run } = useRouteMutation(customers.create, {
    done: ({ name }) => `${name} created`,
    failed: 'Failed to create customer',
  });
  return (
    <CustomerFormPage
      {...choices}
      groups={choices.groups.filter(
        (group) => group === proposed || may('customers.edit') || !hasOwnPrices(group.slug),
      )}
      customer={null}
      proposedGroup={proposed?.id ?? null}
      today={useToday(zonesOf(store))}
      header={<DetailHeader back={back} title="New Customer" line="Name and phone are enough to start." />}
      send={async (body, { onError, isShown }) => {
        const customer = await run({ body }, onError);
        if (customer && isShown()) await navigate(`/customers/${customer.id}`, { replace: true, state });
      }}
      onCancel={() => void navigate(back.to)}
    />
  );
}

function EditCustomer({ customer, ...choices }: Choices & { customer: Customer }) {
  const { state } = useLocation() as { state: unknown };
  const detail = `/customers/${customer.id}`;
  const leave = useReturn(detail);
  const { store } = useSignedIn();
  const params = { customerId: customer.id };
  const { run } = useRouteMutation(customers.update, {
    done: 'Customer updated',
    failed: 'Failed to update customer',
  });
  return (
    <CustomerFormPage
      {...choices}
      customer={customer}
      today={useToday(zonesOf(store))}
      header={
        <DetailHeader
          back={{ to: detail, label: customer.name, state }}
          title="Edit Customer"
          line={customer.phone}
        />
      }
      load={useReload(customers.get, { params })}
      send={async (_, { changed, known, onError, isShown }) => {
        const saved = await run({ params, body: { ...changed, known } }, onError);
        if (saved && isShown()) await leave();
      }}
      onCancel={() => void leave()}
    />
  );
}
