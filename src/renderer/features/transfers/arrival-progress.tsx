import { makeStyles } from '@fluentui/react-components';
import { CountLine } from '#renderer/ui/count-line.tsx';
import { PartsBar } from '#renderer/ui/parts-bar.tsx';
import { palette, tabular, tones, type } from '#renderer/ui/theme.ts';
import type { ArrivalCounts } from './arrivals.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', flexShrink: 0 },
  row: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '8px 16px',
    flexWrap: 'wrap',
  },
  count: { ...type.figure, ...tabular, margin: 0, color: palette.text1 },
  of: { ...type.body, color: palette.text3, marginLeft: '8px', letterSpacing: 0 },
});

const colors = {
  received: '#2F8F57',
  scanned: '#6DBB8B',
  damaged: '#C8403F',
  lost: '#C96F12',
  extra: '#8B6FC4',
  neverLeft: '#A07F62',
  cancelled: tones.grey[0],
} as const;

/** A transfer's progress: a figure, and a bar of the states of its units. */
export function ArrivalProgress({ counts }: { counts: ArrivalCounts }) {
  const styles = useStyles();
  const parts = [
    { key: 'received', label: 'Received', count: counts.received, color: colors.received },
    { key: 'scanned', label: 'Scanned', count: counts.scanned, color: colors.scanned },
    { key: 'damaged', label: 'Damaged', count: counts.damaged, color: colors.damaged },
    { key: 'lost', label: 'Lost', count: counts.lost, color: colors.lost },
    { key: 'neverLeft', label: 'Never left', count: counts.neverLeft, color: colors.neverLeft },
    { key: 'cancelled', label: 'Back in stock', count: counts.cancelled, color: colors.cancelled },
  ];
  const others = [
    { label: 'Still expected', count: counts.expected },
    { label: 'Not announced', count: counts.extra, color: colors.extra },
  ];
  return (
    <div className={styles.root}>
      <div className={styles.row}>
        <p className={styles.count}>
          {counts.received + counts.scanned + counts.damaged}
          <span className={styles.of}>of {counts.sent} arrived</span>
        </p>
        <CountLine
          label="Units by what became of them"
          counts={[...parts, ...others].filter(({ count }) => count > 0)}
        />
      </div>
      <PartsBar hasTrack parts={[...parts, { key: 'rest', count: counts.expected, color: 'transparent' }]} />
    </div>
  );
}
