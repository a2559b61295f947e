import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Text } from './text.tsx';
import { type, windows } from './theme.ts';

const useStyles = makeStyles({
  list: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
    columnGap: '32px',
    rowGap: '16px',
    margin: 0,
    [windows.phone]: {
      gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
      columnGap: '16px',
    },
  },
});

export type Fact = { label: string; value: ReactNode };

/** Facts about one thing: labels and values side by side as far as there is room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <Text as="dt" size="label" tone="text3">
            {label}
          </Text>
          <Text as="dd" tone="text1" breaks>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
