import { expect, it } from 'vitest';
import { dayOpenAt, hoursText, pastOnly, timesOfToday } from './demo-day.ts';
import { seededRandom } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Midnight in Manila. */
const MIDNIGHT = Date.parse('2026-11-20T16:00:00Z');

it.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'a demo shop that is begun after %d o’clock in Manila is open, and has sold since',
  (hour) => {
    for (const now of [MIDNIGHT + hour * HOUR + 1, MIDNIGHT + hour * HOUR + 59 * MINUTE]) {
      const day = dayOpenAt(now);
      const { open, close } = hoursText(day);
      const clock = new Date(now + 8 * HOUR).toISOString().slice(11, 16);
      expect([open <= clock, clock <= close, open < close], `${open}–${close}`).toEqual([true, true, true]);
      const times = timesOfToday(day, seededRandom(hour), now);
      expect(times.length).toBeGreaterThanOrEqual(4);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(MIDNIGHT + day.opens * HOUR);
      expect(Math.max(...times)).toBeLessThan(now);
    }
  },
);

it('has its usual hours by day, and no present where it ends with its past', () => {
  expect(hoursText(dayOpenAt(MIDNIGHT + 15 * HOUR))).toEqual({ open: '09:00', close: '21:00' });
  expect(hoursText(pastOnly)).toEqual({ open: '09:00', close: '21:00' });
  expect(timesOfToday(pastOnly, seededRandom(1), MIDNIGHT + 15 * HOUR)).toEqual([]);
});
