import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useRef, type ReactElement } from 'react';
import { Button } from './button.tsx';
import type { Column } from './data-table.tsx';
import { palette } from './theme.ts';

const useStyles = makeStyles({
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
  /** It takes something away: red. */
  danger?: boolean;
  /** There is nothing left to do of it; it stands there all the same. */
  disabled?: boolean;
};

export type RowMenuProps = {
  /** "Actions for MNL-01-000123" */
  label: string;
  actions: readonly RowAction[];
  /** With a border, beside other buttons. */
  bordered?: boolean;
};

/** Three dots: what else can be done with a row or a page; without actions there are no dots. */
export function RowMenu({ label, actions, bordered = false }: RowMenuProps) {
  const styles = useStyles();
  const dots = useRef<HTMLButtonElement>(null);
  const run = (action: RowAction) => {
    // The entry goes with its menu: the focus comes back from a dialog to what stays.
    dots.current?.focus();
    action.onClick();
  };
  if (actions.length === 0) return null;
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          ref={dots}
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
              disabled={action.disabled}
              className={action.danger && !action.disabled ? styles.danger : undefined}
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

/** The last column of a table: what else can be done with each row. */
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
