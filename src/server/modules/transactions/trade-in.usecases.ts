import { ApiError } from '#contract/errors.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { findPayments } from './payments.repository.ts';
import { claim } from './transactions.repository.ts';

/** 409 for a sale that is not fully paid: it is refunded, voided or paid while it still has its units. */
export async function refuseOwing(reader: Reader, sale: { id: number; balance_due: number }): Promise<void> {
  const payments = await findPayments(reader, sale.id);
  const isPending = payments.some(({ status, deleted_at }) => status === 'pending' && deleted_at === null);
  if (sale.balance_due === 0 && !isPending) return;
  throw new ApiError('illegal_state', {
    message: 'Its sale is not paid in full. Confirm its payments, or void or refund it instead',
  });
}

/**
 * Ends a unit's live sale line at a trade-in; the sale stands as it was. Returns the line's id, or null if the unit is
 * in no sale. Claims the sale first, as a refund does: of both at once the second one sees the first one's result.
 */
export async function releaseTradedIn(writer: Writer, unitId: number, now: number): Promise<number | null> {
  const line = await writer
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select(['line.id', 'line.transaction_id', 'sale.store_id'])
    .where('line.inventory_item_id', '=', unitId)
    .where('line.live', '=', 1)
    .executeTakeFirst();
  if (!line) return null;
  const sale = await claim(writer, line.transaction_id, line.store_id, ['completed']);
  if (sale) await refuseOwing(writer, sale);
  const released = await writer
    .updateTable('transaction_items')
    .set({ live: 0, traded_in_at: now })
    .where('id', '=', line.id)
    .where('live', '=', 1)
    .executeTakeFirst();
  return Number(released.numUpdatedRows) === 1 ? line.id : null;
}

/** True while a unit is out with a sale. */
export async function isOutWithSale(reader: Reader, unitId: number): Promise<boolean> {
  const line = await reader
    .selectFrom('transaction_items')
    .select('id')
    .where('inventory_item_id', '=', unitId)
    .where('live', '=', 1)
    .executeTakeFirst();
  return line !== undefined;
}
