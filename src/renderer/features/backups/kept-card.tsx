import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { BackupPlace } from '#contract/backups.ts';
import { formatShortDate } from '#domain/calendar-dates.ts';
import { DAY, formatInstant, storeDate, type Zones } from '#domain/store-time.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { Spread, Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette } from '#renderer/ui/theme.ts';

const DAYS = 30;

const useStyles = makeStyles({
  days: { display: 'grid', gridTemplateColumns: `repeat(${DAYS}, minmax(0, 1fr))`, gap: '3px' },
  day: {
    height: '20px',
    borderRadius: '3px',
    boxSizing: 'border-box',
    border: `1px solid ${palette.hairline}`,
  },
  kept: { backgroundColor: palette.brand, border: 'none' },
});

/** How far back the shop can be restored from the place that keeps the most. */
export function KeptCard({ places, zones }: { places: readonly BackupPlace[]; zones: Zones }) {
  const styles = useStyles();
  const best = places.toSorted((a, b) => b.bases.length - a.bases.length)[0];
  const bases = best?.bases ?? [];
  const now = serverNow();
  const dates = Array.from({ length: DAYS }, (_, index) => storeDate(now - (DAYS - 1 - index) * DAY, zones));
  const kept = new Set(bases.map((at) => storeDate(at, zones)));
  const first = bases[0];
  return (
    <Card title="Kept" side={bases.length === 1 ? '1 whole copy' : `${bases.length} whole copies`}>
      <Stack gap={16}>
        <Stack gap={6}>
          <div
            className={styles.days}
            role="img"
            aria-label={`Whole copies of ${dates.filter((date) => kept.has(date)).length} of the last ${DAYS} days`}
          >
            {dates.map((date) => (
              <span
                key={date}
                title={`${formatShortDate(date, { withYear: true })}: ${kept.has(date) ? 'kept' : 'none'}`}
                className={mergeClasses(styles.day, kept.has(date) && styles.kept)}
              />
            ))}
          </div>
          <Spread>
            <Text size="label" tone="text3">
              {dates[0] ? formatShortDate(dates[0], { withYear: true }) : ''}
            </Text>
            <Text size="label" tone="text3">
              Today
            </Text>
          </Spread>
        </Stack>
        <Text as="p" size="body" tone="text2">
          <WholeText>
            {[
              best?.minutes
                ? `Any minute since ${formatInstant(best.minutes.from, zones)} can be restored.`
                : 'Every minute of the last two days can be restored, from the first sale on.',
              first !== undefined && `The oldest whole copy is of ${formatInstant(first, zones)}.`,
              'Another disk or a bucket keeps a copy of each of 30 days and of 12 months, this server those of three days.',
            ]
              .filter(Boolean)
              .join(' ')}
          </WholeText>
        </Text>
      </Stack>
    </Card>
  );
}
