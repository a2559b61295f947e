import { expect, it } from 'vitest';
import { shownHours } from './sales-hours.ts';

const day = (busy: readonly number[]) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, sales: busy.includes(hour) ? 100 : 0 }));
const ends = (busy: readonly number[], open: { first: number; last: number } | null) => {
  const shown = shownHours(day(busy), open);
  return [shown[0]?.hour, shown.at(-1)?.hour];
};

it('shows the hours in which the store is open, and sales outside of them', () => {
  expect(ends([12], { first: 10, last: 18 })).toEqual([10, 18]);
  expect(ends([8, 22], { first: 10, last: 18 })).toEqual([8, 22]);
});

it('shows of a closed day what was sold all the same, else the usual hours', () => {
  expect(ends([14, 16], null)).toEqual([14, 16]);
  expect(ends([], null)).toEqual([9, 20]);
});
