import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { wholeFacts } from './facts-line.tsx';
import { palette, sizes, type } from './theme.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: `16px ${sizes.cardSide}`, listStyleType: 'none' },
  entry: { position: 'relative', paddingLeft: '24px', ':not(:last-child)': { paddingBottom: '16px' } },
  /** The line from this dot to the next. */
  joined: {
    ':not(:last-child)::before': {
      content: '""',
      position: 'absolute',
      left: '5.5px',
      top: '18px',
      bottom: '-4px',
      width: '1px',
      backgroundColor: palette.hairline,
    },
  },
  dot: {
    position: 'absolute',
    left: '2px',
    top: '6px',
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    backgroundColor: palette.disabled,
  },
  main: { backgroundColor: palette.brand },
  trouble: { backgroundColor: palette.danger },
  title: { ...type.bodyStrong, color: palette.text1, overflowWrap: 'anywhere' },
  line: { ...type.meta, color: palette.text3, overflowWrap: 'anywhere' },
});

export type TimelineItem = {
  key: string | number;
  title: string;
  /** Below the title: who, why, with what. */
  lines: readonly ReactNode[];
  tone?: 'main' | 'trouble';
};

/** Events, newest first, as dots on a line. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  const styles = useStyles();
  return (
    <ol className={styles.list}>
      {items.map((item) => (
        <li key={item.key} className={mergeClasses(styles.entry, styles.joined)}>
          <span className={mergeClasses(styles.dot, item.tone && styles[item.tone])} aria-hidden="true" />
          <div className={styles.title}>{wholeFacts(item.title)}</div>
          {item.lines.map((line, index) => (
            <div key={index} className={styles.line}>
              {wholeFacts(line)}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
