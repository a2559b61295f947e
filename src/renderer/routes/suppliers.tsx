import {
  Add20Regular,
  Edit20Regular,
  Open20Regular,
  VehicleTruckProfile24Regular,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import type { Supplier } from '#contract/suppliers.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { PageCounts } from '#renderer/features/suppliers/page-counts.tsx';
import { useSupplierActions } from '#renderer/features/suppliers/supplier-actions.tsx';
import { supplierColumns } from '#renderer/features/suppliers/supplier-columns.tsx';
import { SupplierFilters } from '#renderer/features/suppliers/supplier-filters.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import { useMedia, WIDE_WINDOW } from '#renderer/ui/use-media.ts';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** /suppliers: the chain's suppliers, filtered by the address. */
export function SuppliersPage() {
  const { store, may } = useSignedIn();
  const navigate = useNavigate();
  const isWide = useMedia(WIDE_WINDOW);
  const list = useList(...lists.suppliers);
  const { actionsFor: moreFor, dialog } = useSupplierActions(may);
  const goTo = (path: string) => () => void navigate(path, { state: list.linkState });
  const add: Action | null = may('inventory.create')
    ? { label: 'Add Supplier', icon: <Add20Regular />, onClick: goTo('/suppliers/create') }
    : null;
  const actionsFor = (supplier: Supplier): RowAction[] => [
    { label: 'View', icon: <Open20Regular />, onClick: goTo(`/suppliers/${supplier.id}`) },
    ...(may('inventory.update')
      ? [{ label: 'Edit', icon: <Edit20Regular />, onClick: goTo(`/suppliers/${supplier.id}/edit`) }]
      : []),
    ...moreFor(supplier),
  ];
  return (
    <ListScreen
      title="Suppliers"
      line="Companies you buy stock from."
      actions={{ primary: add }}
      above={list.error ? null : <PageCounts rows={list.page?.data} />}
      list={list}
      filters={<SupplierFilters list={list} />}
      columns={supplierColumns(zonesOf(store), isWide)}
      sort="name"
      nameOf={(row) => row.name}
      pageOf={(row) => `/suppliers/${row.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <VehicleTruckProfile24Regular />,
        title: 'No suppliers yet',
        text: add
          ? 'A name and a code are enough to start. Items can then say whom they came from.'
          : 'Companies you buy stock from show here.',
        action: add && <ActionButton action={add} />,
      }}
      notFound={{ text: 'Check the name or the code, or look among all statuses.' }}
    >
      {dialog}
    </ListScreen>
  );
}
