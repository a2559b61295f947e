import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { StorePerformance } from '#contract/stores.ts';
import { formatDate, formatShortDate, shortWeekday, type CalendarDate } from '#domain/calendar-dates.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { BarChart, type Bar } from '#renderer/ui/bar-chart.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { inWholePesos, pesosOnAxis } from '#renderer/ui/sales-hours.ts';
import { palette } from '#renderer/ui/theme.ts';
import { TALL_WINDOW, useMedia } from '#renderer/ui/use-media.ts';

/** Chart heights in pixels: both charts fit a low window, and fill a tall one. */
const LOW = 148;
const TALL = 280;

type Days = StorePerformance['by_day'];

/** The number of days up to which a weekday stands below each. */
const WITH_WEEKDAYS = 14;

const useStyles = makeStyles({
  legend: { display: 'flex', flexWrap: 'wrap', columnGap: '16px', margin: 0 },
  entry: { display: 'flex', alignItems: 'center', gap: '6px' },
  box: { width: '10px', height: '10px', borderRadius: '2px' },
  whole: { backgroundColor: palette.brandSoft },
  partial: {
    backgroundImage: `repeating-linear-gradient(135deg, ${palette.brandSoft} 0 2px, ${palette.brandFill} 2px 4px)`,
  },
  mark: { width: '14px', height: '2px', backgroundColor: palette.text1 },
});

const shortName = (date: CalendarDate) => formatShortDate(date, { withYear: false });

/** Returns the label of a day: `Nov 8`, then `9`, `10`; the month again on its first day. */
const dayLabel = (date: CalendarDate, index: number) =>
  index === 0 || date.endsWith('-01') ? shortName(date) : String(Number(date.slice(-2)));

const labelsOf = (days: Days, index: number): Pick<Bar, 'label' | 'line'> => {
  const date = days[index]?.date ?? '';
  if (days.length > WITH_WEEKDAYS) return { label: shortName(date) };
  return { label: shortWeekday(date), line: dayLabel(date, index) };
};

function Legend({ withToday, withBefore }: { withToday: boolean; withBefore: boolean }) {
  const styles = useStyles();
  const entries = [
    ['This period', mergeClasses(styles.box, styles.whole), true],
    ['Today so far', mergeClasses(styles.box, styles.partial), withToday],
    ['Period before', styles.mark, withBefore],
  ] as const;
  return (
    <span className={styles.legend}>
      {entries.map(([name, mark, isShown]) =>
        isShown ? (
          <span key={name} className={styles.entry}>
            <span className={mark} aria-hidden="true" />
            {name}
          </span>
        ) : null,
      )}
    </span>
  );
}

type SalesByDayProps = { figures: StorePerformance; timeZone: Zones };

/**
 * Net sales per day beside those of the period before; the best day is dark. Today is hatched, and is not the best as
 * long as it is not over.
 */
export function SalesByDay({ figures: { by_day: days, previous, now }, timeZone }: SalesByDayProps) {
  const isTall = useMedia(TALL_WINDOW);
  const today = storeDate(now, timeZone);
  const best = days.reduce<Days[number] | null>(
    (most, day) => (day.date !== today && day.sales > (most?.sales ?? 0) ? day : most),
    null,
  );
  const peak = best ? `Most on ${shortName(best.date)}: ${inWholePesos(best.sales)}` : 'Pesos';
  const sum = days.reduce((total, { sales }) => total + sales, 0);
  const hasBefore = previous.by_day.length > 0;
  return (
    <Card
      title="Sales by day"
      side={<Legend withToday={days.some(({ date }) => date === today)} withBefore={hasBefore} />}
    >
      <BarChart
        bars={days.map(({ date, sales }, index) => ({
          ...labelsOf(days, index),
          name: formatDate(date),
          value: sales,
          before: previous.by_day[index]?.sales,
          isPartial: date === today,
        }))}
        current={best ? days.indexOf(best) : null}
        summary={`Sales by day, ${inWholePesos(sum)} in all. ${peak}`}
        columns={hasBefore ? ['Day', 'Sales', 'Period before'] : ['Day', 'Sales']}
        formatValue={inWholePesos}
        formatAxis={pesosOnAxis}
        height={isTall ? TALL : LOW}
      />
    </Card>
  );
}
