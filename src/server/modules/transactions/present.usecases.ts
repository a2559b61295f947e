import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { findUnits, presentUnit, presentVariation, type Unit } from '../inventory/inventory.usecases.ts';
import { paymentsOf } from '../payments/payments-of.usecases.ts';
import { findLines, findNames, type LineRow, type TransactionRow } from './transactions.repository.ts';

function presentLine(line: LineRow, unit: Unit, now: number): TransactionItem {
  return {
    id: line.id,
    inventory_item_id: line.inventory_item_id,
    price: line.price,
    discount_amount: line.discount_amount,
    discount_reason: line.discount_reason,
    final_price: line.final_price,
    inventory_item: { ...presentUnit(unit, now), product_variation: presentVariation(unit) },
  };
}

/** A transaction with its lines, payments and names, as the API answers it. */
export async function presentTransaction(
  reader: Reader,
  row: TransactionRow,
  now: number,
): Promise<Transaction> {
  const lines = await findLines(reader, row.id);
  const units = await findUnits(
    reader,
    lines.map((line) => line.inventory_item_id),
    row.store_id,
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
    payments: await paymentsOf(reader, row.id),
  };
}
