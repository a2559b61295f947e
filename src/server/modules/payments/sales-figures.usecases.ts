import { addDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { startOfDate, storeHour } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import * as rows from './daily-report.repository.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Zone = { id: number; timezone: string };

/** A store's day from midnight to midnight, by its own clock. */
export function dayOf({ id, timezone }: Zone, date: CalendarDate): rows.StoreDay {
  return { storeId: id, from: startOfDate(date, timezone), to: startOfDate(addDays(date, 1), timezone) };
}

const sumOf = (quarters: readonly rows.Quarter[], pick: (quarter: rows.Quarter) => number) =>
  quarters.reduce((sum, quarter) => sum + pick(quarter), 0);

/**
 * What a store sold within a time, and what is left of it: voids and refunds count when they happen, whenever the sale
 * was. `standing` are the sales of that time without those that were voided within it, `by_hour` are theirs.
 */
export async function salesFigures(reader: Reader, store: Zone, time: rows.StoreDay) {
  const quarters = await rows.findSalesByQuarter(reader, time);
  const { change: changeOfVoids, ...voids } = await rows.tallyVoids(reader, time);
  const { written_off, ...refunds } = await rows.tallyRefunds(reader, time);
  const sales = { count: sumOf(quarters, (q) => q.count), total: sumOf(quarters, (q) => q.total) };
  const byHour = Map.groupBy(quarters, ({ quarter }) => storeHour(quarter * rows.QUARTER, store.timezone));
  return {
    sales,
    standing: {
      count: sales.count - sumOf(quarters, (q) => q.voided),
      total: sales.total - sumOf(quarters, (q) => q.voided_total),
    },
    discounts: { count: sumOf(quarters, (q) => q.discounted), total: sumOf(quarters, (q) => q.discount) },
    tax: sumOf(quarters, (q) => q.tax),
    voids,
    refunds,
    written_off,
    net_sales: sales.total - voids.total - refunds.total - written_off,
    by_hour: HOURS.map((hour) => ({
      hour,
      sales: sumOf(byHour.get(hour) ?? [], (q) => q.total - q.voided_total),
    })),
    change: sumOf(quarters, (q) => q.change),
    changeOfVoids,
    quarters,
  };
}
