import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Text } from './text.tsx';
import { palette, sizes, windows } from './theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    boxSizing: 'border-box',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    overflow: 'hidden',
  },
  /** In a column that scrolls as a whole; a hidden overflow lets a flex item shrink to nothing. */
  whole: { flexShrink: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    flexShrink: 0,
    minHeight: `${sizes.cardHead}px`,
    boxSizing: 'border-box',
    padding: `12px ${sizes.cardSide}`,
    [windows.phone]: { flexWrap: 'wrap', rowGap: '4px' },
  },
  /** Words of the title stay whole beside a long note. */
  withSide: { '& > h2': { maxWidth: '75%', overflowWrap: 'break-word' } },
  compact: { minHeight: '44px', padding: `8px ${sizes.cardSide}` },
  ruled: { borderBottom: `1px solid ${palette.hairline}` },
  body: {
    padding: `20px ${sizes.cardSide}`,
    minWidth: 0,
    [windows.zoomed]: { paddingTop: '12px' },
  },
  underHead: { paddingTop: 0, [windows.zoomed]: { paddingTop: 0 } },
  flush: { padding: 0, [windows.zoomed]: { paddingTop: 0 } },
});

type CardProps = {
  title?: ReactNode;
  /** At the right of the head: a note, a link, a control. */
  side?: ReactNode;
  /** True if rows run edge to edge below a ruled head. */
  flush?: boolean;
  /** True for a lower head, where height is scarce. */
  compact?: boolean;
  /** True if it keeps its height in a column that scrolls. */
  whole?: boolean;
  children: ReactNode;
  className?: string;
};

/** A white surface with a hairline; with a title it is a named region. */
export function Card(props: CardProps) {
  const { title, side, flush = false, compact = false, whole = false, children, className } = props;
  const styles = useStyles();
  const titleId = useId();
  const root = mergeClasses(styles.root, whole && styles.whole, className);
  if (!title) {
    return (
      <div className={root}>
        <div className={mergeClasses(styles.body, flush && styles.flush)}>{children}</div>
      </div>
    );
  }
  return (
    <section className={root} aria-labelledby={titleId}>
      <div
        className={mergeClasses(
          styles.head,
          Boolean(side) && styles.withSide,
          compact && styles.compact,
          flush && styles.ruled,
        )}
      >
        <Text as="h2" id={titleId} size="cardTitle" tone="text1" breaks>
          {title}
        </Text>
        {side ? (
          <Text as="div" size="label" tone="text3">
            {side}
          </Text>
        ) : null}
      </div>
      <div className={mergeClasses(styles.body, styles.underHead, flush && styles.flush)}>{children}</div>
    </section>
  );
}
