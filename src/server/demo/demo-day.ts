import { startOfDate, storeDate, storeHour } from '#domain/store-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import type { SeededRandom } from './random.ts';

const HOUR = 3_600_000;
const USUAL_OPENING = 9;
/** How long a shop has been open when somebody looks at it, where the day is long enough. */
const OPEN_BEFORE = 4;
const OPEN_HOURS = 12;
/** The fewest and most sales of today, whatever the hour. */
const SALES_TODAY = [4, 8] as const;

/** The shops' hours, and since when today is sold; null where the demo shop ends with what it sold before. */
export type DemoDay = { opens: number; today: number | null };

/** The day of a demo shop without a present: its hours are the usual ones. */
export const pastOnly: DemoDay = { opens: USUAL_OPENING, today: null };

/** Returns hours in which the shops are open now, at any hour: the usual ones by day, others early and late. */
export function dayOpenAt(now: number): DemoDay {
  const hour = storeHour(now, DEFAULT_TIME_ZONE);
  const isEarly = hour < USUAL_OPENING + OPEN_BEFORE;
  const isLate = hour >= USUAL_OPENING + OPEN_HOURS;
  const opens = isEarly ? Math.max(0, hour - OPEN_BEFORE) : isLate ? 24 - OPEN_HOURS : USUAL_OPENING;
  return { opens, today: startOfDate(storeDate(now, DEFAULT_TIME_ZONE), DEFAULT_TIME_ZONE) };
}

/** Returns opening hours as a store's settings have them. */
export function hoursText({ opens }: DemoDay): { open: string; close: string } {
  const closes = opens + OPEN_HOURS;
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  return { open: clock(opens), close: closes < 24 ? clock(closes) : '23:59' };
}

/** Makes the instants of today's sales, between the opening and now; none where the shop has no present. */
export function timesOfToday({ opens, today }: DemoDay, random: SeededRandom, now: number): number[] {
  if (today === null) return [];
  const from = today + opens * HOUR;
  return Array.from({ length: random.integer(...SALES_TODAY) }, () =>
    Math.floor(from + random.next() * (now - from)),
  );
}
