import { ApiError } from '#contract/errors.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { claim, findTransaction, type TransactionRow } from './transactions.repository.ts';

/** A transaction of one of the caller's stores; 404 `transaction_not_found` for any other. */
export async function requireTransaction(
  reader: Reader,
  transactionId: number,
  { staff }: Session,
): Promise<TransactionRow> {
  const row = await findTransaction(reader, transactionId, staff.store_ids);
  if (!row) throw new ApiError('transaction_not_found');
  return row;
}

/** Takes a draft if it is one; else returns what it has become meanwhile. */
export async function tryClaimDraft(writer: Writer, transactionId: number, storeId: number) {
  const draft = await claim(writer, transactionId, storeId, ['draft']);
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

/**
 * Takes a transaction of one of some statuses for a change beneath it. 404 for one that is not there or not of this
 * store, 409 `illegal_state` for one that has another status.
 */
export async function claimTransaction(
  writer: Writer,
  transactionId: number,
  storeId: number,
  statuses: readonly TransactionRow['status'][],
): Promise<TransactionRow> {
  const row = await claim(writer, transactionId, storeId, statuses);
  if (row) return row;
  throw refusalOf(await findTransaction(writer, transactionId, [storeId]));
}

/**
 * Takes a completed sale that is to be taken back, whole or in part. 404 as above, 409 `already_refunded` for one that
 * came back whole, 409 `illegal_state` for a draft and for one that was voided.
 */
export async function claimSale(
  writer: Writer,
  transactionId: number,
  storeId: number,
): Promise<TransactionRow> {
  const row = await claim(writer, transactionId, storeId, ['completed']);
  if (row) return row;
  const found = await findTransaction(writer, transactionId, [storeId]);
  if (found?.status !== 'refunded') throw refusalOf(found);
  throw new ApiError('already_refunded', { message: SENTENCES.refunded });
}

const SENTENCES: Record<TransactionRow['status'], string> = {
  draft: 'This transaction is a draft and has not been completed',
  completed: 'This transaction has already been completed',
  void: 'This transaction has already been voided',
  refunded: 'This transaction has already been refunded',
};

/** Why a transaction cannot be changed that is not, or not any more, in the right state for it. */
export function refusalOf(found: TransactionRow | undefined): ApiError {
  if (!found) return new ApiError('transaction_not_found');
  return new ApiError('illegal_state', { message: SENTENCES[found.status] });
}
