import { makeStyles } from '@fluentui/react-components';
import type { RoleGrants } from '#contract/roles.ts';
import { permissionLabel, type Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';
import { Stack } from '#renderer/ui/layout.tsx';
import { focusRing, palette, windows } from '#renderer/ui/theme.ts';
import { useScrolls } from '#renderer/ui/use-scrolls.ts';
import { grantOf } from './grants.ts';

const useStyles = makeStyles({
  root: {
    maxHeight: '104px',
    overflowY: 'auto',
    borderRadius: '4px',
    ':focus-visible': focusRing,
    [windows.low]: { maxHeight: '44px' },
  },
  lacking: { color: palette.danger },
});

type RoleChangesProps = {
  roles: readonly RoleGrants[];
  /** The roles with unsaved changes, and the permissions that differ. */
  changed: readonly { role: RoleGrants; cells: readonly Permission[] }[];
  wantedOf: (role: Role) => readonly Permission[];
};

const named = (permissions: readonly Permission[]) => permissions.map(permissionLabel).join(', ');

/** Returns what a role gets and loses: `gets: See reports; loses: Sell`. */
function changeText(cells: readonly Permission[], wanted: readonly Permission[]): string {
  const gained = cells.filter((permission) => wanted.includes(permission));
  const lost = cells.filter((permission) => !wanted.includes(permission));
  return [gained.length > 0 && `gets: ${named(gained)}`, lost.length > 0 && `loses: ${named(lost)}`]
    .filter(Boolean)
    .join('; ');
}

/** Lists what would be saved, role by role, and warns of permissions that are of no use without others. */
export function RoleChanges({ roles, changed, wantedOf }: RoleChangesProps) {
  const styles = useStyles();
  const [watch, scrolls] = useScrolls();
  const useless = roles.flatMap((role) => {
    const held = wantedOf(role.role);
    return held.flatMap((permission) => {
      const { lacking } = grantOf(role, permission, held);
      if (lacking.length === 0) return [];
      return [`${role.label}: “${permissionLabel(permission)}” needs “${lacking.join('” and “')}”.`];
    });
  });
  if (changed.length === 0 && useless.length === 0) return null;
  return (
    <div
      ref={watch}
      className={styles.root}
      {...(scrolls ? { role: 'region', 'aria-label': 'What would be saved', tabIndex: 0 } : {})}
    >
      <Stack>
        {changed.map(({ role, cells }) => (
          <span key={role.role}>
            <strong>{role.label}</strong> {changeText(cells, wantedOf(role.role))}.
          </span>
        ))}
        {useless.length > 0 ? (
          <span role="status" className={styles.lacking}>
            {useless.join(' ')}
          </span>
        ) : null}
      </Stack>
    </div>
  );
}
