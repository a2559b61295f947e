import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roles as routes, type RoleGrants } from '#contract/roles.ts';
import { LackingNote } from '#renderer/features/roles/lacking-note.tsx';
import { usePendingGrants } from '#renderer/features/roles/pending-grants.ts';
import { RolesMatrix } from '#renderer/features/roles/roles-matrix.tsx';
import { permissionList, permissions } from '#domain/permissions.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { LeaveGuard } from '#renderer/ui/leave-guard.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { palette, tones, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    height: '100%',
    minHeight: 0,
    boxSizing: 'border-box',
    padding: '20px 24px',
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    overflow: 'hidden',
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: '8px',
    minHeight: '32px',
    padding: '10px 16px',
    borderTop: `1px solid ${palette.hairline}`,
  },
  note: { ...type.label, marginRight: 'auto', color: palette.text3 },
  legend: {
    ...type.label,
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    marginRight: '8px',
    color: palette.text3,
  },
  swatch: {
    width: '12px',
    height: '12px',
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '4px',
    backgroundColor: tones.yellow[0],
  },
});

const none: readonly RoleGrants[] = [];

const times = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** /roles: the permissions of each role, for all who have it. */
export function RolesPage() {
  const styles = useStyles();
  const query = useQuery(read(routes.list));
  const [restoring, setRestoring] = useState<RoleGrants | null>(null);
  return (
    <div className={styles.page}>
      <PageHeader
        title="Roles"
        line="What each role may do. A change holds from the next click on, for everybody with that role."
      />
      <div className={styles.card}>
        {query.data ? (
          <Matrix roles={query.data} onRestore={setRestoring} />
        ) : query.isError ? (
          <ErrorState
            title="The roles could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <LoadingNote>Loading the roles</LoadingNote>
            <Skeleton height={480} />
          </>
        )}
      </div>
      {restoring ? <RestoreDialog role={restoring} onClose={() => setRestoring(null)} /> : null}
    </div>
  );
}

type MatrixProps = { roles: readonly RoleGrants[]; onRestore: (role: RoleGrants) => void };

function Matrix({ roles = none, onRestore }: MatrixProps) {
  const styles = useStyles();
  const pending = usePendingGrants(roles, permissions);
  const { changed, wantedOf } = pending;
  const { run } = useRouteMutation(routes.update, {
    done: ({ label }) => `${label} saved`,
    failed: 'Failed to save the role',
  });
  const saving = useOnce(async () => {
    for (const { role } of changed) {
      const body = { permissions: [...wantedOf(role.role)], seen: role.permissions };
      if (await run({ params: { role: role.role }, body })) pending.forget(role.role);
    }
  });
  const cells = changed.reduce((sum, { cells: some }) => sum + some.length, 0);
  const isIdle = changed.length === 0;
  return (
    <>
      <RolesMatrix roles={roles} wantedOf={wantedOf} onChange={pending.set} onRestore={onRestore} />
      <LackingNote roles={roles} wantedOf={wantedOf} />
      <div className={styles.bar}>
        <span role="status" className={styles.note}>
          {isIdle
            ? 'No changes'
            : `${times(cells, 'unsaved change')} in ${changed.map(({ role }) => role.label).join(', ')}`}
        </span>
        <span className={styles.legend}>
          <span className={styles.swatch} aria-hidden="true" />
          Differs from the default
        </span>
        <Button onClick={() => pending.forget()} disabled={saving.busy || isIdle}>
          Discard
        </Button>
        <Button
          appearance="primary"
          onClick={() => void saving.run(undefined)}
          disabled={saving.busy}
          disabledReason={isIdle ? 'Nothing was changed' : null}
        >
          {saving.busy ? 'Saving…' : 'Save'}
        </Button>
      </div>
      <LeaveGuard when={!isIdle} />
    </>
  );
}

function RestoreDialog({ role, onClose }: { role: RoleGrants; onClose: () => void }) {
  const { busy, run } = useRouteMutation(routes.restore, {
    done: `${role.label} is back to the defaults`,
    failed: 'Failed to restore the role',
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
      title={`${role.label} back to the defaults?`}
      consequence={[gained && `Gets back: ${gained}.`, lost && `Loses: ${lost}.`].filter(Boolean).join(' ')}
      confirmLabel="Back to the defaults"
      busy={busy}
      onConfirm={() => void restore()}
      onCancel={onClose}
    />
  );
}
