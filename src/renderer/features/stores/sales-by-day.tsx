import type { StorePerformance } from '#contract/stores.ts';
import { formatDate, formatShortDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { BarChart } from '#renderer/ui/bar-chart.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { inWholePesos, pesosOnAxis } from '#renderer/ui/sales-hours.ts';
import { TALL_WINDOW, useMedia } from '#renderer/ui/use-media.ts';

/** Chart heights in pixels: both charts fit a low window, and fill a tall one. */
const LOW = 140;
const TALL = 280;

type Days = StorePerformance['by_day'];

/** The number of labels that fit side by side. */
const ALL_NAMED = 14;
const NAMED = 8;

const shortName = (date: CalendarDate) => formatShortDate(date, { withYear: false });

/** Labels a day: `Nov 8`, then `9`, `10`; the month again on its first day. Of many days only some are labelled. */
function labelOf(days: Days, index: number): string {
  const date = days[index]?.date ?? '';
  const step = days.length <= ALL_NAMED ? 1 : Math.ceil(days.length / NAMED);
  if (index % step !== 0) return '';
  return step > 1 || index === 0 || date.endsWith('-01') ? shortName(date) : String(Number(date.slice(-2)));
}

/** Net sales per day, the best day dark. */
export function SalesByDay({ days }: { days: Days }) {
  const isTall = useMedia(TALL_WINDOW);
  const best = days.reduce<Days[number] | null>(
    (most, day) => (day.sales > (most?.sales ?? 0) ? day : most),
    null,
  );
  const peak = best ? `Most on ${shortName(best.date)}: ${inWholePesos(best.sales)}` : 'Pesos';
  const sum = days.reduce((total, { sales }) => total + sales, 0);
  return (
    <Card title="Sales by day" side={peak}>
      <BarChart
        bars={days.map(({ date, sales }, index) => ({
          label: labelOf(days, index),
          name: formatDate(date),
          value: sales,
        }))}
        current={best ? days.indexOf(best) : null}
        summary={`Sales by day, ${inWholePesos(sum)} in all. ${peak}`}
        columns={['Day', 'Sales']}
        formatValue={inWholePesos}
        formatAxis={pesosOnAxis}
        height={isTall ? TALL : LOW}
      />
    </Card>
  );
}
