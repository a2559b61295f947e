import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { SkeletonText } from './skeleton.tsx';
import { Text } from './text.tsx';
import { palette, type, windows } from './theme.ts';

const useStyles = makeStyles({
  text: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '24px',
    rowGap: '4px',
    flexShrink: 0,
    maxWidth: '100%',
    margin: 0,
    [windows.onePane]: { columnGap: '16px' },
    [windows.zoomed]: { columnGap: '12px' },
  },
  figure: { ...type.label, display: 'flex', alignItems: 'center', gap: '8px', color: palette.text2 },
  dot: { width: '8px', height: '8px', borderRadius: '2px' },
});

/** A number, or an amount that is already formatted; undefined while it loads. */
export type Counted = { label: string; count: ReactNode; color?: string };

/** The counts of a list as a line of figures; `label` names what is counted. */
export function CountLine({ label, counts }: { label: string; counts: readonly Counted[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.text} aria-label={label}>
      {counts.map(({ label: what, count, color }) => (
        <div key={what} className={styles.figure}>
          {color ? (
            <span className={styles.dot} style={{ backgroundColor: color }} aria-hidden="true" />
          ) : null}
          <dt>{what}</dt>
          <Text as="dd" figures tone="text1" strong>
            {typeof count === 'number'
              ? count.toLocaleString('en-PH')
              : (count ?? <SkeletonText width={24} />)}
          </Text>
        </div>
      ))}
    </dl>
  );
}
