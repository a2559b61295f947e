import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, labelsThatFit, valueLabels } from './chart-axis.ts';

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

describe('the values above bars', () => {
  /** Bars 20 px wide on slots of 24 px, on a ground at 200 px. */
  const labels = (values: number[], current: number | null, to = 240) =>
    valueLabels(
      values.map((value, place) => ({
        value,
        left: place * 24,
        width: 20,
        top: 200 - value,
        text: '₱12,345',
      })),
      current,
      0,
      to,
    ).map(({ index, anchor }) => `${index} ${anchor}`);

  it('are those of the marked bar and of the highest one', () => {
    expect(labels([0, 0, 90, 0, 0, 0, 40, 0, 0], 6)).toEqual(['6 middle', '2 middle']);
    expect(labels([0, 0, 90, 0, 0, 0, 40, 0, 0], 2)).toEqual(['2 middle']);
    expect(labels([0, 0, 0], 1)).toEqual([]);
    expect(labels([90, 0, 0, 0], null)).toEqual(['0 start']);
  });

  it('stand beside a taller neighbour, and not on it', () => {
    expect(labels([0, 0, 0, 90, 40, 0, 0, 0], 4)).toEqual(['4 start', '3 middle']);
    expect(labels([0, 0, 0, 0, 40, 90, 0, 0], 4)).toEqual(['4 end', '5 middle']);
  });

  it('leave out that of the highest bar where the two would touch', () => {
    expect(labels([0, 0, 0, 90, 85, 0, 0, 0], 4)).toEqual(['4 middle']);
  });
});
