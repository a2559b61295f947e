import type { DashboardFigures } from '#contract/dashboard.ts';
import { openHours, type DayHours } from '#domain/store-hours.ts';
import { formatTime, storeHour, type Zones } from '#domain/store-time.ts';
import { BarChart } from '#renderer/ui/bar-chart.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { hourOnAxis, inWholePesos, pesosOnAxis, shownHours } from '#renderer/ui/sales-hours.ts';
import { TALL_WINDOW, useMedia } from '#renderer/ui/use-media.ts';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';

/** The chart's heights in pixels; in a tall window the chart takes the free space. */
const LOW = 206;
const TALL = 300;

/** Shows today's sales by hour of the store's day. */
export function SalesByHour({
  figures,
  timeZone,
  hours,
}: {
  figures: DashboardFigures | undefined;
  timeZone: Zones;
  /** The store's opening hours today. */
  hours: DayHours;
}) {
  const isTall = useMedia(TALL_WINDOW);
  if (!figures) {
    return (
      <Card title="Sales by hour">
        <LoadingNote>Loading sales by hour</LoadingNote>
        <Skeleton height={isTall ? TALL : LOW} />
      </Card>
    );
  }
  const shown = shownHours(figures.by_hour, openHours(hours));
  const sum = shown.reduce((total, { sales }) => total + sales, 0);
  const current = shown.findIndex(({ hour }) => hour === storeHour(figures.now, timeZone));
  return (
    <Card title="Sales by hour" side={`After refunds · now ${formatTime(figures.now, timeZone)}`}>
      <BarChart
        bars={shown.map(({ hour, sales }, index) => ({ label: hourOnAxis(hour, index === 0), value: sales }))}
        current={current < 0 ? null : current}
        summary={`Sales by hour, ${inWholePesos(sum)} so far today`}
        columns={['Hour', 'Sales']}
        formatValue={inWholePesos}
        formatAxis={pesosOnAxis}
        empty="No sale yet today"
        height={isTall ? TALL : LOW}
      />
    </Card>
  );
}
