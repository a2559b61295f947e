import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { addDays, type CalendarDate } from './calendar-dates.ts';

dayjs.extend(utc);

export const DAY = 86_400_000;

/** A zone from an instant (epoch milliseconds) on. */
export type ZoneSince = { since: number; timezone: string };

/** A zone, or those that a store had one after the other, oldest first. */
export type Zones = string | readonly ZoneSince[];

/** Returns the zones in which a store's days are counted. */
export const zonesOf = (store: { timezone: string; zones?: readonly ZoneSince[] | undefined }): Zones =>
  store.zones ?? store.timezone;

/** Returns the zone of an instant. */
export function zoneAt(instant: number, zones: Zones): string {
  if (typeof zones === 'string') return zones;
  return (zones.findLast(({ since }) => since <= instant) ?? zones[0])?.timezone ?? 'UTC';
}

/** Returns the instants at which a store's zone changed. */
export const zoneChanges = (zones: Zones): number[] =>
  typeof zones === 'string' ? [] : zones.slice(1).map(({ since }) => since);

/**
 * Returns the zones of a store that changes to another one now. What happened before keeps its local date. Where it is
 * still yesterday in the new zone, that begins with its next midnight, so that no day comes twice.
 */
export function changeZone(store: Parameters<typeof zonesOf>[0], timezone: string, now: number): ZoneSince[] {
  const before = store.zones ?? [{ since: 0, timezone: store.timezone }];
  const since = Math.max(now, startOfDate(storeDate(now, zonesOf(store)), timezone));
  // A change that has not begun is forgotten.
  const kept = before.filter((zone) => zone.since <= now && zone.since < since);
  return kept.at(-1)?.timezone === timezone ? kept : [...kept, { since, timezone }];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns a formatter for `2026-11-21 14:36:00`, the Swedish format, which dayjs reads. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock;
}

/**
 * Returns the local time of a zone, to the second, as if it were UTC, so that later steps need no zone. Not dayjs's own
 * zones: docs/decisions/dates.md says where they are wrong.
 */
const wallClock = (instant: number, zone: string): Dayjs => dayjs.utc(clockOf(zone).format(instant));

const QUARTER_HOUR = 900_000;
/** The date asked last, by zone: formatting costs more than most queries, and no zone's day begins within a quarter of an hour. */
const lastDates = new Map<string, { quarter: number; date: CalendarDate }>();

/** Returns the store's calendar date at an instant (epoch milliseconds). */
export function storeDate(instant: number, zones: Zones): CalendarDate {
  const zone = zoneAt(instant, zones);
  const quarter = Math.floor(instant / QUARTER_HOUR);
  const last = lastDates.get(zone);
  if (last?.quarter === quarter) return last.date;
  const date = clockOf(zone).format(instant).slice(0, 'YYYY-MM-DD'.length);
  lastDates.set(zone, { quarter, date });
  return date;
}

/** Returns the hour of the store's day, 0 to 23, at an instant. */
export function storeHour(instant: number, zones: Zones): number {
  return wallClock(instant, zoneAt(instant, zones)).hour();
}

/** Returns `Saturday`, in a store's zone. */
export function storeWeekday(instant: number, zones: Zones): string {
  return wallClock(instant, zoneAt(instant, zones)).format('dddd');
}

/**
 * Returns the first instant (epoch milliseconds) of a calendar date in a store's zones, or of the next date that there
 * is.
 */
export function startOfDate(date: CalendarDate, zones: Zones): number {
  if (typeof zones === 'string') return startInZone(date, zones);
  for (const [place, { since, timezone }] of zones.entries()) {
    const start = startInZone(date, timezone);
    // A day that began in an earlier zone goes on in this one.
    const from = place === 0 ? start : Math.max(start, since);
    if (from < (zones[place + 1]?.since ?? Infinity)) return from;
  }
  return 0;
}

/** Returns the first instant of a date in a zone: at 01:00 where clocks skip midnight, and the first of two midnights. */
function startInZone(date: CalendarDate, zone: string): number {
  const midnight = dayjs.utc(date).valueOf();
  // Clocks change at most once within a day of it: the offset before or after is the right one.
  const [first = midnight, second = first] = [-DAY, DAY]
    .map((away) => midnight + away - wallClock(midnight + away, zone).valueOf() + midnight)
    .sort((one, other) => one - other);
  return wallClock(first, zone).valueOf() < midnight ? second : first;
}

/**
 * Returns the instants of calendar dates, both included: `from` the start of the first, `before` the end of the last.
 */
export function spanOfDates(
  { from, to }: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
  zones: Zones,
): { from: number | undefined; before: number | undefined } {
  return {
    from: from === undefined ? undefined : startOfDate(from, zones),
    before: to === undefined ? undefined : startOfDate(addDays(to, 1), zones),
  };
}

/** Returns `2:36 PM`, in a store's zone. */
export function formatTime(instant: number, zones: Zones): string {
  return wallClock(instant, zoneAt(instant, zones)).format('h:mm A');
}

/** Returns `Nov 21, 2026 2:36 PM`, in a store's zone. */
export function formatInstant(instant: number, zones: Zones): string {
  return wallClock(instant, zoneAt(instant, zones)).format('MMM D, YYYY h:mm A');
}

/** Returns `14:36`, in a store's zone. */
export function formatClock(instant: number, zones: Zones): string {
  return wallClock(instant, zoneAt(instant, zones)).format('HH:mm');
}

/** Returns until when a unit is held: `2:36 PM`, or `midnight` at the end of the store's day. */
export function formatHeldUntil(instant: number, zones: Zones): string {
  return formatClock(instant, zones) === '00:00' ? 'midnight' : formatTime(instant, zones);
}

/** Returns the place that a zone is named after: `Manila`, `New York`. */
export const placeOfZone = (timezone: string): string =>
  (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

/** Returns a store's zone in words; while a change of it waits for its midnight, both, and until when the first holds. */
export function zoneText(store: Parameters<typeof zonesOf>[0], now: number): string {
  const named = (timezone: string) => timezone.replaceAll('_', ' ');
  const [present, next] = [zoneAt(now, zonesOf(store)), store.zones?.at(-1)];
  if (!next || next.since <= now) return named(store.timezone);
  return `${named(present)} until ${formatInstant(next.since, present)}, then ${named(next.timezone)}`;
}

/** Returns the end of the store's day of an instant: the first instant of the next day. */
export const endOfDay = (instant: number, zones: Zones): number =>
  startOfDate(addDays(storeDate(instant, zones), 1), zones);
