import { addDays, formatDate, formatShortDate, startOfMonth, type CalendarDate } from './calendar-dates.ts';

/** Both days included; null for an open end. */
export type DateRange = { start: CalendarDate | null; end: CalendarDate | null };

/** Returns `November 1, 2026 – November 21, 2026`. */
export function rangeText({ start, end }: DateRange): string {
  if (start === null) return end === null ? 'All dates' : `Until ${formatDate(end)}`;
  if (end === null) return `Since ${formatDate(start)}`;
  return start === end ? formatDate(start) : `${formatDate(start)} – ${formatDate(end)}`;
}

/** Returns a range for a small place: `Nov 15 – Nov 21, 2026`. */
export function shortRangeText(range: DateRange): string {
  const { start, end } = range;
  if (start === null || end === null || start === end) return rangeText(range);
  const [last, sameYear] = [formatShortDate(end, { withYear: true }), start.slice(0, 4) === end.slice(0, 4)];
  return `${formatShortDate(start, { withYear: !sameYear })} – ${last}`;
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
