import {
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { Add20Regular, Subtract20Regular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { fieldHeight, palette } from '#renderer/ui/theme.ts';
import { inWindow } from '#renderer/ui/in-window.ts';

const useStyles = makeStyles({
  button: {
    minWidth: 0,
    ...fieldHeight,
    padding: '0 12px',
    fontWeight: 500,
    backgroundColor: palette.surface,
  },
});

export type PointsAction = 'add' | 'deduct';

type PointsMenuProps = {
  balance: number;
  onAction: (action: PointsAction) => void;
};

/** Offers adding and deducting points; a balance of 0 has nothing to deduct. */
export function PointsMenu({ balance, onAction }: PointsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const ask = (action: PointsAction) => {
    // The menu entry disappears: the dialog must return the focus to the button.
    button.current?.focus();
    onAction(action);
  };
  return (
    <Menu positioning={inWindow('end')}>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton ref={button} className={useStyles().button} aria-label="Adjust loyalty points">
          Adjust
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<Add20Regular />} onClick={() => ask('add')}>
            Add Points
          </MenuItem>
          <MenuItem icon={<Subtract20Regular />} disabled={balance === 0} onClick={() => ask('deduct')}>
            Deduct Points
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
