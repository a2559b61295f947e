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
 * was. `by_hour` comes to the net sales: what is taken back of the same day's sales goes off the hour of the sale.
 * `standing` counts the sales of that time without those that were voided within it.
 */
export async function salesFigures(reader: Reader, store: Zone, time: rows.StoreDay) {
  const quarters = await rows.findSalesByQuarter(reader, time);
  const { change: changeOfVoids, tax: taxOfVoids, ...voids } = await rows.tallyVoids(reader, time);
  const { written_off, tax: taxOfRefunds, ...refunds } = await rows.tallyRefunds(reader, time);
  const takenBack = await rows.findTakenBackByQuarter(reader, time);
  const sales = { count: sumOf(quarters, (q) => q.count), total: sumOf(quarters, (q) => q.total) };
  const changes = [...quarters, ...takenBack.map(({ quarter, total }) => ({ quarter, total: -total }))];
  const byHour = Map.groupBy(changes, ({ quarter }) => storeHour(quarter * rows.QUARTER, store.timezone));
  return {
    sales,
    standing: sales.count - sumOf(quarters, (q) => q.voided),
    discounts: { count: sumOf(quarters, (q) => q.discounted), total: sumOf(quarters, (q) => q.discount) },
    tax: sumOf(quarters, (q) => q.tax) - taxOfVoids - taxOfRefunds,
    voids,
    refunds,
    written_off,
    net_sales: sales.total - voids.total - refunds.total - written_off,
    by_hour: HOURS.map((hour) => ({
      hour,
      sales: (byHour.get(hour) ?? []).reduce((sum, { total }) => sum + total, 0),
    })),
    change: sumOf(quarters, (q) => q.change),
    changeOfVoids,
    quarters,
  };
}
