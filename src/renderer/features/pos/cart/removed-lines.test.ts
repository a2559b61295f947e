import { describe, expect, it } from 'vitest';
import type { CartLine } from '#domain/cart.ts';
import { addRemoved, dropRemoved, rowsOf, type RemovedLine } from './removed-lines.ts';

const line = (id: number) => ({ inventory_item_id: id }) as CartLine;
const lines = (...ids: number[]) => ids.map(line);

/** The rows as "1 -2 3", removed ones with a minus. */
const shown = (standing: CartLine[], removed: readonly RemovedLine[]) =>
  rowsOf(standing, removed)
    .map((row) => `${row.isRemoved ? '-' : ''}${row.line.inventory_item_id}`)
    .join(' ');

/** Removes some of the lines 1 to 4, one after the other. */
function removing(...ids: number[]) {
  let standing = lines(1, 2, 3, 4);
  let removed: RemovedLine[] = [];
  for (const id of ids) {
    removed = addRemoved(standing, removed, id);
    standing = standing.filter((each) => each.inventory_item_id !== id);
  }
  return { standing, removed };
}

describe('removed lines', () => {
  it.each([
    [[1], '-1 2 3 4'],
    [[2], '1 -2 3 4'],
    [[2, 3], '1 -2 -3 4'],
    [[3, 2], '1 -2 -3 4'],
    [[4, 1, 3, 2], '-1 -2 -3 -4'],
    [[2, 1], '-1 -2 3 4'],
  ])('keep their places when %j are removed', (ids, rows) => {
    const { standing, removed } = removing(...ids);
    expect(shown(standing, removed)).toBe(rows);
  });

  it('keep their places when the one above is forgotten', () => {
    const { standing, removed } = removing(2, 3);
    expect(shown(standing, dropRemoved(removed, 2))).toBe('1 -3 4');
  });

  it('are shown although the line above is gone in another way', () => {
    const { removed } = removing(3);
    expect(shown(lines(1, 4), removed)).toBe('-3 1 4');
  });

  it('stand above what is added meanwhile', () => {
    const { standing, removed } = removing(4);
    expect(shown([...standing, line(5)], removed)).toBe('1 2 3 -4 5');
  });
});
