import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { sizes } from '#renderer/ui/theme.ts';
import type { WholeAction } from '../drafts/draft-bar.tsx';
import { shownKeys } from './key-strip.tsx';
import type { TillKeys } from './use-till-keys.ts';
import { inWindow } from '#renderer/ui/in-window.ts';

const useStyles = makeStyles({ item: { minHeight: `${sizes.till}px`, alignItems: 'center' } });

/** Search and Checkout have their place in every window. */
const ELSEWHERE = ['F2', 'F8'];

/** The actions and function keys that a narrow window has no room for. */
export function TillMenu({ actions, keys }: { actions: readonly WholeAction[]; keys: TillKeys }) {
  const styles = useStyles();
  const dots = useRef<HTMLButtonElement>(null);
  const run = (act: (() => void) | undefined) => {
    // The menu entry disappears: focus returns from a dialog to the dots.
    dots.current?.focus();
    act?.();
  };
  return (
    <Menu positioning={inWindow('end')}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          ref={dots}
          size="till"
          appearance="subtle"
          aria-label="More actions of the till"
          icon={<MoreHorizontal20Regular />}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList hasIcons>
          {actions.map(({ text, icon, disabled, disabledReason, onClick }) => (
            <MenuItem
              key={text}
              className={styles.item}
              icon={icon}
              disabled={Boolean(disabled) || Boolean(disabledReason)}
              onClick={() => run(onClick)}
            >
              {text}
            </MenuItem>
          ))}
          <MenuDivider />
          {shownKeys(keys)
            .filter(([key]) => !ELSEWHERE.includes(key))
            .map(([key, text]) => (
              <MenuItem
                key={key}
                className={styles.item}
                secondaryContent={key}
                onClick={() => run(keys[key])}
              >
                {text}
              </MenuItem>
            ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
