import type { TransactionItem } from '#contract/transactions.ts';
import { notNewText, unitNumber } from '#domain/units.ts';

/** `1 item`, `4 items`. */
export function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** Returns the product name of a line: `iPhone 15`. */
export function productOf({ inventory_item: unit }: TransactionItem): string {
  return unit.product_variation.product.name;
}

/** `IMEI 356789104523417`, a line break only between two numbers; the variation's name if the unit has none. */
export function unitOf({ inventory_item: unit }: TransactionItem): string {
  return unitNumber(unit)?.replaceAll(/(?<!\/) /g, '\u00a0') ?? unit.product_variation.name;
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
