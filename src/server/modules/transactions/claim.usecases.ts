import { ApiError } from '#contract/errors.ts';
import type { Writer } from '../../db/access.ts';
import { claim, findTransaction, type TransactionRow } from './transactions.repository.ts';

export { findTransaction };

/** Takes a draft if it is one; else answers what it has become meanwhile. */
export async function tryClaimDraft(writer: Writer, transactionId: number, storeId: number) {
  const draft = await claim(writer, transactionId, storeId, 'draft');
  return draft ? { draft } : { found: await findTransaction(writer, transactionId, [storeId]) };
}

/**
 * Takes a draft for a change: whoever changes something beneath it comes here first and waits for the others. 404 for a
 * transaction that is not there or not of this store, 409 `illegal_state` for one that is no draft any more.
 */
export async function claimDraft(
  writer: Writer,
  transactionId: number,
  storeId: number,
): Promise<TransactionRow> {
  const { draft, found } = await tryClaimDraft(writer, transactionId, storeId);
  if (draft) return draft;
  throw refusalOf(found);
}

/** Why something that is no draft (any more) cannot be changed. */
export function refusalOf(found: TransactionRow | undefined): ApiError {
  if (!found) return new ApiError('transaction_not_found');
  return new ApiError('illegal_state', {
    message: found.status === 'completed' ? 'This transaction has already been completed' : undefined,
  });
}
