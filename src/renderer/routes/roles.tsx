import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { roles as routes, type RoleGrants } from '#contract/roles.ts';
import { usePendingGrants } from '#renderer/features/roles/pending-grants.ts';
import { RoleChanges } from '#renderer/features/roles/role-changes.tsx';
import { RoleList } from '#renderer/features/roles/role-list.tsx';
import { RolesMatrix } from '#renderer/features/roles/roles-matrix.tsx';
import { permissionList, permissions } from '#domain/permissions.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { LoadedCard } from '#renderer/ui/loaded-card.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';

const times = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const header = (
  <PageHeader
    title="Roles"
    line="What each role may do. A change holds from the next click on, for everybody with that role."
  />
);

/** /roles: the permissions of each role, for all who have it. */
export function RolesPage() {
  const query = useQuery(read(routes.list));
  const [restoring, setRestoring] = useState<RoleGrants | null>(null);
  if (query.data) {
    return (
      <>
        <RolesForm roles={query.data} onRestore={setRestoring} />
        {restoring ? <RestoreDialog role={restoring} onClose={() => setRestoring(null)} /> : null}
      </>
    );
  }
  return (
    <Page>
      {header}
      <LoadedCard query={query} what="The roles">
        <Skeleton height={480} />
      </LoadedCard>
    </Page>
  );
}

type RolesFormProps = { roles: readonly RoleGrants[]; onRestore: (role: RoleGrants) => void };

/** All roles as one form: a matrix, or one role at a time where a window is too narrow for it. */
function RolesForm({ roles, onRestore }: RolesFormProps) {
  const id = useId();
  const pending = usePendingGrants(roles, permissions);
  const { changed, wantedOf } = pending;
  const { run } = useRouteMutation(routes.update, {
    done: ({ label }) => `${label} saved`,
    failed: 'Failed to update role',
  });
  const saving = useOnce(async () => {
    for (const { role } of changed) {
      const body = { permissions: [...wantedOf(role.role)], seen: role.permissions };
      if (await run({ params: { role: role.role }, body })) pending.forget(role.role);
    }
  });
  const cells = changed.reduce((sum, { cells: some }) => sum + some.length, 0);
  const form = {
    id,
    isDirty: changed.length > 0,
    busy: saving.busy,
    errors: 0,
    submit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      void saving.run(undefined);
    },
  };
  const Grants = useMedia(ONE_PANE) ? RoleList : RolesMatrix;
  return (
    <FormPage
      header={header}
      wide
      form={form}
      changes={<RoleChanges roles={roles} changed={changed} wantedOf={wantedOf} />}
      changesText={`${times(cells, 'unsaved change')} in ${changed.map(({ role }) => role.label).join(', ')}`}
      onCancel={() => pending.forget()}
    >
      <Form form={form} deliberate>
        <Grants roles={roles} wantedOf={wantedOf} onChange={pending.set} onRestore={onRestore} />
      </Form>
    </FormPage>
  );
}

function RestoreDialog({ role, onClose }: { role: RoleGrants; onClose: () => void }) {
  const { busy, run } = useRouteMutation(routes.restore, {
    done: `${role.label} is back to the defaults`,
    failed: 'Failed to restore role',
  });
  const names = (some: readonly string[], others: readonly string[]) =>
    permissionList
      .filter(({ permission }) => some.includes(permission) && !others.includes(permission))
      .map(({ label }) => label)
      .join(', ');
  const gained = names(role.default_permissions, role.permissions);
  const lost = names(role.permissions, role.default_permissions);
  const restore = async () => {
    if (await run({ params: { role: role.role } })) onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Set ${role.label} back to the defaults?`}
      consequence={[gained && `Gets back: ${gained}.`, lost && `Loses: ${lost}.`].filter(Boolean).join(' ')}
      confirmLabel="Back to the defaults"
      busy={busy}
      onConfirm={() => void restore()}
      onCancel={onClose}
    />
  );
}
