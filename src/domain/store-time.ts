/** `YYYY-MM-DD`; never an instant. */
export type CalendarDate = string;

export const timeZones = [
  'Asia/Manila',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Asia/Shanghai',
  'Asia/Bangkok',
  'Asia/Jakarta',
  'Asia/Kuala_Lumpur',
  'Asia/Ho_Chi_Minh',
  'Asia/Dubai',
  'Australia/Sydney',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
] as const;
export type TimeZone = (typeof timeZones)[number];

export const DEFAULT_TIME_ZONE: TimeZone = 'Asia/Manila';
export const DAY = 86_400_000;

type WallClock = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(instant: number, zone: string): WallClock {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
}

/** The store's calendar date at an instant (epoch milliseconds). */
export function storeDate(instant: number, zone: string): CalendarDate {
  const { year, month, day } = wallClock(instant, zone);
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

/** The hour of the store's day, 0 to 23, at an instant. */
export function storeHour(instant: number, zone: string): number {
  return wallClock(instant, zone).hour;
}

/** The instant at which a calendar date begins in a zone, also where the clock is put forward that night. */
export function startOfDate(date: CalendarDate, zone: string): number {
  const midnightUtc = Date.parse(`${date}T00:00:00Z`);
  let guess = midnightUtc;
  for (let round = 0; round < 2; round += 1) {
    const wall = wallClock(guess, zone);
    const shown = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
    guess += midnightUtc - shown;
  }
  return guess;
}

/** A calendar date some days later (or earlier). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return storeDate(Date.parse(`${date}T00:00:00Z`) + days * DAY, 'UTC');
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `November 21, 2026`. */
export function formatDate(date: CalendarDate): string {
  const [year = '', month = '1', day = '1'] = date.split('-');
  return `${MONTHS[Number(month) - 1] ?? ''} ${Number(day)}, ${year}`;
}

/** `2:36 PM`, in a store's zone. */
export function formatTime(instant: number, zone: string): string {
  const { hour, minute } = wallClock(instant, zone);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `Nov 21, 2026 2:36 PM`, in a store's zone. */
export function formatInstant(instant: number, zone: string): string {
  const { year, month, day } = wallClock(instant, zone);
  return `${(MONTHS[month - 1] ?? '').slice(0, 3)} ${day}, ${year} ${formatTime(instant, zone)}`;
}

/** `14:36`, in a store's zone: how long another till holds a unit. */
export function formatClock(instant: number, zone: string): string {
  const { hour, minute } = wallClock(instant, zone);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
