import type { StorePerformance } from '#contract/stores.ts';
import { hourName } from '#domain/daily-report.ts';
import { divideRounded } from '#domain/money.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { BarChart } from '#renderer/ui/bar-chart.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { hourOnAxis, inWholePesos, pesosOnAxis, shownHours } from '#renderer/ui/sales-hours.ts';
import { TALL_WINDOW, useMedia } from '#renderer/ui/use-media.ts';

const LOW = 84;
const TALL = 220;

/**
 * Returns the hours of an average day that had sales. Today is not over and left out, unless it is the only day with
 * sales.
 */
function averageDay({ by_day, by_hour, by_hour_before, now }: StorePerformance, timeZone: Zones) {
  const today = storeDate(now, timeZone);
  const withSales = by_day.filter(({ transactions }) => transactions > 0);
  const before = withSales.filter(({ date }) => date < today);
  const isWithout = before.length > 0 && before.length < withSales.length;
  const days = isWithout ? before.length : withSales.length;
  const hours = shownHours(isWithout ? by_hour_before : by_hour, null);
  const text =
    days === 0
      ? 'No day with sales'
      : days === 1
        ? 'On the one day with sales'
        : `Average of ${days} days with sales`;
  return {
    hours: hours.map(({ hour, sales }) => ({ hour, sales: divideRounded(sales, Math.max(1, days)) })),
    text: isWithout ? `${text}, without today` : text,
  };
}

type SalesByHourProps = { figures: StorePerformance; timeZone: Zones };

/** Net sales per hour of an average day that had any, the best hour dark. */
export function SalesByHour({ figures, timeZone }: SalesByHourProps) {
  const isTall = useMedia(TALL_WINDOW);
  const { hours, text: average } = averageDay(figures, timeZone);
  const most = Math.max(...hours.map(({ sales }) => sales));
  const best = most > 0 ? hours.findIndex(({ sales }) => sales === most) : null;
  const peak = best === null ? '' : `The most at ${hourName(hours[best]?.hour ?? 0)}: ${inWholePesos(most)}`;
  return (
    <Card title="Sales by hour" side={average}>
      <BarChart
        bars={hours.map(({ hour, sales }, index) => ({
          label: hourOnAxis(hour, index === 0),
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
