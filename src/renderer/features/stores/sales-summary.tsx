import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { stores, type SalesSummary as Summary, type StorePerformance } from '#contract/stores.ts';
import { formatShortDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { countText } from '#domain/count-text.ts';
import { formatMoney } from '#domain/money.ts';
import { formatTime, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tones } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';

const useStyles = makeStyles({
  up: { color: tones.green[1], fontWeight: 600 },
  down: { color: palette.danger, fontWeight: 600 },
});

const pesos = (amount: number) => formatMoney(amount, 'store');

/** Returns the change in percent, rounded to one decimal; null without a previous value. */
function changeOf(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null;
}

type ComparedProps = { now: number; before: number; text: (value: number) => string };

/** Formats a change against the previous period of equal length: `↑ 7.2% from ₱2,907,318.56`. */
function Compared({ now, before, text }: ComparedProps) {
  const styles = useStyles();
  const change = changeOf(now, before);
  if (change === null) return <>{before === 0 ? 'None before' : `From ${text(before)}`}</>;
  if (change === 0) return <>As before</>;
  return (
    <>
      <span className={change > 0 ? styles.up : styles.down}>
        {change > 0 ? '↑' : '↓'} {Math.abs(change).toLocaleString('en-PH')}%
      </span>{' '}
      from {text(before)}
    </>
  );
}

const year = (date: CalendarDate) => date.slice(0, 4);

/** Returns the days before, and up to which time of the last one: `Oct 25 – Nov 7, 2026, up to 5:42 PM`. */
function beforeText({ from, to, until }: StorePerformance['previous'], timeZone: Zones): string {
  const end = formatShortDate(to, { withYear: true });
  const days = from === to ? end : `${formatShortDate(from, { withYear: year(from) !== year(to) })} – ${end}`;
  return until === null ? days : `${days}, up to ${formatTime(until, timeZone)}`;
}

export type PerformanceDays = { from: CalendarDate; to: CalendarDate };
type OfDays = { storeId: number; timeZone: Zones; days: PerformanceDays };

/** Tells beside the choice of days which ones they are compared with. */
export function ComparedDays({ storeId, timeZone, days }: OfDays) {
  const { data } = useQuery(read(stores.performance, { params: { storeId }, query: days }));
  if (!data) return null;
  return (
    <Text size="label" tone="text3">
      Compared with {beforeText(data.previous, timeZone)}
    </Text>
  );
}

/** The sales, the number of transactions and their average, beside those of the days before. */
export function SalesSummary({ figures: { sales, previous } }: { figures: StorePerformance }) {
  const id = useId();
  const compared = (pick: (summary: Summary) => number, text: (value: number) => string) => (
    <Compared now={pick(sales)} before={pick(previous.sales)} text={text} />
  );
  return (
    <section aria-labelledby={id}>
      <VisuallyHidden>
        <h2 id={id}>Sales Summary</h2>
      </VisuallyHidden>
      <FigureRow>
        <FigureCard
          label="Total sales"
          figure={<MoneyText amount={sales.total} surface="store" />}
          foot={compared(({ total }) => total, pesos)}
        />
        <FigureCard
          label="Average transaction"
          figure={<MoneyText amount={sales.average_transaction} surface="store" />}
          foot={<>{compared(({ average_transaction: average }) => average, pesos)} · kept sales only</>}
        />
        <FigureCard
          label="Total transactions"
          figure={countText(sales.transaction_count)}
          foot={compared(({ transaction_count: count }) => count, countText)}
        />
      </FigureRow>
    </section>
  );
}
