import {
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useRef, type ReactElement } from 'react';
import { Button } from './button.tsx';
import type { Column } from './data-table.tsx';
import { palette, windows } from './theme.ts';
import { inWindow } from './in-window.ts';

const useStyles = makeStyles({
  entry: { [windows.onePane]: { alignItems: 'center', minHeight: '44px' } },
  danger: {
    color: palette.danger,
    ':hover': { color: palette.danger },
    ':hover .fui-MenuItem__icon': { color: palette.danger },
    '& .fui-MenuItem__icon': { color: palette.danger },
  },
});

export type RowAction = {
  label: string;
  icon?: ReactElement;
  onClick: () => void;
  /** True for a destructive action: drawn red. */
  danger?: boolean;
  /** True if there is nothing left to do; it stays visible. */
  disabled?: boolean;
  /** Why it cannot be done now. */
  disabledReason?: string | null;
  /** True while it runs. */
  busy?: boolean;
};

type RowMenuProps = {
  /** "Actions for MNL-01-000123" */
  label: string;
  actions: readonly RowAction[];
  /** True for a border, beside other buttons. */
  bordered?: boolean;
  size?: 'medium' | 'till';
};

const isOff = ({ disabled, disabledReason, busy }: RowAction) => Boolean(disabled || disabledReason || busy);

/** A three-dot menu of further actions for a row or a page; hidden without actions. */
export function RowMenu({ label, actions, bordered = false, size = 'medium' }: RowMenuProps) {
  const styles = useStyles();
  const dots = useRef<HTMLButtonElement>(null);
  const run = (action: RowAction) => {
    // The menu entry disappears: focus returns from a dialog to the dots.
    dots.current?.focus();
    action.onClick();
  };
  if (actions.length === 0) return null;
  return (
    <Menu positioning={inWindow('end')}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          ref={dots}
          size={size}
          appearance={bordered ? 'secondary' : 'subtle'}
          aria-label={label}
          icon={<MoreHorizontal20Regular />}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              icon={action.icon}
              disabled={isOff(action)}
              subText={action.disabledReason ?? undefined}
              className={mergeClasses(styles.entry, action.danger && !isOff(action) && styles.danger)}
              onClick={() => run(action)}
            >
              {action.label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** The last column of a table: a menu of further actions for each row. */
export function actionsColumn<Row>(
  nameOf: (row: Row) => string,
  actionsFor: (row: Row) => readonly RowAction[],
): Column<Row> {
  return {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    width: '56px',
    align: 'end',
    cell: (row) => <RowMenu label={`Actions for ${nameOf(row)}`} actions={actionsFor(row)} />,
  };
}
