import { expect, it } from 'vitest';
import { forTillOf } from './older-tills.ts';

it('tells a till of before nothing of coins that it does not know: it would refuse the whole shift', () => {
  const shift = { id: 1, float: null, count: { bill_1000: 2, coin_025: 3, coin_005: 4, coin_001: 1 } };
  expect(forTillOf('1.0.0', 'shifts.get', shift)).toEqual({
    ...shift,
    count: { bill_1000: 2, coin_025: 3 },
  });
  expect(forTillOf('1.1.0', 'shifts.get', shift)).toBe(shift);
  expect(forTillOf(undefined, 'shifts.get', shift)).toBe(shift);
});
