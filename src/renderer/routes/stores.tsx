import {
  Add20Regular,
  BuildingShop24Regular,
  Edit20Regular,
  Open20Regular,
  PeopleTeam20Regular,
  Prohibited20Regular,
  Settings20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { StoreEntry } from '#contract/stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { DeactivateStoreDialog } from '#renderer/features/stores/deactivate-store-dialog.tsx';
import { storeColumns } from '#renderer/features/stores/store-columns.tsx';
import { StoreFilters } from '#renderer/features/stores/store-filters.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** /stores: all stores of the chain, filtered by the address. */
export function StoresPage() {
  const { staff, may } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.stores);
  const [deactivating, setDeactivating] = useState<StoreEntry | null>(null);
  const goTo = (path: string) => () => void navigate(path, { state: list.linkState });
  const create: Action | null = may('stores.manage')
    ? { label: 'Add Store', icon: <Add20Regular />, onClick: goTo('/stores/new') }
    : null;
  const actionsFor = (row: StoreEntry): RowAction[] => {
    const path = `/stores/${row.id}`;
    const isOwn = staff.store_ids.includes(row.id);
    const manages = may('stores.manage') && isOwn;
    const setsUp = may('stores.settings') && isOwn;
    const edit = { label: 'Edit', icon: <Edit20Regular />, onClick: goTo(`${path}/edit`) };
    const settings = { label: 'Settings', icon: <Settings20Regular />, onClick: goTo(`${path}/settings`) };
    return [
      { label: 'View', icon: <Open20Regular />, onClick: goTo(path) },
      ...(manages && row.is_active ? [edit] : []),
      ...(setsUp && row.is_active ? [settings] : []),
      ...(manages
        ? [
            { label: 'Staff', icon: <PeopleTeam20Regular />, onClick: goTo(`${path}/staff`) },
            {
              label: 'Deactivate',
              icon: <Prohibited20Regular />,
              danger: true,
              disabled: !row.is_active,
              onClick: () => setDeactivating(row),
            },
          ]
        : []),
    ];
  };
  return (
    <ListScreen
      title="Stores"
      line="Every shop and warehouse of the chain."
      actions={{ primary: create }}
      list={list}
      filters={<StoreFilters list={list} />}
      columns={storeColumns}
      sort="name"
      nameOf={(row) => row.name}
      pageOf={(row) => `/stores/${row.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <BuildingShop24Regular />,
        title: 'No stores yet',
        text: 'Shops and warehouses show here.',
        action: create && <ActionButton action={create} />,
      }}
      notFound={{ text: 'Check the code or the name, or look among all statuses and types.' }}
    >
      {deactivating ? (
        <DeactivateStoreDialog store={deactivating} onClose={() => setDeactivating(null)} />
      ) : null}
    </ListScreen>
  );
}
