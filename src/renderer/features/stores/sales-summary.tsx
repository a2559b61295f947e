import { makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import type { SalesSummary as Summary, StorePerformance } from '#contract/stores.ts';
import { rangeText } from '#domain/date-ranges.ts';
import { formatMoney } from '#domain/money.ts';
import { formatTime, type Zones } from '#domain/store-time.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tones } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  summary: { display: 'flex', flexDirection: 'column', gap: '12px' },
  up: { color: tones.green[1], fontWeight: 600 },
  down: { color: palette.danger, fontWeight: 600 },
});

const number = (count: number) => count.toLocaleString('en-PH');
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

/** Returns the days before, and up to which time of the last one. */
function beforeText({ from, to, until }: StorePerformance['previous'], timeZone: Zones): string {
  const days = rangeText({ start: from, end: to });
  return until === null ? days : `${days}, up to ${formatTime(until, timeZone)}`;
}

type SalesSummaryProps = { figures: StorePerformance; timeZone: Zones };

/** The sales, the number of transactions and their average. */
export function SalesSummary({ figures: { sales, previous }, timeZone }: SalesSummaryProps) {
  const styles = useStyles();
  const id = useId();
  const compared = (pick: (summary: Summary) => number, text: (value: number) => string) => (
    <Compared now={pick(sales)} before={pick(previous.sales)} text={text} />
  );
  return (
    <section aria-labelledby={id} className={styles.summary}>
      <Spread gap={12} align="baseline" wraps>
        <Text as="h2" id={id} size="cardTitle" tone="text1">
          Sales Summary
        </Text>
        <Text size="label" tone="text3">
          Compared with {beforeText(previous, timeZone)}
        </Text>
      </Spread>
      <FigureRow>
        <FigureCard
          label="Total Sales"
          figure={<MoneyText amount={sales.total} surface="store" />}
          foot={compared(({ total }) => total, pesos)}
        />
        <FigureCard
          label="Average Transaction"
          figure={<MoneyText amount={sales.average_transaction} surface="store" />}
          foot={<>Without refunded sales. {compared(({ average_transaction: average }) => average, pesos)}</>}
        />
        <FigureCard
          label="Total Transactions"
          figure={number(sales.transaction_count)}
          foot={compared(({ transaction_count: count }) => count, number)}
        />
      </FigureRow>
    </section>
  );
}
