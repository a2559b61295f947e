import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Text } from './text.tsx';
import { type, windows } from './theme.ts';

const useStyles = makeStyles({
  list: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)',
    gap: '6px 16px',
    margin: 0,
  },
  airy: { rowGap: '12px' },
  /** Amounts share one right edge. */
  amounts: { gridTemplateColumns: 'minmax(0, 1fr) fit-content(60%)' },
  paired: {
    [windows.lowAndWide]: { gridTemplateColumns: 'repeat(2, fit-content(45%) minmax(0, 1fr))' },
  },
});

export type FactRow = readonly [label: string, value: ReactNode];

type FactRowsProps = {
  facts: readonly FactRow[];
  /** True where a value may have several lines. */
  airy?: boolean;
  /** True for short values, two of which stand side by side in a low window. */
  paired?: boolean;
  /** True for amounts, which share one right edge. */
  amounts?: boolean;
  /** True if a label is what is read first, such as a count. */
  strong?: boolean;
};

/** Facts below each other, each value beside its label. */
export function FactRows(props: FactRowsProps) {
  const { facts, airy = false, paired = false, amounts = false, strong = false } = props;
  const styles = useStyles();
  return (
    <dl
      className={mergeClasses(
        styles.list,
        airy && styles.airy,
        paired && styles.paired,
        amounts && styles.amounts,
      )}
    >
      {facts.flatMap(([label, value]) => [
        <Text as="dt" key={`${label} label`} tone={strong ? 'text1' : 'text3'} strong={strong}>
          {label}
        </Text>,
        <Text as="dd" key={label} tone={strong ? 'text2' : 'text1'} right={amounts} figures={amounts} breaks>
          {value}
        </Text>,
      ])}
    </dl>
  );
}
