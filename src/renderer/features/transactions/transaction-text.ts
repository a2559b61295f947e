import type { TransactionItem } from '#contract/transactions.ts';
import type { Disposition } from '#domain/refunds.ts';
import { notNewText, unitNumber } from '#domain/units.ts';

/** `1 item`, `4 items`. */
export function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** Returns the product name of a line: `iPhone 15`. */
export function productOf({ inventory_item: unit }: TransactionItem): string {
  return unit.product_variation.product.name;
}

/**
 * `IMEI 356789104523417`, a line break only between two numbers, as the till told it where the unit is not known; the
 * variation's name without one.
 */
export function unitOf({ inventory_item: unit, told_numbers }: TransactionItem): string {
  return unitNumber(told_numbers ?? unit)?.replaceAll(/(?<!\/) /g, '\u00a0') ?? unit.product_variation.name;
}

/** Returns what identifies a line's unit, with its condition as sold: `128 GB, Black · Used, 4 of 5 · IMEI 356789104523417`. */
export function identifierOf(item: TransactionItem): string {
  const { name } = item.inventory_item.product_variation;
  const unit = unitOf(item);
  return [name, notNewText(item), unit === name ? null : unit].filter(Boolean).join(' · ');
}

/** True if the item was neither returned nor traded in: it can be refunded. */
export const isWithCustomer = ({ refunded_at, traded_in_at }: TransactionItem) =>
  refunded_at === null && traded_in_at === null;

/** True if the item can be returned: what a manager has to settle first cannot. */
export const mayComeBack = (item: TransactionItem) =>
  isWithCustomer(item) && item.without_unit !== 'to_settle';

/** Returns where an item goes that comes back, if nobody says anything else: nowhere if its unit is not known. */
export const goesTo = ({ without_unit }: TransactionItem): Disposition =>
  without_unit === null ? 'available' : 'none';

/** What to do with items of which no unit is known; null without any. */
export function withoutUnitText(goingTo: readonly Disposition[]): string | null {
  const count = goingTo.filter((disposition) => disposition === 'none').length;
  if (count === 0) return null;
  const those = count === 1 ? '1 item was' : `${count} items were`;
  return `${those} sold without a known unit, so stock does not change: look up what comes back by its number, and receive it if it is not known.`;
}
