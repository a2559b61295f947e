import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { palette, type } from './theme.ts';

const useStyles = makeStyles({
  list: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
    columnGap: '32px',
    rowGap: '16px',
    margin: 0,
  },
  label: { ...type.label, color: palette.text3 },
  value: { margin: 0, color: palette.text1, overflowWrap: 'anywhere' },
});

export type Fact = { label: string; value: ReactNode };

/** What is known of one thing: a label and what stands for it, side by side as far as there is room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
