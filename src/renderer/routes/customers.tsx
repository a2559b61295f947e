import {
  Add20Regular,
  Delete20Regular,
  Edit20Regular,
  Open20Regular,
  People24Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { customerColumns } from '#renderer/features/customers/customer-columns.tsx';
import { CustomerFilters } from '#renderer/features/customers/customer-filters.tsx';
import { DeleteCustomerDialog } from '#renderer/features/customers/delete-customer-dialog.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** /customers: all customers, filtered by the address. */
export function CustomersPage() {
  const { may, mayHere } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.customers);
  const [deleting, setDeleting] = useState<Customer | null>(null);
  const goTo = (path: string) => () => void navigate(path, { state: list.linkState });
  const create: Action | null = mayHere('customers.create')
    ? { label: 'Add Customer', icon: <Add20Regular />, onClick: goTo('/customers/new') }
    : null;
  const actionsFor = (row: Customer): RowAction[] => [
    { label: 'View', icon: <Open20Regular />, onClick: goTo(`/customers/${row.id}`) },
    ...(may('customers.edit')
      ? [{ label: 'Edit', icon: <Edit20Regular />, onClick: goTo(`/customers/${row.id}/edit`) }]
      : []),
    ...(may('customers.delete')
      ? [{ label: 'Delete', icon: <Delete20Regular />, danger: true, onClick: () => setDeleting(row) }]
      : []),
  ];
  return (
    <ListScreen
      low
      title="Customers"
      line="Everyone who buys at any of our stores."
      actions={{ primary: create }}
      list={list}
      filters={<CustomerFilters list={list} />}
      columns={customerColumns}
      sort="name"
      nameOf={(row) => row.name}
      pageOf={(row) => `/customers/${row.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <People24Regular />,
        title: 'No customers yet',
        text: create
          ? 'Name and phone are enough to start. The till can add customers too.'
          : 'Customers that the till adds show here.',
        action: create && <ActionButton action={create} />,
      }}
      notFound={{ text: 'Check the name or number, or widen the points.' }}
    >
      {deleting ? <DeleteCustomerDialog customer={deleting} onClose={() => setDeleting(null)} /> : null}
    </ListScreen>
  );
}
