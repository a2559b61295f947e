import type { CalendarDate } from './calendar-dates.ts';
import { startOfDate, storeDate, storeWeekday, zonesOf } from './store-time.ts';

/** The keys of a store's hours, in the order of the week. */
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

/** A day's opening hours as `HH:MM`; a closed day keeps its times. */
export type DayHours = { open: string; close: string; closed?: boolean | undefined };
export type WeekHours = Readonly<Partial<Record<string, DayHours>>>;

/** The hours of a day that was never saved. */
const DEFAULT_DAY_HOURS: DayHours = { open: '09:00', close: '21:00' };

/** Returns the whole week of a store, with default hours for days that were never saved. */
export const weekOf = (hours: WeekHours | null): Record<Weekday, DayHours> =>
  Object.fromEntries(weekdays.map((day) => [day, plainDay(hours?.[day] ?? DEFAULT_DAY_HOURS)])) as Record<
    Weekday,
    DayHours
  >;

/** Returns a day as stored: `closed` only if it is true. */
export const plainDay = ({ open, close, closed }: DayHours): DayHours =>
  closed ? { open, close, closed } : { open, close };

/** Returns a store's hours on the day of an instant (epoch milliseconds): its settings', else 09:00 to 21:00. */
export function hoursOn(
  instant: number,
  store: Parameters<typeof zonesOf>[0] & { hours: WeekHours | null },
): DayHours {
  return hoursOnDate(storeDate(instant, zonesOf(store)), store.hours);
}

/** Returns a store's hours on a calendar date. */
export function hoursOnDate(date: CalendarDate, hours: WeekHours | null): DayHours {
  const day = storeWeekday(startOfDate(date, 'UTC'), 'UTC').toLowerCase();
  return hours?.[day] ?? DEFAULT_DAY_HOURS;
}

/** Returns `9:00 PM` of `21:00`. */
function clockText(time: string): string {
  const [hour, minutes] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns `Open 9:00 AM to 9:00 PM`, or that it is closed. */
export const hoursText = ({ open, close, closed }: DayHours): string =>
  closed ? 'Closed today' : `Open ${clockText(open)} to ${clockText(close)}`;

/** Returns the hours of the clock in which a store is open: 09:00 to 20:30 are 9 to 20. Null on a closed day. */
export function openHours({ open, close, closed }: DayHours): { first: number; last: number } | null {
  if (closed) return null;
  const [first, closes, minutes] = [Number(open.slice(0, 2)), Number(close.slice(0, 2)), close.slice(3)];
  return { first, last: minutes === '00' ? closes - 1 : closes };
}
