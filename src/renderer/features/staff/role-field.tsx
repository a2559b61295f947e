import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId } from 'react';
import { roleDescriptions, type Role } from '#domain/roles.ts';
import { RoleBadge } from '#renderer/ui/role-badge.tsx';
import { focusRing, palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: { ...type.bodyStrong, padding: 0, marginBottom: '4px', color: palette.text1 },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '40px',
    padding: '4px 8px',
    borderRadius: '8px',
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
  },
  chosen: { backgroundColor: palette.brandFill, ':hover': { backgroundColor: palette.brandFill } },
  input: {
    flexShrink: 0,
    width: '16px',
    height: '16px',
    margin: 0,
    accentColor: palette.brand,
    ':focus-visible': focusRing,
  },
  badge: { flexShrink: 0, width: '140px' },
  text: { ...type.label, color: palette.text2 },
  error: { ...type.meta, margin: '4px 0 0', color: palette.danger },
});

type RoleFieldProps = {
  roles: readonly Role[];
  value: Role | undefined;
  onChange: (role: Role) => void;
  error?: string | undefined;
};

/** What somebody is here: each role that may be given, with what it is for. */
export function RoleField({ roles, value, onChange, error }: RoleFieldProps) {
  const styles = useStyles();
  const name = useId();
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>Role</legend>
      {roles.map((role) => (
        <label key={role} className={mergeClasses(styles.option, role === value && styles.chosen)}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={role === value}
            onChange={() => onChange(role)}
          />
          <span className={styles.badge}>
            <RoleBadge role={role} onTint={role === value} />
          </span>
          <span className={styles.text}>{roleDescriptions[role]}</span>
        </label>
      ))}
      {error ? (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
