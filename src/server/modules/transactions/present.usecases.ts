import { z } from 'zod';
import { discount } from '#contract/discounts.ts';
import type { Refund, Transaction, TransactionItem } from '#contract/transactions.ts';
import type { Discount } from '#domain/totals.ts';
import type { Reader } from '../../db/access.ts';
import {
  findUnitsAnywhere,
  presentUnit,
  presentVariation,
  type Unit,
} from '../inventory/inventory.usecases.ts';
import { paymentsOf } from '../payments/payments-of.usecases.ts';
import { findRefunds } from './after-sale.repository.ts';
import { findLines, findNames, type LineRow, type TransactionRow } from './transactions.repository.ts';

const savedDiscounts = z.array(discount);

/** Discounts as they are kept beside a line or a transaction. */
export function discountsIn(json: string | null): Discount[] {
  return json === null ? [] : savedDiscounts.parse(JSON.parse(json));
}

export function discountsJson(discounts: readonly Discount[]): string | null {
  return discounts.length ? JSON.stringify(z.encode(savedDiscounts, [...discounts])) : null;
}

function presentLine(line: LineRow, unit: Unit, now: number): TransactionItem {
  return {
    id: line.id,
    inventory_item_id: line.inventory_item_id,
    price: line.price,
    discount_amount: line.discount_amount,
    discount_reason: line.discount_reason,
    discounts: discountsIn(line.discounts_json),
    refunded_at: line.refunded_at,
    final_price: line.final_price,
    inventory_item: { ...presentUnit(unit, now), product_variation: presentVariation(unit) },
  };
}

async function presentRefunds(
  reader: Reader,
  row: TransactionRow,
  lines: readonly LineRow[],
  units: ReadonlyMap<number, Unit>,
): Promise<Refund[]> {
  // A draft and most sales have none: no query looks for them.
  if (lines.every((line) => line.refund_id === null)) return [];
  const unitOfLine = new Map(lines.map((line) => [line.id, units.get(line.inventory_item_id)]));
  return (await findRefunds(reader, row.id)).map(({ items, ...refund }) => ({
    ...refund,
    items: items.map((item) => {
      const unit = unitOfLine.get(item.transaction_item_id);
      return { ...item, product_name: unit ? `${unit.product_name} ${unit.variation_name}` : '' };
    }),
    refunded_by: { id: refund.refunded_by_id, name: refund.refunded_by_name },
  }));
}

/** A transaction with its lines, payments and names, as the API answers it. */
export async function presentTransaction(
  reader: Reader,
  row: TransactionRow,
  now: number,
): Promise<Transaction> {
  const lines = await findLines(reader, row.id);
  const units = await findUnitsAnywhere(
    reader,
    lines.map((line) => line.inventory_item_id),
  );
  const unitById = new Map(units.map((unit) => [unit.id, unit]));
  return {
    ...row,
    ...(await findNames(reader, row)),
    transaction_number: row.draft_number,
    prices_include_tax: row.prices_include_tax === 1,
    items_count: lines.length,
    transaction_items: lines.flatMap((line) => {
      const unit = unitById.get(line.inventory_item_id);
      return unit ? [presentLine(line, unit, now)] : [];
    }),
    discounts: discountsIn(row.discounts_json),
    payments: await paymentsOf(reader, row.id),
    refunds: await presentRefunds(reader, row, lines, unitById),
  };
}
