import { makeStyles } from '@fluentui/react-components';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.label,
    fontSize: '12px',
    display: 'flex',
    alignItems: 'center',
    gap: '20px',
    flexShrink: 0,
    height: `${sizes.keyStrip}px`,
    boxSizing: 'border-box',
    margin: 0,
    padding: '0 24px',
    borderTop: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    color: palette.text2,
    listStyleType: 'none',
    [windows.narrow]: { padding: '0 16px' },
  },
  entry: { display: 'flex', alignItems: 'center', gap: '6px' },
});

export const TILL_KEYS = [
  ['F1', 'Help'],
  ['F2', 'Search'],
  ['F8', 'Payment'],
] as const;

/** The function keys, where the hand finds them. */
export function KeyStrip() {
  const styles = useStyles();
  return (
    <ul className={styles.root} aria-label="Keyboard shortcuts">
      {TILL_KEYS.map(([key, words]) => (
        <li key={key} className={styles.entry}>
          <KeyCap>{key}</KeyCap> {words}
        </li>
      ))}
    </ul>
  );
}
