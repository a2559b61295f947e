import type { TransactionItem } from '#contract/transactions.ts';
import { unitNumber } from '#domain/units.ts';

/** `1 item`, `4 items`. */
export function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** `iPhone 15`: what a line is called. */
export function productOf({ inventory_item: unit }: TransactionItem): string {
  return unit.product_variation.product.name;
}

/** `IMEI 356789104523417`, on one line; what carries no number of its own is called by its variation. */
export function unitOf({ inventory_item: unit }: TransactionItem): string {
  return unitNumber(unit)?.replaceAll(' ', '\u00a0') ?? unit.product_variation.name;
}

/** `128 GB, Black · IMEI 356789104523417`: which one of its kind a line is. */
export function identifierOf(item: TransactionItem): string {
  const { name } = item.inventory_item.product_variation;
  const unit = unitOf(item);
  return unit === name ? name : `${name} · ${unit}`;
}

/** It neither came back nor was traded in: it can be refunded. */
export const isWithCustomer = ({ refunded_at, traded_in_at }: TransactionItem) =>
  refunded_at === null && traded_in_at === null;
