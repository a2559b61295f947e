import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { LockClosed12Filled } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { palette, tones, type, type Tone } from './theme.ts';

const tone = ([backgroundColor, color]: readonly [string, string]) => ({ backgroundColor, color });

const useStyles = makeStyles({
  root: {
    ...type.metaStrong,
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: '6px',
    height: '22px',
    boxSizing: 'border-box',
    padding: '0 8px',
    borderRadius: '6px',
    whiteSpace: 'nowrap',
  },
  green: tone(tones.green),
  orange: tone(tones.orange),
  red: tone(tones.red),
  blue: tone(tones.blue),
  yellow: tone(tones.yellow),
  purple: tone(tones.purple),
  teal: tone(tones.teal),
  grey: tone(tones.grey),
  pink: tone(tones.pink),
  indigo: tone(tones.indigo),
  lime: tone(tones.lime),
  brown: tone(tones.brown),
  onTint: { backgroundColor: palette.surface },
  /** For a name; the word of a state is never cut. */
  named: { maxWidth: '100%' },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  dot: { flexShrink: 0, width: '6px', height: '6px', borderRadius: '50%', backgroundColor: 'currentColor' },
});

type StatusBadgeProps = {
  tone: Tone;
  /** A dot for states, a lock for locks, none for categories. */
  mark?: 'dot' | 'lock' | 'none';
  /** True on a tinted row, where its own tint would be invisible. */
  onTint?: boolean;
  /** The tooltip of a name that may be too long for its place. */
  title?: string;
  children: ReactNode;
};

/** A state in one word; the colour only supports it. */
export function StatusBadge(props: StatusBadgeProps) {
  const { tone: name, mark = 'dot', onTint = false, title, children } = props;
  const styles = useStyles();
  return (
    <span
      className={mergeClasses(
        styles.root,
        styles[name],
        onTint && styles.onTint,
        title !== undefined && styles.named,
      )}
      title={title}
    >
      {mark === 'dot' ? <span className={styles.dot} aria-hidden="true" /> : null}
      {mark === 'lock' ? <LockClosed12Filled aria-hidden="true" /> : null}
      <span className={title === undefined ? undefined : styles.text}>{children}</span>
    </span>
  );
}
