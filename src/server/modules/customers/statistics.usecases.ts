import type { Centavos } from '#domain/money.ts';
import type { Writer } from '../../db/access.ts';
import { claimPoints } from './loyalty.repository.ts';
import { addToFigures, findLastSaleAgain, noteLastSale } from './purchases.repository.ts';

// What a customer bought is kept with the customer, in the transaction that changes it: reading it never counts sales.
// Walk-ins have no figures.

type Sale = { customer_id: number | null; total_amount: Centavos };

/** Counts a sale that is completed. */
export async function countSale(writer: Writer, sale: Sale, completedAt: number): Promise<void> {
  if (sale.customer_id === null) return;
  await addToFigures(writer, sale.customer_id, { spent: sale.total_amount, sales: 1 });
  await noteLastSale(writer, sale.customer_id, completedAt);
}

/** Takes a sale off that was voided, once its row says so: the latest of those that remain is then the last one. */
export async function uncountSale(writer: Writer, sale: Sale): Promise<void> {
  if (sale.customer_id === null) return;
  await claimPoints(writer, sale.customer_id);
  await addToFigures(writer, sale.customer_id, { spent: -sale.total_amount, sales: -1 });
  await findLastSaleAgain(writer, sale.customer_id);
}

/** Takes off what was refunded, or need not be paid any more; a sale that came back whole is one of the customer's transactions still. */
export async function countRefund(writer: Writer, sale: Sale, amount: Centavos): Promise<void> {
  if (sale.customer_id === null) return;
  await addToFigures(writer, sale.customer_id, { spent: -amount, sales: 0 });
}
