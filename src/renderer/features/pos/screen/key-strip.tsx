import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { focusRing, palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { NARROW_WINDOW, useMedia } from '#renderer/ui/use-media.ts';
import type { TillKeys } from './use-till-keys.ts';

const useStyles = makeStyles({
  root: {
    ...type.label,
    fontSize: '12px',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    minHeight: `${sizes.keyStrip}px`,
    boxSizing: 'border-box',
    margin: 0,
    padding: '0 16px',
    borderTop: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    color: palette.text2,
    listStyleType: 'none',
    [windows.narrow]: { padding: '0 8px' },
  },
  entry: {
    ...type.label,
    fontSize: '12px',
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    height: `${sizes.till}px`,
    padding: '0 8px',
    border: 'none',
    borderRadius: '8px',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  off: { color: palette.placeholder },
});

const tillKeys = [
  ['F1', 'Help'],
  ['F2', 'Search'],
  ['F3', 'Customer'],
  ['F4', 'Discounts'],
  ['F5', 'Trade in'],
  ['F6', 'Change cashier'],
  ['F7', 'Cash'],
  ['F8', 'Payment'],
  ['F9', 'No sale'],
  ['F10', 'Shift'],
  ['F11', 'Sales to send'],
] as const;

/** What needs the server: pressed without it, each says so. */
const withServer: readonly string[] = ['F3', 'F5', 'F6', 'F7', 'F9'];

/** Left out of the strip: the menu has it, too. */
const unshown: readonly string[] = ['F6', 'F11'];
/** Left out in a narrow window besides: their buttons at the till show them. */
const unshownInNarrow: readonly string[] = [...unshown, 'F7', 'F8', 'F10'];

/** Returns the keys that do something, with their names. */
export const shownKeys = (keys: TillKeys) => tillKeys.filter(([key]) => keys[key]);

/** Returns all keys of the till as text, which F1 shows. */
export const keyHelp = (keys: TillKeys): string =>
  [...shownKeys(keys), ['Ctrl+Enter', 'Complete sale, on payment']]
    .map(([key, text]) => `${key} ${text}`)
    .join(' · ');

/** Shows the function keys as buttons; `sellsOffline`: those are dimmed that need the server. */
export function KeyStrip({ keys, sellsOffline }: { keys: TillKeys; sellsOffline: boolean }) {
  const styles = useStyles();
  const leftOut = useMedia(NARROW_WINDOW) ? unshownInNarrow : unshown;
  return (
    <ul className={styles.root} aria-label="Keyboard shortcuts">
      {shownKeys(keys)
        .filter(([key]) => !leftOut.includes(key))
        .map(([key, text]) => {
          const isOff = sellsOffline && withServer.includes(key);
          return (
            <li key={key}>
              <button
                type="button"
                className={mergeClasses(styles.entry, isOff && styles.off)}
                onClick={keys[key]}
              >
                <KeyCap off={isOff}>{key}</KeyCap> {text}
              </button>
            </li>
          );
        })}
    </ul>
  );
}
