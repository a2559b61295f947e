import { makeStyles, mergeClasses } from '@fluentui/react-components';
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
  bar: { display: 'flex', gap: '2px', height: '8px', borderRadius: '4px', overflow: 'hidden' },
  part: { minWidth: '4px' },
  green: { backgroundColor: '#2F8F57' },
  lime: { backgroundColor: '#6DBB8B' },
  red: { backgroundColor: '#C8403F' },
  orange: { backgroundColor: '#C96F12' },
  blue: { backgroundColor: '#8DB4E2' },
  purple: { backgroundColor: '#8B6FC4' },
  grey: { backgroundColor: tones.grey[0] },
});

type Part = {
  key: string;
  label: string;
  count: number;
  tone: 'green' | 'lime' | 'red' | 'orange' | 'blue' | 'purple' | 'grey';
};

/** A transfer's progress: a figure, and a bar of the states of its units. */
export function ArrivalProgress({ counts }: { counts: ArrivalCounts }) {
  const styles = useStyles();
  const parts: Part[] = [
    { key: 'received', label: 'Received', count: counts.received, tone: 'green' },
    { key: 'scanned', label: 'Scanned', count: counts.scanned, tone: 'lime' },
    { key: 'damaged', label: 'Damaged', count: counts.damaged, tone: 'red' },
    { key: 'lost', label: 'Lost', count: counts.lost, tone: 'orange' },
    { key: 'kept', label: 'Back in stock', count: counts.kept, tone: 'grey' },
    { key: 'expected', label: 'Still expected', count: counts.expected, tone: 'blue' },
  ];
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <div className={styles.root}>
      <div className={styles.row}>
        <p className={styles.count}>
          {counts.received + counts.scanned + counts.damaged}
          <span className={styles.of}>of {counts.sent} arrived</span>
        </p>
        <ul className={styles.legend}>
          {[...shown, { key: 'extra', label: 'Not announced', count: counts.extra, tone: 'purple' as const }]
            .filter(({ count }) => count > 0)
            .map(({ key, label, count, tone }) => (
              <li key={key} className={styles.entry}>
                <span className={mergeClasses(styles.square, styles[tone])} aria-hidden="true" />
                {label} <span className={styles.number}>{count}</span>
              </li>
            ))}
        </ul>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {shown.map(({ key, count, tone }) => (
          <span key={key} className={mergeClasses(styles.part, styles[tone])} style={{ flexGrow: count }} />
        ))}
      </div>
    </div>
  );
}
