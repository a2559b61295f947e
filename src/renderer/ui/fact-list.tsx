import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Text } from './text.tsx';
import { palette, sizes, tabular, type, windows } from './theme.ts';

const useStyles = makeStyles({
  list: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    /** Three columns stand below three figure cards: their gap and the paddings at its sides. */
    columnGap: '58px',
    rowGap: '20px',
    margin: 0,
    padding: `20px ${sizes.cardSide}`,
    [windows.onePane]: {
      gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
      columnGap: '16px',
      rowGap: '12px',
      padding: '16px',
      // A short fact stands before a long one if there is room.
      gridAutoFlow: 'dense',
    },
  },
  two: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: '32px' },
  four: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: '32px' },
  value: {
    margin: 0,
    color: palette.text1,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    textWrap: 'pretty',
  },
  figures: tabular,
  long: { gridColumn: 'span 2', [windows.phone]: { gridColumn: '1 / -1' } },
});

export type Fact = {
  label: string;
  value: ReactNode;
  figures?: boolean;
  /** True for a long text: twice as wide. */
  long?: boolean;
};

/** Facts about one thing; three a row, two in half a page, or four short ones. */
export function FactList({ facts, columns = 3 }: { facts: readonly Fact[]; columns?: 2 | 3 | 4 }) {
  const styles = useStyles();
  return (
    <dl className={mergeClasses(styles.list, columns === 2 && styles.two, columns === 4 && styles.four)}>
      {facts.map(({ label, value, figures = false, long = false }) => (
        <div key={label} className={long ? styles.long : undefined}>
          <Text as="dt" size="label" tone="text3">
            {label}
          </Text>
          <dd className={mergeClasses(styles.value, figures && styles.figures)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
