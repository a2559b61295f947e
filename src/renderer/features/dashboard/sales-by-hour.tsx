import type { DashboardFigures } from '#contract/dashboard.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { formatTime, storeHour } from '#domain/store-time.ts';
import { BarChart } from '#renderer/ui/bar-chart.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { useMedia } from '#renderer/ui/use-media.ts';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';

/** The hours that are always shown; sales outside of them widen the axis. */
const OPENS = 9;
const CLOSES = 20;
/** The chart's heights: what a large window leaves empty is the chart's. */
const LOW = 206;
const TALL = 300;
const TALL_WINDOW = '(min-height: 960px)';
const THOUSAND = pesosToCentavos(1000);

function hourLabel(hour: number, isFirst: boolean): string {
  const name = String(hour % 12 === 0 ? 12 : hour % 12);
  if (hour === 12) return `${name} PM`;
  return isFirst ? `${name} ${hour < 12 ? 'AM' : 'PM'}` : name;
}

const inPesos = (centavos: number) => formatMoney(centavos, 'draft-list');
const onAxis = (centavos: number) =>
  centavos >= THOUSAND
    ? `₱${(centavos / THOUSAND).toLocaleString('en-PH', { maximumFractionDigits: 1 })}k`
    : inPesos(centavos);

/** Today's sales over the hours of the store's day. */
export function SalesByHour({
  figures,
  timeZone,
}: {
  figures: DashboardFigures | undefined;
  timeZone: string;
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
  const sold = figures.by_hour.filter((hour) => hour.sales > 0).map((hour) => hour.hour);
  const first = Math.min(OPENS, ...sold);
  const last = Math.max(CLOSES, ...sold);
  const shown = figures.by_hour.filter(({ hour }) => hour >= first && hour <= last);
  const sum = shown.reduce((total, { sales }) => total + sales, 0);
  const current = shown.findIndex(({ hour }) => hour === storeHour(figures.now, timeZone));
  return (
    <Card title="Sales by hour" side={`Today, pesos · now ${formatTime(figures.now, timeZone)}`}>
      <BarChart
        bars={shown.map(({ hour, sales }, index) => ({ label: hourLabel(hour, index === 0), value: sales }))}
        current={current < 0 ? null : current}
        summary={`Sales by hour, ${inPesos(sum)} so far today`}
        columns={['Hour', 'Sales']}
        formatValue={inPesos}
        formatAxis={onAxis}
        empty="No sale yet today"
        height={isTall ? TALL : LOW}
      />
    </Card>
  );
}
