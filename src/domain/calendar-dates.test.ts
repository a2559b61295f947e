import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysSince,
  endOfMonth,
  formatDate,
  formatShortDate,
  parseTypedDate,
  startOfMonth,
} from './calendar-dates.ts';

const date = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((day) => day.toISOString().slice(0, 10));

describe('calendar dates', () => {
  it('go over months and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-11-21', 0)).toBe('2026-11-21');
  });

  it('come back from any number of days', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -20_000, max: 20_000 }), (start, days) => {
        expect(addDays(addDays(start, days), -days)).toBe(start);
      }),
    );
  });

  it.each([
    ['2026-11-21', '2026-11-01', '2026-11-30'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2100-02-01', '2100-02-01', '2100-02-28'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
  ])('of which %s is one lie in a month from %s to %s', (day, first, last) => {
    expect(startOfMonth(day)).toBe(first);
    expect(endOfMonth(day)).toBe(last);
  });

  it.each([
    ['2026-11-20', 1],
    ['2025-11-21', 365],
    ['2024-02-28', 997],
    ['2026-11-21', 0],
    ['2026-11-22', 0],
  ])('since %s it is %i days on 21 November 2026', (day, days) => {
    expect(daysSince(day, '2026-11-21')).toBe(days);
  });

  it('name every month', () => {
    const months = Array.from({ length: 12 }, (_, index) => addDays('1990-01-05', index * 31).slice(0, 8));
    expect(months.map((month) => formatDate(`${month}05`))).toEqual([
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

  it('are short with and without their year', () => {
    expect(formatShortDate('2026-03-05', { withYear: true })).toBe('Mar 5, 2026');
    expect(formatShortDate('2026-03-05', { withYear: false })).toBe('Mar 5');
  });
});

describe('a date that somebody types', () => {
  it.each([
    'March 5, 1990',
    'Mar 5, 1990',
    'Mar 5 1990',
    'March 05, 1990',
    'Mar. 5, 1990',
    '5 March 1990',
    '05 Mar 1990',
    '1990-03-05',
    '3/5/1990',
    '03/05/1990',
    '3/05/1990',
    '3 / 5 / 1990',
    'MARCH 5, 1990',
    'march 5,1990',
    '  march   5 ,  1990 ',
  ])('is 5 March 1990 as “%s”', (typed) => {
    expect(parseTypedDate(typed)).toBe('1990-03-05');
  });

  it('may name September by four letters, as many do', () => {
    expect(parseTypedDate('Sept 5, 1990')).toBe('1990-09-05');
    expect(parseTypedDate('Sep 5, 1990')).toBe('1990-09-05');
  });

  it.each([
    '',
    ' ',
    'February 30, 1990',
    'February 29, 1990',
    '13/45/1990',
    '13/5/1990',
    '0/5/1990',
    '3/0/1990',
    '1990-13-05',
    '1990-02-30',
    'March 1990',
    '1990-03',
    '3/5',
    'March 5',
    '1990',
    '5',
    'March 5, 90',
    '3/5/90',
    'March 5, 1899',
    'March 5, 3000',
    'March 5, 19900',
    '12/31/1899',
    'Marchy 5, 1990',
    'March 5, 1990 10:00',
    '1990-03-05T00:00:00Z',
    '19900305',
    '5-3-1990',
    '5.3.1990',
    'today',
    '3//5/1990',
    '-3/5/1990',
  ])('is none as “%s”', (typed) => {
    expect(parseTypedDate(typed)).toBe(null);
  });

  it('ends with the years that the API takes', () => {
    expect(parseTypedDate('January 1, 1900')).toBe('1900-01-01');
    expect(parseTypedDate('December 31, 2999')).toBe('2999-12-31');
    expect(parseTypedDate('February 29, 2028')).toBe('2028-02-29');
  });

  it('comes back from how it is shown', () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(parseTypedDate(formatDate(day))).toBe(day);
        expect(parseTypedDate(formatShortDate(day, { withYear: true }))).toBe(day);
        expect(parseTypedDate(day)).toBe(day);
      }),
    );
  });

  it('never is anything but a date of these years', () => {
    const piece = fc.constantFrom(
      'March',
      'may',
      '5',
      '31',
      '0',
      '1990',
      '2000',
      '/',
      '-',
      ' ',
      ',',
      '.',
      '00',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
        expect(parseTypedDate(pieces.join('')) ?? '1990-01-01').toMatch(/^(19|2\d)\d\d-\d\d-\d\d$/);
      }),
    );
  });
});
