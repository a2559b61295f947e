import { Add20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Customer } from '#contract/customers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CustomerFilters } from '#renderer/features/customers/customer-filters.tsx';
import { CustomersTable, type RowWish } from '#renderer/features/customers/customers-table.tsx';
import { DeleteCustomerDialog } from '#renderer/features/customers/delete-customer-dialog.tsx';
import { isNarrowed, NO_FILTERS, readAddress } from '#renderer/features/customers/list-address.ts';
import { NothingFound, NothingYet, PastTheEnd } from '#renderer/features/customers/list-states.tsx';
import { useCustomerList } from '#renderer/features/customers/use-customer-list.ts';
import { useAddress } from '#renderer/lib/use-address.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { ListPage } from '#renderer/ui/list-page.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Pager } from '#renderer/ui/pager.tsx';

/** /customers: everyone who buys, filtered by its address. */
export function CustomersPage() {
  const { may } = useSignedIn();
  return may('customers.view') ? <Customers /> : <Navigate to="/dashboard" replace />;
}

function Customers() {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { params, change, turnTo } = useAddress();
  const address = readAddress(params);
  const list = useCustomerList(address);
  const [deleting, setDeleting] = useState<Customer | null>(null);

  // The page there leads back to the list as it is filtered.
  const state = { list: search };
  const open = (customer: Customer) => void navigate(`/customers/${customer.id}`, { state });
  const create = may('customers.create') ? () => void navigate('/customers/new', { state }) : null;
  const mayDo = (wish: RowWish) => may(wish === 'edit' ? 'customers.edit' : 'customers.delete');
  const doIt = (wish: RowWish, customer: Customer) => {
    if (wish === 'edit') void navigate(`/customers/${customer.id}/edit`, { state });
    else setDeleting(customer);
  };

  const page = list.data;
  const instead = () => {
    if (list.isError && !page) {
      return (
        <ErrorState title="Customers could not be loaded" onRetry={() => void list.refetch()}>
          The server did not answer. Your filters are kept. If it happens again, check the store’s connection.
        </ErrorState>
      );
    }
    if (!page || page.data.length > 0) return null;
    if (page.total > 0) return <PastTheEnd onFirst={() => turnTo(1)} />;
    if (isNarrowed(address)) return <NothingFound onClear={() => change(NO_FILTERS)} />;
    return <NothingYet onCreate={create} />;
  };
  return (
    <ListPage>
      <PageHeader
        title="Customers"
        line="Everyone who buys at any of our stores."
        actions={
          create ? (
            <Button appearance="primary" icon={<Add20Regular />} onClick={create}>
              New Customer
            </Button>
          ) : undefined
        }
      />
      <CustomerFilters address={address} onChange={change} />
      <CustomersTable
        rows={page?.data}
        stale={list.isPlaceholderData}
        instead={instead()}
        mayDo={mayDo}
        linkTo={(row) => ({ to: `/customers/${row.id}`, state })}
        onOpen={open}
        onWish={doIt}
        pager={page ? <Pager place={page} onPage={turnTo} /> : null}
      />
      {deleting ? (
        <DeleteCustomerDialog
          customer={deleting}
          onDeleted={() => setDeleting(null)}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </ListPage>
  );
}
