import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import {
  ArrowExit20Regular,
  ChevronDown16Regular,
  Desktop20Regular,
  Key20Regular,
  Person20Regular,
  PersonSwap20Regular,
  Settings20Regular,
} from '@fluentui/react-icons';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, windows } from '#renderer/ui/theme.ts';
import { Initials } from '#renderer/ui/initials.tsx';
import { inWindow } from '#renderer/ui/in-window.ts';

const useStyles = makeStyles({
  trigger: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '44px',
    padding: '0 0 0 4px',
    border: 'none',
    borderRadius: '8px',
    backgroundColor: 'transparent',
    color: palette.text2,
    fontFamily: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { color: palette.text1 },
    ':focus-visible': focusRing,
    [windows.onePane]: { minWidth: '44px', justifyContent: 'center', padding: 0 },
  },
  /** Out of sight, and still the name of the button. */
  text: {
    [windows.onePane]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
  arrow: { [windows.onePane]: { display: 'none' } },
  name: { display: 'block', fontSize: '13px', lineHeight: '16px', fontWeight: 600, color: palette.text1 },
  popover: { minWidth: '240px' },
  head: { padding: '8px 8px 4px' },
});

export type SignedInPerson = { name: string; email: string; role: string };

type UserMenuProps = {
  user: SignedInPerson;
  /** Absent for people without settings to change. */
  onOpenSettings?: (() => void) | undefined;
  /** Absent in a browser, which has no devices of its own. */
  onOpenDevice?: (() => void) | undefined;
  onOpenAccount: () => void;
  /** Absent for people who do not work at a till. */
  onChangeCashier?: (() => void) | undefined;
  onChangePassword: () => void;
  onLogout: () => void;
};

/** Shows who is signed in, with the account's actions. */
export function UserMenu(props: UserMenuProps) {
  const { user, onOpenSettings, onOpenDevice, onOpenAccount, onChangeCashier } = props;
  const { onChangePassword, onLogout } = props;
  const styles = useStyles();
  return (
    <Menu positioning={inWindow('end')}>
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={styles.trigger}>
          <Initials name={user.name} />
          <span className={styles.text}>
            <span className={styles.name}>{user.name}</span>
            <Text size="meta" tone="text3" block>
              {user.role}
            </Text>
          </span>
          <ChevronDown16Regular aria-hidden="true" className={styles.arrow} />
        </button>
      </MenuTrigger>
      <MenuPopover className={styles.popover}>
        <div className={styles.head}>
          <Text as="div" size="body" tone="text1" strong>
            {user.name}
          </Text>
          <Text as="div" size="label" tone="text3">
            {user.email}
          </Text>
          <Text as="div" size="label" tone="text3">
            {user.role}
          </Text>
        </div>
        <MenuList>
          <MenuDivider />
          {onOpenSettings ? (
            <MenuItem icon={<Settings20Regular />} onClick={onOpenSettings}>
              Settings
            </MenuItem>
          ) : null}
          {onOpenDevice ? (
            <MenuItem icon={<Desktop20Regular />} onClick={onOpenDevice}>
              This Till
            </MenuItem>
          ) : null}
          <MenuItem icon={<Person20Regular />} onClick={onOpenAccount}>
            My Account
          </MenuItem>
          {onChangeCashier ? (
            <MenuItem icon={<PersonSwap20Regular />} onClick={onChangeCashier}>
              Change cashier
            </MenuItem>
          ) : null}
          <MenuItem icon={<Key20Regular />} onClick={onChangePassword}>
            Change Password
          </MenuItem>
          <MenuItem icon={<ArrowExit20Regular />} onClick={onLogout}>
            Logout
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
