import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/** `YYYY-MM-DD`; never an instant. */
export type CalendarDate = string;

const WIRE = 'YYYY-MM-DD';

/** True for a valid `YYYY-MM-DD` date. */
export const isCalendarDate = (text: string): boolean => dayjs.utc(text, WIRE, true).isValid();

/** Returns the date some days later; earlier for negative days. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dayjs.utc(date).add(days, 'day').format(WIRE);
}

/** Returns the date some months later; the last day of the month if that is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return dayjs.utc(date).add(months, 'month').format(WIRE);
}

/** Returns the days from one date to another; negative if the second is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayjs.utc(to).diff(dayjs.utc(from), 'day');
}

/** Returns the number of days from one date to another, both included. */
export function countDays(from: CalendarDate, to: CalendarDate): number {
  return dayjs.utc(to).diff(dayjs.utc(from), 'day') + 1;
}

/** Returns the first day of a date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return dayjs.utc(date).startOf('month').format(WIRE);
}

/** Returns the last day of a date's month. */
export function endOfMonth(date: CalendarDate): CalendarDate {
  return dayjs.utc(date).endOf('month').format(WIRE);
}

/** Returns the whole calendar days from a date to today; 0 for a later date. */
export function daysSince(date: CalendarDate, today: CalendarDate): number {
  return Math.max(0, dayjs.utc(today).diff(dayjs.utc(date), 'day'));
}

/** Returns `November 21, 2026`. */
export function formatDate(date: CalendarDate): string {
  return dayjs.utc(date).format('MMMM D, YYYY');
}

/** Returns `Nov 21, 2026`, or `Nov 21` without the year. */
export function formatShortDate(date: CalendarDate, { withYear }: { withYear: boolean }): string {
  return dayjs.utc(date).format(withYear ? 'MMM D, YYYY' : 'MMM D');
}

/** Returns `Sat`. */
export const shortWeekday = (date: CalendarDate): string => dayjs.utc(date).format('ddd');

/** Accepted formats, after commas, points, spaces and capitals are normalised. Months come first. */
const TYPED = ['MMMM D YYYY', 'MMM D YYYY', 'D MMMM YYYY', 'D MMM YYYY', 'YYYY-M-D', 'M/D/YYYY'];
/** The years that the API accepts. */
const YEAR = /\b(19|2\d)\d\d\b/;

/**
 * Parses a typed date: `March 5, 1990`, `Mar 5 1990`, `5 March 1990`, `1990-03-05` or `3/5/1990`. Null for anything
 * else: half a date, an impossible day, a two-digit year, or one outside 1900 to 2999.
 */
export function parseTypedDate(text: string): CalendarDate | null {
  const typed = text
    .replace(/[\s.,]+/g, ' ')
    .replace(/ ?([/-]) ?/g, '$1')
    .trim()
    .replace(/\b0(?=\d\b)/g, '')
    .replace(/[a-z]+/gi, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .replace(/\bSept\b/, 'Sep');
  if (!YEAR.test(typed)) return null;
  return (
    TYPED.map((format) => dayjs.utc(typed, format, true))
      .find((date) => date.isValid())
      ?.format(WIRE) ?? null
  );
}
