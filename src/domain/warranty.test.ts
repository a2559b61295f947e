import { describe, expect, it } from 'vitest';
import { warrantyOf, warrantyUntil, warrantyText } from './warranty.ts';

const MANILA = 'Asia/Manila';
const at = (iso: string) => Date.parse(iso);

describe('a warranty', () => {
  it('runs for months from the day of completion in the store', () => {
    expect(warrantyUntil(at('2026-11-23T02:00:00Z'), 12, MANILA)).toBe('2027-11-23');
    // It is already the 24th in Manila.
    expect(warrantyUntil(at('2026-11-23T16:30:00Z'), 12, MANILA)).toBe('2027-11-24');
    expect(warrantyUntil(at('2026-08-31T02:00:00Z'), 6, MANILA)).toBe('2027-02-28');
  });

  it('is none of no months, and of a sale of before it was kept', () => {
    expect(warrantyUntil(0, 0, MANILA)).toBeNull();
    expect(warrantyUntil(0, null, MANILA)).toBeNull();
  });

  it('is valid on its last day, expired on the next, and ended once the unit is back', () => {
    const sold = { months: 1, from: at('2026-11-23T02:00:00Z'), isBack: false };
    const known = { months: 1, until: '2026-12-23' };
    const on = (iso: string) => warrantyOf(sold, MANILA, at(iso));
    expect(on('2026-11-23T03:00:00Z')).toEqual({ ...known, state: 'valid', days_left: 30 });
    expect(on('2026-12-23T15:59:00Z')).toEqual({ ...known, state: 'valid', days_left: 0 });
    expect(on('2026-12-23T16:00:00Z')).toEqual({ ...known, state: 'expired', days_left: null });
    const back = warrantyOf({ ...sold, isBack: true }, MANILA, at('2026-11-24T00:00:00Z'));
    expect(back).toEqual({ ...known, state: 'ended', days_left: null });
  });

  it.each([
    [
      { months: 12, state: 'valid', until: '2027-11-23', days_left: 365 },
      'In warranty until November 23, 2027, 365 days left',
    ],
    [
      { months: 12, state: 'valid', until: '2027-11-23', days_left: 1 },
      'In warranty until November 23, 2027, 1 day left',
    ],
    [
      { months: 1, state: 'expired', until: '2027-11-23', days_left: null },
      'Out of warranty since November 23, 2027',
    ],
    [
      { months: 1, state: 'ended', until: '2027-11-23', days_left: null },
      'Warranty of 1 month ended when it came back',
    ],
    [{ months: 0, state: 'none', until: null, days_left: null }, 'Sold without warranty'],
  ] as const)('is told in words: %j', (warranty, text) => {
    expect(warrantyText(warranty)).toBe(text);
  });
});
