import { describe, expect, it } from 'vitest';
import { rangeText, shortRangeText, usualRanges } from './date-ranges.ts';

describe('a range of dates', () => {
  it.each([
    [null, null, 'All dates'],
    [null, '2026-11-21', 'Until November 21, 2026'],
    ['2026-11-01', null, 'Since November 1, 2026'],
    ['2026-11-21', '2026-11-21', 'November 21, 2026'],
    ['2026-11-01', '2026-11-21', 'November 1, 2026 – November 21, 2026', 'Nov 1 – Nov 21, 2026'],
    ['2025-12-31', '2026-01-01', 'December 31, 2025 – January 1, 2026', 'Dec 31, 2025 – Jan 1, 2026'],
  ])('from %s to %s reads %s', (start, end, text, short = text) => {
    expect(rangeText({ start, end })).toBe(text);
    expect(shortRangeText({ start, end })).toBe(short);
  });

  it('is offered as people ask for it', () => {
    const text = usualRanges('2027-01-03').map(({ name, range }) => `${name}: ${rangeText(range)}`);
    expect(text).toEqual([
      'Today: January 3, 2027',
      'Yesterday: January 2, 2027',
      'Last 7 days: December 28, 2026 – January 3, 2027',
      'This month: January 1, 2027 – January 3, 2027',
      'Last month: December 1, 2026 – December 31, 2026',
      'All dates: All dates',
    ]);
  });
});
