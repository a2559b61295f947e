import { addDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { startOfDate, storeDate, storeHour } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import * as rows from './daily-report.repository.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Zone = { id: number; timezone: string };

/** Returns a store's day from midnight to midnight, in its time zone. */
export function dayOf({ id, timezone }: Zone, date: CalendarDate): rows.StoreDay {
  return { storeId: id, from: startOfDate(date, timezone), to: startOfDate(addDays(date, 1), timezone) };
}

const sumOf = (quarters: readonly rows.Quarter[], pick: (quarter: rows.Quarter) => number) =>
  quarters.reduce((sum, quarter) => sum + pick(quarter), 0);

/** An amount that sales rose or (below zero) fell by at a moment. */
type Change = { at: number; total: number };

const totalOf = (changes: readonly Change[]) => changes.reduce((sum, { total }) => sum + total, 0);

const salesIn = (quarters: readonly rows.Quarter[]): Change[] =>
  quarters.map(({ quarter, total }) => ({ at: quarter * rows.QUARTER, total }));

/** Returns a void or refund as a change: at the time of its sale if that was the same day, else when it happened. */
const lossOf = ({ completed_at, at, total }: rows.TakenBack, isSameDay: boolean): Change => ({
  at: isSameDay ? completed_at : at,
  total: -total,
});

function byHourOf(changes: readonly Change[], zone: string) {
  const hours = Map.groupBy(changes, ({ at }) => storeHour(at, zone));
  return HOURS.map((hour) => ({ hour, sales: totalOf(hours.get(hour) ?? []) }));
}

/**
 * Sums up what a store sold within a time. Voids and refunds count when they happen, whenever the sale was. `by_hour`
 * adds up to the net sales: what is taken back of the same day's sales goes off the hour of the sale. `completed`
 * counts the sales of that time without those voided within it.
 */
export async function salesFigures(reader: Reader, store: Zone, time: rows.StoreDay) {
  const quarters = await rows.findSalesByQuarter(reader, time);
  const { tax: taxOfVoids, ...voids } = await rows.tallyVoids(reader, time);
  const { written_off, tax: taxOfRefunds, ...refunds } = await rows.tallyRefunds(reader, time);
  const takenBack = await rows.findTakenBack(reader, time);
  const sales = { count: sumOf(quarters, (q) => q.count), total: sumOf(quarters, (q) => q.total) };
  const changes = [
    ...salesIn(quarters),
    ...takenBack.map((loss) => lossOf(loss, loss.completed_at >= time.from)),
  ];
  return {
    sales,
    completed: sales.count - sumOf(quarters, (q) => q.voided),
    discounts: { count: sumOf(quarters, (q) => q.discounted), total: sumOf(quarters, (q) => q.discount) },
    tax: sumOf(quarters, (q) => q.tax) - taxOfVoids - taxOfRefunds,
    voids,
    refunds,
    written_off,
    net_sales: sales.total - voids.total - refunds.total - written_off,
    by_hour: byHourOf(changes, store.timezone),
    quarters,
  };
}

/** Calendar dates, both included. */
export type Days = { from: CalendarDate; to: CalendarDate };

/** Returns the time from the first day's midnight to the one after the last day, in the store's time zone. */
export function timeOf(store: Zone, { from, to }: Days): rows.StoreDay {
  return { ...dayOf(store, from), to: dayOf(store, to).to };
}

/**
 * Sums up the net sales of some days: `by_day` and `by_hour` are those of the daily reports, and both add up to
 * `total`. `count` has the sales of these days without those voided within them.
 */
export async function salesOfDays(reader: Reader, store: Zone, days: Days) {
  const time = timeOf(store, days);
  const quarters = await rows.findSalesByQuarter(reader, time);
  const takenBack = await rows.findTakenBack(reader, time);
  const dateOf = (at: number) => storeDate(at, store.timezone);
  const changes = [
    ...salesIn(quarters),
    ...takenBack.map((loss) => lossOf(loss, dateOf(loss.completed_at) === dateOf(loss.at))),
  ];
  const ofDates = Map.groupBy(changes, ({ at }) => dateOf(at));
  const by_day = [];
  for (let date = days.from; date <= days.to; date = addDays(date, 1)) {
    by_day.push({ date, sales: totalOf(ofDates.get(date) ?? []) });
  }
  return {
    total: totalOf(changes),
    count: sumOf(quarters, (q) => q.count) - sumOf(quarters, (q) => q.voided),
    by_day,
    by_hour: byHourOf(changes, store.timezone),
  };
}
