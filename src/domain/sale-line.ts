// A sale can have several kinds of lines. Here stands how they differ.
import type { UnitCategory } from './transactions.ts';
import { numbersOf, type UnitNumbers } from './units.ts';

/** The kinds of lines. A line of kind `unit` sells one unit of the stock. */
export const lineKinds = ['unit'] as const;
export type LineKind = (typeof lineKinds)[number];

/** How a line is taxed: with the sale's tax. */
export const taxKinds = ['vatable'] as const;
export type TaxKind = (typeof taxKinds)[number];

/** A line as far as it says what it sells: a unit of the stock. */
export type SoldLine = { inventory_item_id: number };

/** Returns the unit that is locked for a line, and leaves the stock with it; null for a line that names none of several. */
export const unitOf = <Unit extends number | null>({
  inventory_item_id,
}: {
  inventory_item_id: Unit;
}): Unit => inventory_item_id;

/** Returns a unit as what a line sells. */
export const soldUnit = (unitId: number): SoldLine => ({ inventory_item_id: unitId });

/** Returns what a line sells, without the rest of it. */
export const soldOf = (line: SoldLine): SoldLine => soldUnit(unitOf(line));

/** Returns the key of a unit's line: a unit is one line of a cart, whichever till adds it. */
export const unitKey = (unitId: number): string => `u${unitId}`;

/** Returns what tells a line from the others of its cart, at every till. */
export const lineKey = (line: SoldLine): string => unitKey(unitOf(line));

/** Returns lines by their keys. */
export const byKey = <Line extends SoldLine>(lines: readonly Line[]): ReadonlyMap<string, Line> =>
  new Map(lines.map((line) => [lineKey(line), line]));

/** True for a piece that is like any other of its variation: it has no number and is new, as are units of carts of older tills. */
export const isAnyPiece = ({
  category = 'new',
  ...numbers
}: UnitNumbers & { category?: UnitCategory }): boolean =>
  numbersOf(numbers).length === 0 && category === 'new';
