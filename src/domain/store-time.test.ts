import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  DAY,
  formatClock,
  formatDate,
  formatInstant,
  formatTime,
  startOfDate,
  storeDate,
  storeHour,
  timeZones,
} from './store-time.ts';

const instantOf = (iso: string) => Date.parse(iso);
const zone = fc.constantFrom(...timeZones);
const instant = fc.integer({
  min: instantOf('2000-01-01T00:00:00Z'),
  max: instantOf('2100-01-01T00:00:00Z'),
});

describe('the store’s day', () => {
  it.each([
    ['2026-11-20T15:59:59.999Z', 'Asia/Manila', '2026-11-20', 23],
    ['2026-11-20T16:00:00Z', 'Asia/Manila', '2026-11-21', 0],
    ['2026-11-20T16:00:00Z', 'UTC', '2026-11-20', 16],
    ['2026-11-20T16:00:00Z', 'America/Los_Angeles', '2026-11-20', 8],
    ['2026-12-31T13:00:00Z', 'Australia/Sydney', '2027-01-01', 0],
  ])('at %s in %s is %s, hour %i', (iso, at, date, hour) => {
    expect(storeDate(instantOf(iso), at)).toBe(date);
    expect(storeHour(instantOf(iso), at)).toBe(hour);
  });

  it.each([
    ['2026-11-21', 'Asia/Manila', '2026-11-20T16:00:00Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00Z'],
    ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00Z'],
    ['2026-03-30', 'Europe/London', '2026-03-29T23:00:00Z'],
    ['2026-10-04', 'Australia/Sydney', '2026-10-03T14:00:00Z'],
    ['2026-10-05', 'Australia/Sydney', '2026-10-04T13:00:00Z'],
  ])('%s in %s begins at %s, also around a change of clocks', (date, at, iso) => {
    expect(new Date(startOfDate(date, at)).toISOString().replace('.000', '')).toBe(iso);
  });

  it('is as long as the clocks make it', () => {
    const length = (date: string, at: string) =>
      (startOfDate(addDays(date, 1), at) - startOfDate(date, at)) / 3_600_000;
    expect(length('2026-03-08', 'America/Los_Angeles')).toBe(23);
    expect(length('2026-11-01', 'America/Los_Angeles')).toBe(25);
    expect(length('2026-11-01', 'Asia/Manila')).toBe(24);
  });

  it('begins at the first instant that bears its date, in all 17 zones', () => {
    fc.assert(
      fc.property(instant, zone, (at, where) => {
        const date = storeDate(at, where);
        const start = startOfDate(date, where);
        expect(storeDate(start, where)).toBe(date);
        expect(storeDate(start - 1, where)).toBe(addDays(date, -1));
        expect(at - start).toBeGreaterThanOrEqual(0);
        expect(at - start).toBeLessThan(DAY + 3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});

describe('calendar dates', () => {
  it('go over months and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-11-21', 0)).toBe('2026-11-21');
  });

  it('come back from any number of days', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -20_000, max: 20_000 }), (at, days) => {
        const date = storeDate(at, 'UTC');
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
    );
  });
});

describe('times as people read them', () => {
  const at = instantOf('2026-11-21T06:36:00Z');

  it('are in the store’s zone', () => {
    expect(formatTime(at, 'Asia/Manila')).toBe('2:36 PM');
    expect(formatClock(at, 'Asia/Manila')).toBe('14:36');
    expect(formatInstant(at, 'Asia/Manila')).toBe('Nov 21, 2026 2:36 PM');
    expect(formatInstant(at, 'America/New_York')).toBe('Nov 21, 2026 1:36 AM');
    expect(formatDate('2026-03-05')).toBe('March 5, 2026');
  });

  it('name every month', () => {
    const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
    expect(months.map((month) => formatDate(`1990-${month}-05`))).toEqual([
      'January 5, 1990',
      'February 5, 1990',
      'March 5, 1990',
      'April 5, 1990',
      'May 5, 1990',
      'June 5, 1990',
      'July 5, 1990',
      'August 5, 1990',
      'September 5, 1990',
      'October 5, 1990',
      'November 5, 1990',
      'December 5, 1990',
    ]);
  });

  it('know midnight and noon', () => {
    expect(formatTime(instantOf('2026-11-20T16:00:00Z'), 'Asia/Manila')).toBe('12:00 AM');
    expect(formatTime(instantOf('2026-11-21T04:05:00Z'), 'Asia/Manila')).toBe('12:05 PM');
    expect(formatClock(instantOf('2026-11-20T16:00:00Z'), 'Asia/Manila')).toBe('00:00');
  });
});
