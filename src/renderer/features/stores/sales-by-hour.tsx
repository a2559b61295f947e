import type { StorePerformance } from '#contract/stores.ts';
import { hourName } from '#domain/daily-report.ts';
import { divideRounded } from '#domain/money.ts';
import { BarChart } from '#renderer/ui/bar-chart.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { hourOnAxis, inWholePesos, pesosOnAxis, shownHours } from '#renderer/ui/sales-hours.ts';
import { TALL_WINDOW, useMedia } from '#renderer/ui/use-media.ts';

/** With more hours, every other one is labelled. */
const ALL_NAMED = 14;

const LOW = 104;
const TALL = 220;

/** Net sales per hour of an average day that had any, the best hour dark. */
export function SalesByHour({ figures }: { figures: StorePerformance }) {
  const isTall = useMedia(TALL_WINDOW);
  const { length: days } = figures.by_day.filter(({ sales }) => sales !== 0);
  const hours = shownHours(figures.by_hour, null).map(({ hour, sales }) => ({
    hour,
    sales: days ? divideRounded(sales, days) : 0,
  }));
  const most = Math.max(...hours.map(({ sales }) => sales));
  const best = most > 0 ? hours.findIndex(({ sales }) => sales === most) : null;
  const average = days === 1 ? 'On the one day with sales' : `Average of ${days} days with sales`;
  const peak = best === null ? '' : `The most at ${hourName(hours[best]?.hour ?? 0)}: ${inWholePesos(most)}`;
  return (
    <Card title="Sales by hour" side={average}>
      <BarChart
        bars={hours.map(({ hour, sales }, index) => ({
          label: hours.length > ALL_NAMED && index % 2 ? '' : hourOnAxis(hour, index === 0),
          name: hourName(hour),
          value: sales,
        }))}
        current={best}
        summary={`Sales by hour. ${average}. ${peak}`}
        columns={['Hour', 'Sales']}
        formatValue={inWholePesos}
        formatAxis={pesosOnAxis}
        height={isTall ? TALL : LOW}
      />
    </Card>
  );
}
