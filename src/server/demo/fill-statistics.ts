import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';

/** Keeps what each customer bought, as completions, voids and refunds would have left it. */
export async function fillStatistics(
  writer: Writer,
  sales: readonly Tables['transactions'][],
): Promise<void> {
  const counted = sales.filter((sale) => sale.status === 'completed' || sale.status === 'refunded');
  for (const [customerId, own] of Map.groupBy(counted, (sale) => sale.customer_id)) {
    if (customerId === null) continue;
    await writer
      .updateTable('customers')
      .set({
        total_spent: own.reduce((sum, sale) => sum + sale.total_amount - sale.refunded_amount, 0),
        total_transactions: own.length,
        last_transaction_at: Math.max(...own.map((sale) => sale.completed_at ?? 0)),
      })
      .where('id', '=', customerId)
      .execute();
  }
}
