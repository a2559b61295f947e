import { addDays, formatShortDate, startOfMonth, type CalendarDate } from './calendar-dates.ts';

/** Both days included; null for an open end. */
export type DateRange = { start: CalendarDate | null; end: CalendarDate | null };

const isSameYear = (one: CalendarDate, other: CalendarDate) => one.slice(0, 4) === other.slice(0, 4);

/** Returns `Nov 1 – Nov 21, 2026`. */
export function rangeText({ start, end }: DateRange): string {
  const withYear = true;
  if (start === null) return end === null ? 'All dates' : `Until ${formatShortDate(end, { withYear })}`;
  if (end === null) return `Since ${formatShortDate(start, { withYear })}`;
  if (start === end) return formatShortDate(start, { withYear });
  const from = formatShortDate(start, { withYear: !isSameYear(start, end) });
  return `${from} – ${formatShortDate(end, { withYear })}`;
}

const WEEK = 7;

/** Returns the usual ranges with their names; `today` is the store's. */
export function usualRanges(today: CalendarDate): { name: string; range: DateRange }[] {
  const yesterday = addDays(today, -1);
  const endOfLastMonth = addDays(startOfMonth(today), -1);
  return [
    { name: 'Today', range: { start: today, end: today } },
    { name: 'Yesterday', range: { start: yesterday, end: yesterday } },
    { name: 'Last 7 days', range: { start: addDays(today, 1 - WEEK), end: today } },
    { name: 'This month', range: { start: startOfMonth(today), end: today } },
    { name: 'Last month', range: { start: startOfMonth(endOfLastMonth), end: endOfLastMonth } },
    { name: 'All dates', range: { start: null, end: null } },
  ];
}
