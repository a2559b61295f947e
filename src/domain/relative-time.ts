import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

const UNITS = ['year', 'month', 'day', 'hour', 'minute'] as const;
const text = new Intl.RelativeTimeFormat('en');

/**
 * `4 minutes ago`, from whole units that have passed between two instants (epoch milliseconds); below a minute
 * `just now`, as a till says whose clock is behind: never something of the future.
 */
export function relativeTime(instant: number, now: number): string {
  const passed = UNITS.map((unit) => ({ unit, count: dayjs.utc(now).diff(dayjs.utc(instant), unit) }));
  const largest = passed.find(({ count }) => count >= 1);
  return largest ? text.format(-largest.count, largest.unit) : 'just now';
}
