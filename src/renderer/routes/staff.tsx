import {
  Add20Regular,
  Edit20Regular,
  Key20Regular,
  Open20Regular,
  PersonProhibited20Regular,
  PeopleTeam24Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { StaffRow } from '#contract/people.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useStoreChoices } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { DeactivateDialog } from '#renderer/features/staff/deactivate-dialog.tsx';
import { staffColumns } from '#renderer/features/staff/staff-columns.tsx';
import { StaffFilters } from '#renderer/features/staff/staff-filters.tsx';
import { mayManage, mayReset } from '#renderer/features/staff/staff-rights.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { lists } from './lists.ts';

/** /staff: the people of the reader's stores, filtered by the address. */
export function StaffPage() {
  const { staff, store } = useSignedIn();
  const stores = useStoreChoices();
  const navigate = useNavigate();
  const list = useList(...lists.staff);
  const [leaving, setLeaving] = useState<StaffRow | null>(null);
  const goTo = (path: string) => () => void navigate(path, { state: list.linkState });
  const add: Action | null =
    staff.gives_roles.length > 0
      ? { label: 'Add Staff Member', icon: <Add20Regular />, onClick: goTo('/staff/new') }
      : null;
  const actionsFor = (row: StaffRow): RowAction[] => {
    const page = `/staff/${row.id}`;
    const key = <Key20Regular />;
    const view = { label: 'View', icon: <Open20Regular />, onClick: goTo(page) };
    if (row.id === staff.id) {
      return [view, { label: 'Change Password', icon: key, onClick: goTo(`${page}/reset-password`) }];
    }
    if (!mayManage(staff, row)) return [view];
    const edit = { label: 'Edit', icon: <Edit20Regular />, onClick: goTo(`${page}/edit`) };
    if (!row.is_active) return [view, edit];
    return [
      view,
      edit,
      ...(mayReset(staff, row)
        ? [{ label: 'Reset Password', icon: key, onClick: goTo(`${page}/reset-password`) }]
        : []),
      {
        label: 'Deactivate',
        icon: <PersonProhibited20Regular />,
        danger: true,
        onClick: () => setLeaving(row),
      },
    ];
  };
  return (
    <ListScreen
      title="Staff Management"
      line="Who works at our stores, and what they may do."
      actions={{ primary: add }}
      list={list}
      filters={<StaffFilters list={list} stores={stores} />}
      columns={staffColumns(zonesOf(store))}
      sort="name"
      nameOf={(row) => row.name}
      pageOf={(row) => `/staff/${row.id}`}
      actionsFor={actionsFor}
      empty={{
        icon: <PeopleTeam24Regular />,
        title: 'No staff yet',
        text: 'People who work at your stores show here.',
        action: add && <ActionButton action={add} />,
      }}
      notFound={{ text: 'Check the name, or choose another role, store or status.' }}
    >
      {leaving ? <DeactivateDialog person={leaving} onClose={() => setLeaving(null)} /> : null}
    </ListScreen>
  );
}
