import { makeStyles } from '@fluentui/react-components';
import type { RoleGrants } from '#contract/roles.ts';
import { lackedBy, permissionLabel, type Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { ...type.label, margin: 0, padding: '10px 16px', color: palette.danger },
});

type LackingNoteProps = { roles: readonly RoleGrants[]; wantedOf: (role: Role) => readonly Permission[] };

/** Warns of permissions that a role cannot use without others. */
export function LackingNote({ roles, wantedOf }: LackingNoteProps) {
  const styles = useStyles();
  const said = roles.flatMap(({ role, label }) => {
    const held = wantedOf(role);
    return held.flatMap((permission) => {
      const lacking = lackedBy(permission, held).map(permissionLabel);
      if (lacking.length === 0) return [];
      return [`${label}: “${permissionLabel(permission)}” needs “${lacking.join('” and “')}”`];
    });
  });
  if (said.length === 0) return null;
  return (
    <p role="status" className={styles.root}>
      {said.join('. ')}.
    </p>
  );
}
