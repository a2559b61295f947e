import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

const UNITS = ['year', 'month', 'day', 'hour', 'minute'] as const;
const text = new Intl.RelativeTimeFormat('en');

/**
 * Returns `4 minutes ago`, in whole units between two instants (epoch milliseconds); `just now` below a minute and for
 * a future instant, because a till's clock may be behind.
 */
export function relativeTime(instant: number, now: number): string {
  const passed = UNITS.map((unit) => ({ unit, count: dayjs.utc(now).diff(dayjs.utc(instant), unit) }));
  const largest = passed.find(({ count }) => count >= 1);
  return largest ? text.format(-largest.count, largest.unit) : 'just now';
}
