import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-11-21T06:36:00Z');

describe('the time that has passed', () => {
  it.each([
    ['2026-11-21T06:36:00Z', 'just now'],
    ['2026-11-21T06:35:00.001Z', 'just now'],
    ['2026-11-21T06:35:00Z', '1 minute ago'],
    ['2026-11-21T06:32:00Z', '4 minutes ago'],
    ['2026-11-21T05:36:00.001Z', '59 minutes ago'],
    ['2026-11-21T05:36:00Z', '1 hour ago'],
    ['2026-11-20T06:36:00.001Z', '23 hours ago'],
    ['2026-11-20T06:36:00Z', '1 day ago'],
    ['2026-10-22T06:36:00Z', '30 days ago'],
    ['2026-10-21T06:36:00Z', '1 month ago'],
    ['2025-11-21T06:36:00.001Z', '11 months ago'],
    ['2025-11-21T06:36:00Z', '1 year ago'],
    ['2016-11-21T06:36:00Z', '10 years ago'],
  ])('since %s is “%s”', (iso, text) => {
    expect(relativeTime(Date.parse(iso), now)).toBe(text);
  });

  it('is none where the till’s clock is behind', () => {
    for (const ahead of [1, 60_000, 3_600_000, 400 * 86_400_000]) {
      expect(relativeTime(now + ahead, now)).toBe('just now');
    }
  });
});
