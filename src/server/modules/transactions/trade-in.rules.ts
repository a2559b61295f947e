import type { Reader, Writer } from '../../db/access.ts';
import { claim } from './transactions.repository.ts';

/**
 * Ends that a unit is out with the sale of one of its lines, which stands as it was; returns the line's id, or null where
 * no sale has it. The sale is claimed first, as for a refund: of both at once the second one finds what the first one did.
 */
export async function releaseTradedIn(writer: Writer, itemId: number, now: number): Promise<number | null> {
  const line = await writer
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select(['line.id', 'line.transaction_id', 'sale.store_id'])
    .where('line.inventory_item_id', '=', itemId)
    .where('line.live', '=', 1)
    .executeTakeFirst();
  if (!line) return null;
  await claim(writer, line.transaction_id, line.store_id, ['completed']);
  const released = await writer
    .updateTable('transaction_items')
    .set({ live: 0, traded_in_at: now })
    .where('id', '=', line.id)
    .where('live', '=', 1)
    .executeTakeFirst();
  return Number(released.numUpdatedRows) === 1 ? line.id : null;
}

/** Whether a unit is out with a sale. */
export async function isOutWithSale(reader: Reader, itemId: number): Promise<boolean> {
  const line = await reader
    .selectFrom('transaction_items')
    .select('id')
    .where('inventory_item_id', '=', itemId)
    .where('live', '=', 1)
    .executeTakeFirst();
  return line !== undefined;
}
