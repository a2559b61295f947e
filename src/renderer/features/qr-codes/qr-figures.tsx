import { makeStyles } from '@fluentui/react-components';
import type { qrCodes, QrBatch } from '#contract/qr-codes.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import { formatShortDate } from '#domain/calendar-dates.ts';
import { qrCodeStatuses } from '#domain/qr-codes.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { CountLine } from '#renderer/ui/count-line.tsx';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { LoadingNote, SkeletonText } from '#renderer/ui/skeleton.tsx';
import { states } from '#renderer/ui/state-badge.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tones, type, windows } from '#renderer/ui/theme.ts';
import { useMedia, ZOOMED } from '#renderer/ui/use-media.ts';
import { batchPath, codesText } from './qr-text.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 304px',
    gap: '16px',
    flexShrink: 0,
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    [windows.onePane]: { gap: '8px' },
  },
  batches: {
    padding: `10px ${sizes.cardSide}`,
    // One line below the figures, as far as there is room.
    [windows.narrow]: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 24px' },
    [windows.onePane]: { padding: '10px 14px' },
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 24px', paddingTop: '4px' },
  title: { ...type.label, margin: 0, color: palette.text3, fontWeight: 400 },
  list: {
    display: 'grid',
    gap: '4px',
    margin: '4px 0 0',
    padding: 0,
    listStyleType: 'none',
    [windows.narrow]: { display: 'flex', flexWrap: 'wrap', gap: '4px 24px', flexGrow: 1, margin: 0 },
    [windows.phone]: { flexBasis: '100%', flexDirection: 'column' },
  },
  batch: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '12px',
    whiteSpace: 'nowrap',
  },
});

type Stats = RouteOutput<typeof qrCodes.stats>;

/** The number of newest batches shown beside the figures. */
const SHOWN = 2;

function Batch({ batch, timeZone }: { batch: QrBatch; timeZone: Zones }) {
  const styles = useStyles();
  const day = formatShortDate(storeDate(batch.created_at, timeZone), { withYear: false });
  return (
    <li className={styles.batch}>
      <TextLink small to={batchPath(batch.batch_code)}>
        {batch.batch_code}
      </TextLink>
      <Text size="label" figures tone="text3">
        {codesText(batch.count)} · {day}
      </Text>
    </li>
  );
}

/** The store's code counts by state, and its newest batches. */
export function QrFigures({ stats, timeZone }: { stats: Stats | undefined; timeZone: Zones }) {
  const styles = useStyles();
  const figure = (count: number | undefined) =>
    count === undefined ? <SkeletonText width={64} /> : count.toLocaleString('en-PH');
  const batches = stats?.recent_batches.slice(0, SHOWN);
  const isLow = useMedia(ZOOMED);
  const list = (
    <>
      <h2 className={styles.title}>Recent batches</h2>
      {batches?.length === 0 ? <MutedText>None yet</MutedText> : null}
      <ul className={styles.list}>
        {batches?.map((batch) => (
          <Batch key={batch.batch_code} batch={batch} timeZone={timeZone} />
        ))}
      </ul>
    </>
  );
  if (isLow) {
    return (
      <div>
        <CountLine
          label="Codes by state"
          counts={[
            { label: 'Total', count: stats?.total },
            ...qrCodeStatuses.map((status) => ({
              label: states.qrCode[status].label,
              count: stats?.[status],
              color: tones[states.qrCode[status].tone][1],
            })),
          ]}
        />
        <div className={styles.line}>{list}</div>
      </div>
    );
  }
  return (
    <div className={styles.root}>
      <FigureRow dense note={stats ? null : <LoadingNote>Loading figures</LoadingNote>}>
        <FigureCard label="Total" figure={figure(stats?.total)} />
        {qrCodeStatuses.map((status) => (
          <FigureCard
            key={status}
            label={states.qrCode[status].label}
            mark={states.qrCode[status].tone}
            figure={figure(stats?.[status])}
          />
        ))}
      </FigureRow>
      <Card flush className={styles.batches}>
        {list}
      </Card>
    </div>
  );
}
