import { describe, expect, it } from 'vitest';
import { unitKey } from '#domain/sale-line.ts';
import type { CartLine } from '#domain/cart.ts';
import { addRemoved, dropRemoved, rowsOf, type RemovedLine } from './removed-lines.ts';

const line = (id: number) => ({ inventory_item_id: id }) as CartLine;
const lines = (...ids: number[]) => ids.map(line);

/** Returns the rows as "1 -2 3", removed ones with a minus. */
const shown = (inCart: CartLine[], removed: readonly RemovedLine[]) =>
  rowsOf(inCart, removed)
    .map((row) => `${row.isRemoved ? '-' : ''}${row.line.inventory_item_id}`)
    .join(' ');

/** Removes some of the lines 1 to 4, one after another. */
function removing(...ids: number[]) {
  let inCart = lines(1, 2, 3, 4);
  let removed: RemovedLine[] = [];
  for (const id of ids) {
    removed = addRemoved(inCart, removed, unitKey(id));
    inCart = inCart.filter((each) => each.inventory_item_id !== id);
  }
  return { inCart, removed };
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
    const { inCart, removed } = removing(...ids);
    expect(shown(inCart, removed)).toBe(rows);
  });

  it('keep their places when the one above is forgotten', () => {
    const { inCart, removed } = removing(2, 3);
    expect(shown(inCart, dropRemoved(removed, unitKey(2)))).toBe('1 -3 4');
  });

  it('are shown although the line above is gone in another way', () => {
    const { removed } = removing(3);
    expect(shown(lines(1, 4), removed)).toBe('-3 1 4');
  });

  it('stand above what is added meanwhile', () => {
    const { inCart, removed } = removing(4);
    expect(shown([...inCart, line(5)], removed)).toBe('1 2 3 -4 5');
  });
});
