import type { Transaction } from '#contract/transactions.ts';
import { elsewhereText, offlineNumber, partsOfOfflineNumber } from '#domain/offline-sales.ts';
import { numberOf } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findTillOfNumber } from '../tills/tills.public.ts';
import { requireTransaction } from './claim.locks.ts';
import { presentWhole } from './timeline.present.ts';
import { findPayment } from './payments.repository.ts';
import {
  findIdByLiveUnit,
  findIdByNumber,
  findTransaction,
  hasOfflineNumber,
} from './transactions.repository.ts';

/** Returns a transaction of one of the caller's stores with its history; 404 for any other. */
export async function getTransaction(
  reader: Reader,
  transactionId: number,
  { session, now }: { session: Session; now: number },
): Promise<Transaction> {
  return presentWhole(reader, await requireTransaction(reader, transactionId, session), now);
}

/** Returns a transaction's version and status: a till looks for changes of the draft in its cart. */
export async function getVersion(reader: Reader, transactionId: number, { session }: { session: Session }) {
  const { version, status } = await requireTransaction(reader, transactionId, session);
  return { version, status };
}

/** Finds the id of the sale with an invoice or draft number, at one of the caller's stores. */
export function findSaleByNumber(reader: Reader, number: string, session: Session): Promise<number | null> {
  return findIdByNumber(reader, number, session.staff.store_ids);
}

/**
 * Returns what to say of a number that a till of the chain gave without the server, of a sale that it has not sent; null for
 * any other code. A till of another store than the caller's is named with its store.
 */
export async function notSentYet(reader: Reader, code: string, storeId: number): Promise<string | null> {
  const parts = partsOfOfflineNumber(code);
  const till = parts && (await findTillOfNumber(reader, parts));
  if (!till || (await hasOfflineNumber(reader, offlineNumber(parts, parts.no)))) return null;
  return elsewhereText(till.store_id === storeId ? till.code : `${parts.store_code} ${till.code}`);
}

/** Finds the id of the sale that a sold unit went out with, at one of the caller's stores. */
export function findSaleOfUnit(reader: Reader, unitId: number, session: Session): Promise<number | null> {
  return findIdByLiveUnit(reader, unitId, session.staff.store_ids);
}

/** Returns a store's number of the sale, or of the payment's sale, with an id; null if there is none. */
export async function saleNumberOf(
  reader: Reader,
  targetId: number,
  storeId: number,
): Promise<string | null> {
  const payment = await findPayment(reader, targetId);
  const sale = await findTransaction(reader, payment?.transaction_id ?? targetId, [storeId]);
  return sale ? numberOf({ ...sale, transaction_number: sale.draft_number }) : null;
}
