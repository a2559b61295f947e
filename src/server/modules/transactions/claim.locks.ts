import { ApiError } from '#contract/errors.ts';
import { type SoldLine, unitOf } from '#domain/sale-line.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { claim, findTransaction, type LineRow, type TransactionRow } from './transactions.repository.ts';

/** Returns a transaction of one of the caller's stores; 404 `transaction_not_found` for any other. */
export async function requireTransaction(
  reader: Reader,
  transactionId: number,
  { staff }: Session,
): Promise<TransactionRow> {
  const row = await findTransaction(reader, transactionId, staff.store_ids);
  if (!row) throw new ApiError('transaction_not_found');
  return row;
}

/** Locks a draft; if it is none any more, returns the transaction as it is now. */
export async function tryClaimDraft(writer: Writer, transactionId: number, storeId: number) {
  const draft = await claim(writer, transactionId, storeId, ['draft']);
  return draft ? { draft } : { found: await findTransaction(writer, transactionId, [storeId]) };
}

/**
 * Locks a draft: every change beneath it claims it first and waits for the others. 404 for a transaction that does not
 * exist in this store, 409 `illegal_state` for one that is no longer a draft.
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
 * Locks a transaction with one of some statuses for a change beneath it. 404 for one that does not exist in this store,
 * 409 `illegal_state` for one with another status.
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
 * Locks a completed sale for a void or a refund. 404 as `claimTransaction`, 409 `already_refunded` for a sale refunded
 * in full, 409 `illegal_state` for a draft and for a voided sale.
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

/** Locks a sale, voided or refunded or not, so that what waits for a manager of it is settled by one person. */
export const holdSale = (
  writer: Writer,
  transactionId: number,
  storeId: number,
): Promise<TransactionRow | undefined> =>
  claim(writer, transactionId, storeId, ['completed', 'void', 'refunded']);

const SENTENCES: Record<TransactionRow['status'], string> = {
  draft: 'This transaction is a draft and has not been completed',
  completed: 'This transaction has already been completed',
  void: 'This transaction has already been voided',
  refunded: 'This transaction has already been refunded',
};

/** Returns the refusal of a change to a transaction in the wrong status. */
export function refusalOf(found: TransactionRow | undefined): ApiError {
  if (!found) return new ApiError('transaction_not_found');
  return new ApiError('illegal_state', { message: SENTENCES[found.status] });
}

/** 409 `illegal_state` for lines whose unit is not clear: they stay as they are until a manager has settled them. */
export function refuseDisputed(lines: readonly (SoldLine & Pick<LineRow, 'disputed'>)[]): void {
  const disputed = lines.filter((line) => line.disputed === 1);
  if (disputed.length === 0) return;
  throw new ApiError('illegal_state', {
    message: 'This item is to be settled first',
    details: { inventory_item_ids: disputed.map(unitOf) },
  });
}
