import type { Refund, Transaction } from '#contract/transactions.ts';
import { refundSlip, type SlipDocument } from '#domain/slip.ts';
import { api } from '#renderer/lib/api-client.ts';
import { numberOf } from './transaction-words.ts';

/** The slip of a refund, with the shop and the sale's own store as its receipt names them. */
export async function paperOf(
  transaction: Transaction,
  refund: Refund,
  staffName: string,
): Promise<SlipDocument> {
  // Looking at a receipt does not count as a copy.
  const receipt = await api.transactions.receipt({ params: { transactionId: transaction.id } });
  return refundSlip(
    { transaction: { ...transaction, transaction_number: numberOf(transaction) }, refund },
    {
      shop_name: receipt.shop_name,
      store: receipt.store,
      printed_at: refund.created_at,
      time_zone: receipt.time_zone,
      staff_name: staffName,
    },
  );
}
