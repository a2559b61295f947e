import { describe, expect, it } from 'vitest';
import { rangeText, usualRanges } from './date-ranges.ts';

describe('a range of dates', () => {
  it.each([
    [null, null, 'All dates'],
    [null, '2026-11-21', 'Until Nov 21, 2026'],
    ['2026-11-01', null, 'Since Nov 1, 2026'],
    ['2026-11-21', '2026-11-21', 'Nov 21, 2026'],
    ['2026-11-01', '2026-11-21', 'Nov 1 – Nov 21, 2026'],
    ['2025-12-31', '2026-01-01', 'Dec 31, 2025 – Jan 1, 2026'],
  ])('from %s to %s reads %s', (start, end, text) => {
    expect(rangeText({ start, end })).toBe(text);
  });

  it('is offered as people ask for it', () => {
    const text = usualRanges('2027-01-03').map(({ name, range }) => `${name}: ${rangeText(range)}`);
    expect(text).toEqual([
      'Today: Jan 3, 2027',
      'Yesterday: Jan 2, 2027',
      'Last 7 days: Dec 28, 2026 – Jan 3, 2027',
      'This month: Jan 1 – Jan 3, 2027',
      'Last month: Dec 1 – Dec 31, 2026',
      'All dates: All dates',
    ]);
  });
});
