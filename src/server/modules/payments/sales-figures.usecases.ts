import { addDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { type Centavos, divideRounded } from '#domain/money.ts';
import {
  startOfDate,
  storeDate,
  storeHour,
  zoneChanges,
  type ZoneSince,
  type Zones,
  zonesOf,
} from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import * as rows from './daily-report.repository.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Zone = { id: number; timezone: string; zones?: readonly ZoneSince[] | undefined };

/** Returns a store's day from midnight to midnight, in the time zone that it had then. */
export function dayOf(store: Zone, date: CalendarDate): rows.StoreDay {
  const zones = zonesOf(store);
  return { storeId: store.id, from: startOfDate(date, zones), to: startOfDate(addDays(date, 1), zones) };
}

const sumOf = (quarters: readonly rows.Quarter[], pick: (quarter: rows.Quarter) => number) =>
  quarters.reduce((sum, quarter) => sum + pick(quarter), 0);

/** An amount that sales rose or (below zero) fell by at a moment. */
type Change = { at: number; total: number };

const totalOf = (changes: readonly Change[]) => changes.reduce((sum, { total }) => sum + total, 0);

/** Returns a void or refund as a change: at the time of its sale if that was the same day, else when it happened. */
const lossOf = ({ completed_at, at, total }: rows.TakenBack, isSameDay: boolean): Change => ({
  at: isSameDay ? completed_at : at,
  total: -total,
});

const changesOf = (
  quarters: readonly rows.Quarter[],
  takenBack: readonly rows.TakenBack[],
  isSameDay: (loss: rows.TakenBack) => boolean,
): Change[] => [...quarters, ...takenBack.map((loss) => lossOf(loss, isSameDay(loss)))];

const completedOf = (quarters: readonly rows.Quarter[]) => sumOf(quarters, (q) => q.count - q.voided);

function byHourOf(changes: readonly Change[], zones: Zones) {
  const hours = Map.groupBy(changes, ({ at }) => storeHour(at, zones));
  return HOURS.map((hour) => ({ hour, sales: totalOf(hours.get(hour) ?? []) }));
}

/**
 * Returns what a sale of a time came to on average, less what was refunded of it in that time. Sales that were voided or
 * refunded whole are not counted, nor are refunds of earlier sales: it is never below zero.
 */
async function averageSale(
  reader: Reader,
  quarters: readonly rows.Quarter[],
  time: rows.StoreDay,
): Promise<Centavos> {
  const refunded = await rows.findRefunded(reader, time);
  const whole = refunded.filter(({ is_kept }) => is_kept === 0);
  const count = completedOf(quarters) - whole.length;
  const off = refunded.reduce((sum, sale) => sum + (sale.is_kept === 0 ? sale.total : sale.taken_off), 0);
  return count > 0 ? divideRounded(sumOf(quarters, (q) => q.total - q.voided_total) - off, count) : 0;
}

/**
 * Sums up what a store sold within a time. Voids and refunds count when they happen, whenever the sale was. `by_hour`
 * adds up to the net sales: what is taken back of the same day's sales goes off the hour of the sale. `completed`
 * counts the sales of that time without those voided within it.
 */
export async function salesFigures(reader: Reader, store: Zone, time: rows.StoreDay) {
  const zones = zonesOf(store);
  const quarters = await rows.findSalesByQuarter(reader, time, zoneChanges(zones));
  const { tax: taxOfVoids, ...voids } = await rows.tallyVoids(reader, time);
  const { written_off, tax: taxOfRefunds, ...refunds } = await rows.tallyRefunds(reader, time);
  const takenBack = await rows.findTakenBack(reader, time);
  const sales = { count: sumOf(quarters, (q) => q.count), total: sumOf(quarters, (q) => q.total) };
  const changes = changesOf(quarters, takenBack, ({ completed_at }) => completed_at >= time.from);
  return {
    sales,
    completed: completedOf(quarters),
    average: await averageSale(reader, quarters, time),
    discounts: { count: sumOf(quarters, (q) => q.discounted), total: sumOf(quarters, (q) => q.discount) },
    tax: sumOf(quarters, (q) => q.tax) - taxOfVoids - taxOfRefunds,
    voids,
    refunds,
    written_off,
    net_sales: sales.total - voids.total - refunds.total - written_off,
    by_hour: byHourOf(changes, zones),
    quarters,
  };
}

/** Calendar dates, both included. */
export type Days = { from: CalendarDate; to: CalendarDate };

/** Returns the time from the first day's midnight to the one after the last day, in the store's time zone. */
export function timeOf(store: Zone, { from, to }: Days): rows.StoreDay {
  return { ...dayOf(store, from), to: dayOf(store, to).to };
}

type SoldWithin = { quarters: readonly rows.Quarter[]; takenBack: readonly rows.TakenBack[] };

async function sumOfSold(reader: Reader, { quarters, takenBack }: SoldWithin, time: rows.StoreDay) {
  return {
    total: totalOf(changesOf(quarters, takenBack, () => true)),
    transaction_count: completedOf(quarters),
    average_transaction: await averageSale(reader, quarters, time),
  };
}

/** Sums up the net sales of a time; `transaction_count` has its sales without those voided within it. */
export async function sumSales(reader: Reader, time: rows.StoreDay) {
  const quarters = await rows.findSalesByQuarter(reader, time);
  const takenBack = await rows.findTakenBack(reader, time);
  return sumOfSold(reader, { quarters, takenBack }, time);
}

/**
 * Returns the net sales of some days, summed up, by day and by hour, as in the daily reports: all come to the same total.
 * `by_hour_before` leaves out today, which is not over; `transactions` are the sales without those voided within these
 * days.
 */
export async function salesOfDays(reader: Reader, store: Zone, days: Days, today: CalendarDate) {
  const time = timeOf(store, days);
  const zones = zonesOf(store);
  const dateOf = (at: number) => storeDate(at, zones);
  const quarters = await rows.findSalesByQuarter(reader, time, zoneChanges(zones));
  const takenBack = await rows.findTakenBack(reader, time);
  const changes = changesOf(
    quarters,
    takenBack,
    ({ completed_at, at }) => dateOf(completed_at) === dateOf(at),
  );
  const ofDates = Map.groupBy(changes, ({ at }) => dateOf(at));
  const quartersOf = Map.groupBy(quarters, ({ at }) => dateOf(at));
  const by_day = [];
  for (let date = days.from; date <= days.to; date = addDays(date, 1)) {
    const sales = totalOf(ofDates.get(date) ?? []);
    by_day.push({ date, sales, transactions: completedOf(quartersOf.get(date) ?? []) });
  }
  const before = changes.filter(({ at }) => dateOf(at) < today);
  return {
    sales: await sumOfSold(reader, { quarters, takenBack }, time),
    by_day,
    by_hour: byHourOf(changes, zones),
    by_hour_before: byHourOf(before, zones),
  };
}
