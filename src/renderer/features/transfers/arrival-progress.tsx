import { makeStyles } from '@fluentui/react-components';
import { PartsBar } from '#renderer/ui/parts-bar.tsx';
import { palette, tabular, tones, type } from '#renderer/ui/theme.ts';
import type { ArrivalCounts } from './arrivals.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', flexShrink: 0 },
  row: { display: 'flex', alignItems: 'baseline', gap: '8px 16px', flexWrap: 'wrap' },
  count: { ...type.figure, ...tabular, margin: 0, color: palette.text1 },
  of: { ...type.body, color: palette.text3, marginLeft: '8px', letterSpacing: 0 },
  legend: {
    ...type.label,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '18px',
    margin: '0 0 0 auto',
    padding: 0,
    listStyleType: 'none',
    color: palette.text3,
  },
  entry: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  square: { width: '8px', height: '8px', borderRadius: '2px' },
  number: { ...tabular, color: palette.text1, fontWeight: 600 },
});

const colors = {
  received: '#2F8F57',
  scanned: '#6DBB8B',
  damaged: '#C8403F',
  lost: '#C96F12',
  expected: '#8DB4E2',
  extra: '#8B6FC4',
  kept: tones.grey[0],
} as const;

type Part = {
  key: string;
  label: string;
  count: number;
  color: string;
};

/** A transfer's progress: a figure, and a bar of the states of its units. */
export function ArrivalProgress({ counts }: { counts: ArrivalCounts }) {
  const styles = useStyles();
  const parts: Part[] = [
    { key: 'received', label: 'Received', count: counts.received, color: colors.received },
    { key: 'scanned', label: 'Scanned', count: counts.scanned, color: colors.scanned },
    { key: 'damaged', label: 'Damaged', count: counts.damaged, color: colors.damaged },
    { key: 'lost', label: 'Lost', count: counts.lost, color: colors.lost },
    { key: 'kept', label: 'Back in stock', count: counts.kept, color: colors.kept },
    { key: 'expected', label: 'Still expected', count: counts.expected, color: colors.expected },
  ];
  return (
    <div className={styles.root}>
      <div className={styles.row}>
        <p className={styles.count}>
          {counts.received + counts.scanned + counts.damaged}
          <span className={styles.of}>of {counts.sent} arrived</span>
        </p>
        <ul className={styles.legend}>
          {[...parts, { key: 'extra', label: 'Not announced', count: counts.extra, color: colors.extra }]
            .filter(({ count }) => count > 0)
            .map(({ key, label, count, color }) => (
              <li key={key} className={styles.entry}>
                <span className={styles.square} style={{ backgroundColor: color }} aria-hidden="true" />
                {label} <span className={styles.number}>{count}</span>
              </li>
            ))}
        </ul>
      </div>
      <PartsBar parts={parts} />
    </div>
  );
}
