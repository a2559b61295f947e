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
  /** True if a label is what is read first, such as a count. */
  strong?: boolean;
};

/** Facts below each other, each value beside its label. */
export function FactRows({ facts, airy = false, paired = false, strong = false }: FactRowsProps) {
  const styles = useStyles();
  return (
    <dl className={mergeClasses(styles.list, airy && styles.airy, paired && styles.paired)}>
      {facts.flatMap(([label, value]) => [
        <Text as="dt" key={`${label} label`} tone={strong ? 'text1' : 'text3'} strong={strong}>
          {label}
        </Text>,
        <Text as="dd" key={label} tone={strong ? 'text2' : 'text1'} breaks>
          {value}
        </Text>,
      ])}
    </dl>
  );
}
