import { Checkbox, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowReset20Regular, LockClosed16Filled } from '@fluentui/react-icons';
import { useState, type KeyboardEvent } from 'react';
import type { RoleGrants } from '#contract/roles.ts';
import { permissionLabel, permissionList, type Permission } from '#domain/permissions.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tones, type, windows } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { changeableOf, differs, grantOf, groups, type GrantsProps } from './grants.ts';

const useStyles = makeStyles({
  /** Cuts its corners; the head sticks to the page, as `clip` makes no scrolling box. */
  frame: {
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    overflow: 'clip',
  },
  table: { ...type.body, width: '100%', borderCollapse: 'separate', borderSpacing: 0, tableLayout: 'fixed' },
  first: { width: '340px', [windows.wide]: { width: '520px' } },
  head: {
    position: 'sticky',
    // The page's own padding is above it.
    top: '-24px',
    zIndex: 2,
    padding: '12px 0 4px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: '#F9FBFB',
    verticalAlign: 'bottom',
  },
  corner: { ...type.meta, padding: `12px ${sizes.cardSide}`, color: palette.text2, textAlign: 'left' },
  role: {
    ...type.metaStrong,
    display: 'block',
    height: '76px',
    margin: '0 auto',
    writingMode: 'vertical-rl',
    transform: 'rotate(180deg)',
    color: palette.text1,
    textAlign: 'left',
    // Each column has room for the longest word.
    [windows.wide]: {
      height: 'auto',
      padding: '0 4px 4px',
      writingMode: 'horizontal-tb',
      transform: 'none',
      textAlign: 'center',
    },
  },
  reset: { display: 'flex', justifyContent: 'center', height: '32px' },
  legend: { display: 'flex', alignItems: 'center', gap: '8px', marginTop: '6px', color: palette.text3 },
  swatch: {
    width: '12px',
    height: '12px',
    boxSizing: 'border-box',
    border: `1px solid ${palette.fieldBorder}`,
    borderRadius: '4px',
  },
  area: {
    ...type.metaStrong,
    padding: `14px ${sizes.cardSide} 4px`,
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.canvas,
    color: palette.text2,
    textAlign: 'left',
  },
  row: { ':hover': { backgroundColor: '#F9FBFB' } },
  permission: {
    padding: `6px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
    textAlign: 'left',
    fontWeight: 400,
  },
  cell: {
    position: 'relative',
    padding: 0,
    borderBottom: `1px solid ${palette.rowLine}`,
    textAlign: 'center',
    color: palette.text3,
  },
  /** Differs from the role's default. */
  changed: { backgroundColor: tones.yellow[0] },
  unsaved: { backgroundColor: palette.brandFill },
  /** The whole cell is the box's target. */
  box: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    maxWidth: 'none',
    minHeight: '52px',
  },
  /** Scrolled into view below the head. */
  input: { width: '100%', scrollMarginTop: '180px' },
  indicator: { alignSelf: 'center', margin: 0 },
  lock: { display: 'block', margin: '0 auto' },
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

/** The permissions of all roles: roles by rank across, permissions by group down. */
export function RolesMatrix({ roles, wantedOf, onChange, onRestore }: GrantsProps) {
  const styles = useStyles();
  const changeable = changeableOf(roles);
  const grants = changeable.flatMap((role) =>
    permissionList.map(({ permission }) => grantOf(role, permission, wantedOf(role.role))),
  );
  const keys = useCellKeys(permissionList.length, changeable.length);
  return (
    <div className={styles.frame}>
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
              {grants.some(({ isChanged }) => isChanged) ? (
                <span className={styles.legend}>
                  <span className={mergeClasses(styles.swatch, styles.changed)} aria-hidden="true" />
                  Differs from the default
                </span>
              ) : null}
              {grants.some(({ isUnsaved }) => isUnsaved) ? (
                <span className={styles.legend}>
                  <span className={mergeClasses(styles.swatch, styles.unsaved)} aria-hidden="true" />
                  Not saved
                </span>
              ) : null}
            </th>
            {roles.map((role) => (
              <th key={role.role} scope="col" abbr={role.label} className={styles.head}>
                <span className={styles.role}>{role.label}</span>
                {roles.some(differs) ? (
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
                ) : null}
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
              <tr key={permission} className={styles.row}>
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
      <LockClosed16Filled className={styles.lock} aria-hidden="true" />
      <VisuallyHidden>Always</VisuallyHidden>
    </td>
  );
}

type CellProps = {
  role: RoleGrants;
  permission: Permission;
  held: readonly Permission[];
  onChange: GrantsProps['onChange'];
  keys: object;
};

function Cell({ role, permission, held, onChange, keys }: CellProps) {
  const styles = useStyles();
  const { isGranted, isUnsaved, isChanged, lacking } = grantOf(role, permission, held);
  const notes = [
    isUnsaved ? 'not saved' : null,
    isChanged ? 'differs from the default' : null,
    lacking.length ? `of no use without “${lacking.join('”, “')}”` : null,
  ].filter((note) => note !== null);
  const name = `${role.label}: ${permissionLabel(permission)}`;
  return (
    <td className={mergeClasses(styles.cell, isChanged && styles.changed, isUnsaved && styles.unsaved)}>
      <Checkbox
        {...keys}
        className={styles.box}
        input={{ className: styles.input }}
        indicator={{ className: styles.indicator }}
        title={[name, ...notes].join(' – ')}
        aria-label={[name, ...notes].join(', ')}
        checked={isGranted}
        onChange={(_, { checked }) => onChange(role.role, permission, checked === true)}
      />
      {lacking.length ? (
        <span className={styles.lacking} aria-hidden="true">
          !
        </span>
      ) : null}
    </td>
  );
}
