import type { TimeZone } from './time-zones.ts';
import type { CalendarDate } from './calendar-dates.ts';
import { startOfDate, storeDate, storeWeekday } from './store-time.ts';

/** The days of a week as a store's hours name them, in their order. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** From when to when a store is open on a day, as `HH:MM`; a closed day keeps its times. */
export type DayHours = { open: string; close: string; closed?: boolean | undefined };
export type WeekHours = Readonly<Partial<Record<string, DayHours>>>;

/** What holds for a day of which nothing was ever saved. */
export const DEFAULT_DAY_HOURS: DayHours = { open: '09:00', close: '21:00' };

/** The whole week of a store: a day that was never saved has the usual hours. */
export const weekOf = (hours: WeekHours | null): Record<Weekday, DayHours> =>
  Object.fromEntries(weekdays.map((day) => [day, plainDay(hours?.[day] ?? DEFAULT_DAY_HOURS)])) as Record<
    Weekday,
    DayHours
  >;

/** A day as it is kept: `closed` only where it is. */
export const plainDay = ({ open, close, closed }: DayHours): DayHours =>
  closed ? { open, close, closed } : { open, close };

/** A store's hours on the day of an instant (epoch milliseconds): its settings', else 09:00 to 21:00. */
export function hoursOn(instant: number, store: { timezone: TimeZone; hours: WeekHours | null }): DayHours {
  return hoursOnDate(storeDate(instant, store.timezone), store.hours);
}

/** The same on a calendar date. */
export function hoursOnDate(date: CalendarDate, hours: WeekHours | null): DayHours {
  const day = storeWeekday(startOfDate(date, 'UTC'), 'UTC').toLowerCase();
  return hours?.[day] ?? DEFAULT_DAY_HOURS;
}

/** `Open 09:00 to 21:00`, or that it is closed. */
export const hoursText = ({ open, close, closed }: DayHours): string =>
  closed ? 'Closed today' : `Open ${open} to ${close}`;

/** The hours of the clock in which a store is open on a day: 09:00 to 20:30 are 9 to 20. None on a closed day. */
export function openHours({ open, close, closed }: DayHours): { first: number; last: number } | null {
  if (closed) return null;
  const [first, closes, minutes] = [Number(open.slice(0, 2)), Number(close.slice(0, 2)), close.slice(3)];
  return { first, last: minutes === '00' ? closes - 1 : closes };
}
