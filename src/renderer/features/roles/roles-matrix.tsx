import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowReset20Regular, LockClosed16Filled } from '@fluentui/react-icons';
import { useState, type KeyboardEvent } from 'react';
import type { RoleGrants } from '#contract/roles.ts';
import { lackedBy, permissionLabel, permissionList, type Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, tones, type, windows } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';

const useStyles = makeStyles({
  scroll: { position: 'relative', flexGrow: 1, minHeight: 0, overflow: 'auto' },
  table: {
    ...type.body,
    width: '100%',
    // A table of two dimensions scrolls in both where a window is too narrow for it.
    minWidth: '760px',
    borderCollapse: 'separate',
    borderSpacing: 0,
    tableLayout: 'fixed',
  },
  first: { width: '296px', [windows.phone]: { width: '168px' } },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    padding: '8px 0',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    verticalAlign: 'bottom',
    textAlign: 'center',
  },
  corner: { ...type.label, padding: '8px 16px', color: palette.text3, textAlign: 'left', fontWeight: 400 },
  role: {
    ...type.label,
    display: 'block',
    height: '128px',
    margin: '0 auto',
    writingMode: 'vertical-rl',
    transform: 'rotate(180deg)',
    color: palette.text1,
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
  reset: { display: 'flex', justifyContent: 'center', height: '32px' },
  area: {
    ...type.metaStrong,
    padding: '14px 16px 4px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.canvas,
    color: palette.text2,
    textAlign: 'left',
  },
  permission: {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    padding: '6px 16px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    textAlign: 'left',
    fontWeight: 400,
  },
  cell: { padding: 0, borderBottom: `1px solid ${palette.hairline}`, textAlign: 'center' },
  /** Differs from the role's default. */
  changed: { backgroundColor: tones.yellow[0] },
  unsaved: { backgroundColor: palette.brandFill },
  box: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    minHeight: '52px',
    cursor: 'pointer',
    ':hover': { backgroundColor: 'rgba(26, 32, 32, 0.05)' },
  },
  fixed: { cursor: 'default', color: palette.text3 },
  input: {
    width: '18px',
    height: '18px',
    margin: 0,
    accentColor: palette.brand,
    cursor: 'pointer',
    ':focus-visible': focusRing,
  },
  lacking: {
    position: 'absolute',
    top: '4px',
    right: '6px',
    color: palette.danger,
    fontSize: '14px',
    lineHeight: '16px',
    fontWeight: 700,
  },
});

type RolesMatrixProps = {
  roles: readonly RoleGrants[];
  /** Returns the permissions of a role with its unsaved changes. */
  wantedOf: (role: Role) => readonly Permission[];
  onChange: (role: Role, permission: Permission, isGranted: boolean) => void;
  onRestore: (role: RoleGrants) => void;
};

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Makes the cells one tab stop: arrow keys move between them. */
function useCellKeys(rows: number, columns: number) {
  const [stop, setStop] = useState({ row: 0, column: 0 });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const cell = (event.target as HTMLElement).dataset.cell?.split(' ').map(Number);
    if (!step || !cell) return;
    event.preventDefault();
    const [row = 0, column = 0] = cell;
    const next = {
      row: Math.min(rows - 1, Math.max(0, row + step[0])),
      column: Math.min(columns - 1, Math.max(0, column + step[1])),
    };
    event.currentTarget.querySelector<HTMLInputElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
  };
  return {
    onKeyDown,
    propsOf: (row: number, column: number) => ({
      'data-cell': `${row} ${column}`,
      tabIndex: stop.row === row && stop.column === column ? 0 : -1,
      onFocus: () => setStop({ row, column }),
    }),
  };
}

/** The permissions by group, each with its row among all. */
const groups = [
  ...Map.groupBy(
    permissionList.map((entry, row) => ({ ...entry, row })),
    ({ group }) => group,
  ),
];

const differs = (role: RoleGrants) =>
  new Set(role.permissions).symmetricDifference(new Set(role.default_permissions)).size > 0;

/** The permissions of all roles: roles by rank across, permissions by group down. */
export function RolesMatrix({ roles, wantedOf, onChange, onRestore }: RolesMatrixProps) {
  const styles = useStyles();
  const changeable = roles.filter(({ role }) => role !== 'admin');
  const keys = useCellKeys(permissionList.length, changeable.length);
  return (
    <div data-wide="" className={styles.scroll}>
      <table className={styles.table} onKeyDown={keys.onKeyDown}>
        <caption>
          <VisuallyHidden>What each role may do</VisuallyHidden>
        </caption>
        <colgroup>
          <col className={styles.first} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={mergeClasses(styles.head, styles.corner)}>
              Permission, and what it opens
            </th>
            {roles.map((role) => (
              <th key={role.role} scope="col" abbr={role.label} className={styles.head}>
                <span className={styles.role}>{role.label}</span>
                <span className={styles.reset}>
                  {differs(role) ? (
                    <Button
                      appearance="subtle"
                      icon={<ArrowReset20Regular />}
                      label={`Back to the defaults: ${role.label}`}
                      onClick={() => onRestore(role)}
                    />
                  ) : null}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, listed]) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} className={styles.area}>
                {group}
              </th>
            </tr>
            {listed.map(({ permission, label, opens, row }) => (
              <tr key={permission}>
                <th scope="row" className={styles.permission}>
                  <Text size="bodyStrong" tone="text1" block>
                    {label}
                  </Text>
                  <Text size="meta" tone="text3" block>
                    {opens}
                  </Text>
                </th>
                {roles.map((role) =>
                  role.role === 'admin' ? (
                    <AlwaysCell key={role.role} />
                  ) : (
                    <Cell
                      key={role.role}
                      role={role}
                      permission={permission}
                      held={wantedOf(role.role)}
                      onChange={onChange}
                      keys={keys.propsOf(row, changeable.indexOf(role))}
                    />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** A permission of an admin, which cannot be taken away. */
function AlwaysCell() {
  const styles = useStyles();
  return (
    <td className={styles.cell}>
      <span className={mergeClasses(styles.box, styles.fixed)}>
        <LockClosed16Filled aria-hidden="true" />
        <VisuallyHidden>Always</VisuallyHidden>
      </span>
    </td>
  );
}

type CellProps = {
  role: RoleGrants;
  permission: Permission;
  held: readonly Permission[];
  onChange: RolesMatrixProps['onChange'];
  keys: object;
};

function Cell({ role, permission, held, onChange, keys }: CellProps) {
  const styles = useStyles();
  const isGranted = held.includes(permission);
  const isUnsaved = isGranted !== role.permissions.includes(permission);
  const isChanged = isGranted !== role.default_permissions.includes(permission);
  const lacking = lackedBy(permission, held).map(permissionLabel);
  const notes = [
    isUnsaved ? 'not saved' : null,
    isChanged ? 'differs from the default' : null,
    lacking.length ? `of no use without “${lacking.join('”, “')}”` : null,
  ].filter((note) => note !== null);
  const name = `${role.label}: ${permissionLabel(permission)}`;
  return (
    <td className={mergeClasses(styles.cell, isChanged && styles.changed, isUnsaved && styles.unsaved)}>
      <label className={styles.box} title={[name, ...notes].join(' – ')}>
        <input
          {...keys}
          type="checkbox"
          className={styles.input}
          aria-label={[name, ...notes].join(', ')}
          checked={isGranted}
          onChange={(event) => onChange(role.role, permission, event.target.checked)}
        />
        {lacking.length ? (
          <span className={styles.lacking} aria-hidden="true">
            !
          </span>
        ) : null}
      </label>
    </td>
  );
}
