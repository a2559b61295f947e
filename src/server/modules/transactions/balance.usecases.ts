import { balanceDue } from '#domain/refunds.ts';
import type { Writer } from '../../db/access.ts';
import { findPayments } from './payments.repository.ts';
import { findLines, updateTransaction, type TransactionRow } from './transactions.repository.ts';

/**
 * Works out what a completed sale lacks now and keeps it on its row, with the change that the caller found left; whoever
 * changes payments or lines calls it.
 */
export async function refreshBalance(writer: Writer, sale: TransactionRow): Promise<number> {
  const lines = await findLines(writer, sale.id);
  const returned = new Set(lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index])));
  const due =
    sale.status === 'completed'
      ? balanceDue({ ...sale, lines }, await findPayments(writer, sale.id), {
          change: sale.change_due,
          returned,
          refunded: sale.refunded_amount,
        })
      : 0;
  await updateTransaction(writer, sale.id, { balance_due: due, change_due: sale.change_due });
  return due;
}
