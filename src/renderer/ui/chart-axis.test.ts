import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, labelsThatFit } from './chart-axis.ts';

describe('the axis of a chart', () => {
  it.each([
    [
      [0, 0],
      [0, 1, 2, 3, 4],
    ],
    [
      [9, 12],
      [0, 5, 10, 15, 20],
    ],
    [
      [9, -2, 12],
      [-5, 0, 5, 10, 15],
    ],
    [
      [0, -25],
      [-30, -20, -10, 0, 10],
    ],
  ])('of %j has the steps %j', (values, ticks) => {
    expect(axisOf(values).ticks).toEqual(ticks);
  });

  it('holds zero and every value between its ends', () => {
    const value = fc.integer({ min: -100_000_000, max: 100_000_000 });
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const { top, bottom, ticks } = axisOf(values);
        expect(top).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(bottom).toBeLessThanOrEqual(Math.min(0, ...values));
        expect([ticks[0], ticks.at(-1), ticks.includes(0)]).toEqual([bottom, top, true]);
      }),
    );
  });
});

describe('the labels below bars', () => {
  const hours = ['9 AM', '10', '11', '12 PM', '1', '2'];
  const drawn = (slot: number, always?: number) =>
    hours.filter((_, place) => labelsThatFit(hours, slot, always)[place]);

  it('are all drawn where they fit, and else every second or third one, so that none touches another', () => {
    expect(drawn(60)).toEqual(hours);
    expect(drawn(18)).toEqual(['9 AM', '11', '1']);
    expect(drawn(12.5)).toEqual(['9 AM', '12 PM']);
  });

  it('leave room for the one that is marked', () => {
    expect(drawn(18, 2)).toEqual(['9 AM', '11', '1']);
    expect(drawn(18, 3)).toEqual(['9 AM', '12 PM']);
    expect(drawn(12.5, 5)).toEqual(['9 AM', '2']);
  });
});
