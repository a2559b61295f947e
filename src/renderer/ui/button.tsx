import {
  Button as FluentButton,
  Spinner,
  Tooltip,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import type { ButtonProps as FluentButtonProps } from '@fluentui/react-components';
import { useState, type MouseEvent, type ReactElement, type ReactNode, type Ref } from 'react';
import { isSecondClick } from '#renderer/lib/second-click.ts';
import { CountBadge } from './count-badge.tsx';
import { KeyCap } from './key-cap.tsx';
import { fieldHeight, palette, windows } from './theme.ts';

const brandBorder = { border: '1px solid transparent' };

const useStyles = makeStyles({
  root: { fontWeight: 500, whiteSpace: 'nowrap', flexShrink: 0 },
  medium: { ...fieldHeight, padding: '0 12px' },
  till: { height: '44px', padding: '0 12px' },
  checkout: { height: '56px', padding: '0 20px', fontSize: '18px', lineHeight: '24px', fontWeight: 600 },
  secondary: { backgroundColor: palette.surface },
  subtle: { color: palette.text2 },
  danger: {
    ...brandBorder,
    backgroundColor: palette.danger,
    color: palette.onBrand,
    ':hover': { ...brandBorder, backgroundColor: palette.dangerHover, color: palette.onBrand },
    ':hover:active': { ...brandBorder, backgroundColor: palette.dangerPressed, color: palette.onBrand },
  },
  off: {
    border: `1px solid ${palette.hairline}`,
    backgroundColor: palette.fill,
    color: palette.disabled,
    ':hover': {
      border: `1px solid ${palette.hairline}`,
      backgroundColor: palette.fill,
      color: palette.disabled,
    },
    ':hover:active': { backgroundColor: palette.fill, color: palette.disabled },
  },
  offSubtle: {
    backgroundColor: 'transparent',
    color: palette.disabled,
    ':hover': { backgroundColor: 'transparent', color: palette.disabled },
  },
  square: {
    padding: '0',
    minWidth: '32px',
    width: '32px',
    maxWidth: '32px',
    [windows.onePane]: { minWidth: '44px', width: '44px', maxWidth: '44px' },
  },
  squareTill: { padding: '0', minWidth: '44px', width: '44px', maxWidth: '44px' },
  squareCheckout: { padding: '0', minWidth: '56px', width: '56px', maxWidth: '56px' },
  wide: { width: '100%', maxWidth: 'none' },
  count: { display: 'inline-flex', marginLeft: '8px' },
  key: { display: 'inline-flex', marginLeft: '10px', [windows.phone]: { display: 'none' } },
});

type Native = Pick<
  FluentButtonProps,
  | 'onClick'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-expanded'
  | 'aria-pressed'
  | 'autoFocus'
  | 'id'
  | 'title'
>;

/** The key of a cap as assistive technology is told it. */
const shortcutOf = (keyCap: string | undefined) =>
  keyCap?.replace('Ctrl', 'Control').replace('Esc', 'Escape');

export type ButtonProps = Native & {
  children?: ReactNode;
  size?: 'medium' | 'till' | 'checkout';
  appearance?: 'primary' | 'secondary' | 'subtle' | 'danger';
  icon?: ReactElement;
  /** Shown as a key cap after the label. */
  keyCap?: string;
  /** The number of waiting items, shown after the label. */
  count?: number;
  /** Why the button is disabled: it stays focusable and shows the reason as its tooltip. */
  disabledReason?: string | null;
  disabled?: boolean;
  /** True while it does its work: a spinner in place of its icon, and disabled. */
  busy?: boolean;
  /** The name of an icon-only button, also its tooltip. */
  label?: string;
  /**
   * True if the second click of a double click does nothing, also where another button's was the first. A filled button
   * and one that sends a form are so by themselves; others may be pressed in quick succession.
   */
  once?: boolean;
  /** True if it fills its row. */
  wide?: boolean;
  type?: 'button' | 'submit';
  form?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** The button of the whole app; 32 px high in the back office, 44 and 56 on the till. */
export function Button({
  size = 'medium',
  appearance = 'secondary',
  keyCap,
  count,
  disabledReason,
  disabled = false,
  busy = false,
  icon,
  label,
  wide = false,
  className,
  children,
  type = 'button',
  ref,
  onClick,
  once = type === 'submit' || appearance === 'primary' || appearance === 'danger',
  ...rest
}: ButtonProps) {
  const styles = useStyles();
  const off = disabled || busy || Boolean(disabledReason);
  const iconOnly = children === undefined;
  const square = { medium: styles.square, till: styles.squareTill, checkout: styles.squareCheckout }[size];
  const filled = appearance === 'primary' || appearance === 'danger';
  const press = (event: MouseEvent<HTMLButtonElement & HTMLAnchorElement>) => {
    if (!once || !isSecondClick(event)) return onClick?.(event);
    event.preventDefault();
    // Nor is it a click on what the button stands in.
    event.stopPropagation();
  };
  // The button's own name says what is being done.
  const shownIcon = busy ? <Spinner size="tiny" role="presentation" aria-hidden="true" /> : icon;
  const native = { ...rest, onClick: press, icon: shownIcon, ref, type } as FluentButtonProps;
  const more = count !== undefined || keyCap !== undefined;
  const button = (
    <FluentButton
      {...native}
      appearance={appearance === 'danger' ? 'primary' : appearance}
      aria-keyshortcuts={shortcutOf(keyCap)}
      disabledFocusable={off}
      className={mergeClasses(
        styles.root,
        styles[size],
        appearance !== 'primary' && styles[appearance],
        off && (appearance === 'subtle' ? styles.offSubtle : styles.off),
        iconOnly && square,
        wide && styles.wide,
        className,
      )}
    >
      {/* A single child when there is nothing more: Fluent centres the icon of a button without children. */}
      {more ? (
        <>
          {children}
          {count ? (
            <span className={styles.count}>
              <CountBadge count={count} shape="square" />
            </span>
          ) : null}
          {keyCap ? (
            <span className={styles.key} aria-hidden="true">
              <KeyCap onBrand={filled && !off} off={off}>
                {keyCap}
              </KeyCap>
            </span>
          ) : null}
        </>
      ) : (
        children
      )}
    </FluentButton>
  );
  if (label) {
    return (
      <Tooltip
        content={disabledReason ? `${label}: ${disabledReason}` : label}
        relationship="label"
        withArrow
      >
        {button}
      </Tooltip>
    );
  }
  // Adds the tooltip from the start: adding it later would recreate the button and lose the focus.
  return disabledReason === undefined ? button : <WithReason reason={disabledReason}>{button}</WithReason>;
}

function WithReason({ reason, children }: { reason: string | null; children: ReactElement }) {
  const [isVisible, setVisible] = useState(false);
  return (
    <Tooltip
      content={reason ?? ''}
      relationship={reason ? 'description' : 'inaccessible'}
      withArrow
      visible={isVisible && reason !== null}
      onVisibleChange={(_, { visible }) => setVisible(visible)}
    >
      {children}
    </Tooltip>
  );
}
