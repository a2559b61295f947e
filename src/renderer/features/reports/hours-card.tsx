import type { DailyReport } from '#contract/payments.ts';
import { hourName } from '#domain/daily-report.ts';
import { hoursOnDate, openHours, type WeekHours } from '#domain/store-hours.ts';
import { storeDate, storeHour, type Zones } from '#domain/store-time.ts';
import { BarChart } from '#renderer/ui/bar-chart.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { hourOnAxis, inWholePesos, pesosOnAxis, shownHours } from '#renderer/ui/sales-hours.ts';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { TALL_WINDOW, useMedia } from '#renderer/ui/use-media.ts';

const LOW = 206;
const TALL = 280;

type HoursCardProps = { report: DailyReport | undefined; hours: WeekHours | null; timeZone: Zones };

/** The day's sales by hour; on the current day the running hour is highlighted. */
export function HoursCard({ report, hours, timeZone }: HoursCardProps) {
  const height = useMedia(TALL_WINDOW) ? TALL : LOW;
  if (!report) {
    return (
      <Card title="Sales by hour">
        <LoadingNote>Loading sales by hour</LoadingNote>
        <Skeleton height={height} />
      </Card>
    );
  }
  const { by_hour, generated_at, date, net_sales } = report;
  const shown = shownHours(by_hour, openHours(hoursOnDate(date, hours)));
  const isToday = storeDate(generated_at, timeZone) === date;
  const busiest = shown.reduce<(typeof shown)[number] | null>(
    (most, hour) => (hour.sales > (most?.sales ?? 0) ? hour : most),
    null,
  );
  const marked = isToday
    ? shown.findIndex(({ hour }) => hour === storeHour(generated_at, timeZone))
    : busiest
      ? shown.indexOf(busiest)
      : -1;
  const peak = busiest ? ` The most at ${hourName(busiest.hour)}: ${inWholePesos(busiest.sales)}` : '';
  return (
    <Card title="Sales by hour" side="Pesos">
      <BarChart
        bars={shown.map(({ hour, sales: value }, index) => ({ label: hourOnAxis(hour, index === 0), value }))}
        current={marked < 0 ? null : marked}
        summary={`Sales by hour, ${inWholePesos(net_sales)} on this day.${peak}`}
        columns={['Hour', 'Sales']}
        formatValue={inWholePesos}
        formatAxis={pesosOnAxis}
        empty="No sale on this day"
        height={height}
      />
    </Card>
  );
}
