import { describe, expect, it } from 'vitest';
import { hoursText, hoursOn, openHours, weekOf } from './store-hours.ts';

const SUNDAY_LATE_IN_MANILA = Date.parse('2026-11-22T15:30:00Z');
const hours = {
  sunday: { open: '10:00', close: '18:30' },
  monday: { open: '09:00', close: '21:00', closed: true },
};

describe('a store’s hours', () => {
  it('are those of the day in its own time zone', () => {
    expect(hoursOn(SUNDAY_LATE_IN_MANILA, { timezone: 'Asia/Manila', hours })).toBe(hours.sunday);
    expect(hoursOn(SUNDAY_LATE_IN_MANILA, { timezone: 'Australia/Sydney', hours })).toBe(hours.monday);
  });

  it('are 09:00 to 21:00 on a day that was never saved', () => {
    expect(hoursOn(SUNDAY_LATE_IN_MANILA, { timezone: 'Asia/Manila', hours: null })).toEqual({
      open: '09:00',
      close: '21:00',
    });
    expect(weekOf(hours)).toMatchObject({ ...hours, tuesday: { open: '09:00', close: '21:00' } });
  });

  it('are hours of the clock for a chart: a begun one counts', () => {
    expect(openHours(hours.sunday)).toEqual({ first: 10, last: 18 });
    expect(openHours({ open: '09:00', close: '21:00' })).toEqual({ first: 9, last: 20 });
    expect(openHours(hours.monday)).toBeNull();
  });

  it('are said in words', () => {
    const late = { open: '00:00', close: '12:05' };
    expect([hours.sunday, hours.monday, late].map(hoursText)).toEqual([
      'Open 10:00 AM to 6:30 PM',
      'Closed today',
      'Open 12:00 AM to 12:05 PM',
    ]);
  });
});
