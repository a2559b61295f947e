import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays } from './calendar-dates.ts';
import {
  changeZone,
  DAY,
  formatClock,
  formatHeldUntil,
  formatInstant,
  formatTime,
  startOfDate,
  storeDate,
  storeHour,
  storeWeekday,
  zoneAt,
  zoneText,
  type ZoneSince,
} from './store-time.ts';
import { timeZones } from './time-zones.ts';

const instantOf = (iso: string) => Date.parse(iso);
/** A store's zones, and some whose clocks change at midnight. */
const zone = fc.constantFrom(...timeZones, 'America/Sao_Paulo', 'America/Havana', 'Asia/Beirut');
const instant = fc.integer({
  min: instantOf('1970-01-03T00:00:00Z'),
  max: instantOf('2100-01-01T00:00:00Z'),
});

describe('the store’s day', () => {
  it.each([
    ['2026-11-20T15:59:59.999Z', 'Asia/Manila', '2026-11-20', 23],
    ['2026-11-20T16:00:00Z', 'Asia/Manila', '2026-11-21', 0],
    ['2026-11-20T16:00:00Z', 'UTC', '2026-11-20', 16],
    ['2026-11-20T16:00:00Z', 'America/Los_Angeles', '2026-11-20', 8],
    ['2026-12-31T13:00:00Z', 'Australia/Sydney', '2027-01-01', 0],
    // Clocks skip an hour.
    ['2026-03-08T06:59:59.999Z', 'America/New_York', '2026-03-08', 1],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08', 3],
    ['2026-03-29T00:59:59.999Z', 'Europe/London', '2026-03-29', 0],
    ['2026-03-29T01:00:00Z', 'Europe/London', '2026-03-29', 2],
    ['2026-10-03T15:59:59.999Z', 'Australia/Sydney', '2026-10-04', 1],
    ['2026-10-03T16:00:00Z', 'Australia/Sydney', '2026-10-04', 3],
    // Clocks repeat an hour.
    ['2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01', 1],
    ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01', 1],
    ['2026-10-25T00:30:00Z', 'Europe/London', '2026-10-25', 1],
    ['2026-10-25T01:30:00Z', 'Europe/London', '2026-10-25', 1],
    ['2026-04-04T15:30:00Z', 'Australia/Sydney', '2026-04-05', 2],
    ['2026-04-04T16:30:00Z', 'Australia/Sydney', '2026-04-05', 2],
    // One millisecond either side of a midnight near a clock change.
    ['2026-03-09T03:59:59.999Z', 'America/New_York', '2026-03-08', 23],
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09', 0],
    ['2026-11-02T07:59:59.999Z', 'America/Los_Angeles', '2026-11-01', 23],
    ['2026-11-02T08:00:00Z', 'America/Los_Angeles', '2026-11-02', 0],
    // A midnight that does not exist.
    ['2018-11-04T02:59:59.999Z', 'America/Sao_Paulo', '2018-11-03', 23],
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04', 1],
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
    ['2026-10-25', 'Europe/London', '2026-10-24T23:00:00Z'],
    ['2026-10-26', 'Europe/London', '2026-10-26T00:00:00Z'],
    // Midnights that do not exist, west and east of Greenwich.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00Z'],
    ['2021-03-28', 'Asia/Beirut', '2021-03-27T22:00:00Z'],
    ['1974-04-01', 'Asia/Taipei', '1974-03-31T16:00:00Z'],
    // A midnight that occurs twice, and one to which the clock is set back from 24:00.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
    // A skipped date begins when the next one does.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
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

  it('begins at the first instant that bears its date, in all zones', () => {
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

describe('a computer whose own clock changes', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['America/New_York', 'Asia/Manila', 'UTC'])('in %s changes nothing in a store’s zone', (own) => {
    vi.stubEnv('TZ', own);
    // 02:30 in Manila, an hour that New York's clocks skip that night.
    const at = instantOf('2026-03-07T18:30:00Z');
    expect(formatInstant(at, 'Asia/Manila')).toBe('Mar 8, 2026 2:30 AM');
    expect(storeHour(at, 'Asia/Manila')).toBe(2);
    expect(startOfDate('2026-03-08', 'Asia/Manila')).toBe(instantOf('2026-03-07T16:00:00Z'));
  });
});

describe('times as people read them', () => {
  const at = instantOf('2026-11-21T06:36:00Z');

  it('are in the store’s zone', () => {
    expect(formatTime(at, 'Asia/Manila')).toBe('2:36 PM');
    expect(formatClock(at, 'Asia/Manila')).toBe('14:36');
    expect(formatInstant(at, 'Asia/Manila')).toBe('Nov 21, 2026 2:36 PM');
    expect(formatInstant(at, 'America/New_York')).toBe('Nov 21, 2026 1:36 AM');
    expect(storeWeekday(at, 'Asia/Manila')).toBe('Saturday');
    expect(storeWeekday(instantOf('2026-11-21T16:00:00Z'), 'Asia/Manila')).toBe('Sunday');
  });

  it('know midnight and noon', () => {
    expect(formatTime(instantOf('2026-11-20T16:00:00Z'), 'Asia/Manila')).toBe('12:00 AM');
    expect(formatTime(instantOf('2026-11-21T04:05:00Z'), 'Asia/Manila')).toBe('12:05 PM');
    expect(formatClock(instantOf('2026-11-20T16:00:00Z'), 'Asia/Manila')).toBe('00:00');
    expect(formatHeldUntil(instantOf('2026-11-20T16:00:00Z'), 'Asia/Manila')).toBe('midnight');
    expect(formatHeldUntil(instantOf('2026-11-20T16:19:00Z'), 'Asia/Manila')).toBe('12:19 AM');
  });
});

describe('a store that changes its time zone', () => {
  const at = instantOf('2026-11-20T19:00:00Z');
  const manila = { timezone: 'Asia/Manila' };

  it.each([
    // 3:00 on the 21st in Manila is 19:00 on the 20th in UTC: the 21st goes on until its midnight there.
    ['UTC', '2026-11-21T00:00:00Z'],
    ['Asia/Tokyo', '2026-11-20T19:00:00Z'],
    ['Australia/Sydney', '2026-11-20T19:00:00Z'],
    ['America/Los_Angeles', '2026-11-21T08:00:00Z'],
  ])('to %s at three in the morning counts its days there from %s on', (timezone, since) => {
    expect(changeZone(manila, timezone, at)).toEqual([
      { since: 0, timezone: 'Asia/Manila' },
      { since: instantOf(since), timezone },
    ]);
  });

  it('keeps every date of before, goes back to where it was, and forgets a change that never began', () => {
    const zones = changeZone(manila, 'America/New_York', at);
    expect(storeDate(at - 4 * 3_600_000, zones)).toBe('2026-11-20');
    expect(storeDate(at, zones)).toBe('2026-11-21');
    expect(formatInstant(at, zones)).toBe('Nov 21, 2026 3:00 AM');
    expect(zoneAt(instantOf('2026-11-21T05:00:00Z'), zones)).toBe('America/New_York');
    const store = { timezone: 'America/New_York', zones };
    expect(zoneText(store, at)).toBe('Asia/Manila until Nov 21, 2026 1:00 PM, then America/New York');
    expect(zoneText(store, instantOf('2026-11-21T05:00:00Z'))).toBe('America/New York');
    expect(zoneText(manila, at)).toBe('Asia/Manila');
    const first = { since: 0, timezone: 'Asia/Manila' };
    expect(changeZone(store, 'Asia/Manila', at)).toEqual([first]);
    // New York's midnight comes before that of Los Angeles.
    const since = instantOf('2026-11-21T08:00:00Z');
    expect(changeZone(store, 'America/Los_Angeles', at)).toEqual([
      first,
      { since, timezone: 'America/Los_Angeles' },
    ]);
  });

  it('has each day once, in order, whatever it changes to and when', () => {
    const change = fc.record({ zone, after: fc.integer({ min: 1, max: 3 * DAY }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), zone, (changes, first) => {
        let now = at;
        let store: { timezone: string; zones?: ZoneSince[] } = { timezone: first };
        const seen: { instant: number; date: string }[] = [];
        const see = (instant: number) =>
          seen.push({ instant, date: storeDate(instant, store.zones ?? first) });
        for (const { zone: next, after } of changes) {
          see(now);
          now += after;
          see(now - 1);
          store = { timezone: next, zones: changeZone(store, next, now) };
        }
        for (let hour = 0; hour < 72; hour += 3) see(now + hour * 3_600_000);
        const zones = store.zones ?? first;
        // Each keeps the date that it had when it happened, and lies within that day.
        const isWithin = ({ instant, date }: { instant: number; date: string }) =>
          storeDate(instant, zones) === date &&
          startOfDate(date, zones) <= instant &&
          startOfDate(addDays(date, 1), zones) > instant;
        expect(seen.filter((one) => !isWithin(one))).toEqual([]);
        expect(seen.map(({ date }) => date)).toEqual(seen.map(({ date }) => date).toSorted());
      }),
    );
  });
});
