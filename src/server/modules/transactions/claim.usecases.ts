import { ApiError } from '#contract/errors.ts';
import type { Writer } from '../../db/access.ts';
import { claim, findTransaction, type TransactionRow } from './transactions.repository.ts';

export { findTransaction };

/**
 * Takes a draft for a change: whoever changes something beneath it comes here first and waits for the others. 404 for a
 * transaction that is not there or not of this store, 409 `illegal_state` for one that is no draft any more.
 */
export async function claimDraft(
  writer: Writer,
  transactionId: number,
  storeId: number,
): Promise<TransactionRow> {
  const draft = await claim(writer, transactionId, storeId, 'draft');
  if (draft) return draft;
  const found = await findTransaction(writer, transactionId, [storeId]);
  if (!found) throw new ApiError('transaction_not_found');
  throw new ApiError('illegal_state', {
    message: found.status === 'completed' ? 'This transaction has already been completed' : undefined,
  });
}
