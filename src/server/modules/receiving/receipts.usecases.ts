import { ApiError } from '#contract/errors.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import type { GoodsReceipt, receiving } from '#contract/receiving.ts';
import { receiptNumbersIn } from '#domain/receiving.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findItems } from '../purchase-orders/purchase-orders.public.ts';
import { findStores } from '../stores/stores.public.ts';
import { ownOrder } from './receiving.guards.ts';
import { presentReceipt, presentRow } from './receiving.present.ts';
import * as rows from './receiving.repository.ts';

type Asker = { session: Session };

/** Returns the receipts of an order of one of the caller's stores, newest first; 404 `order_not_found`. */
export async function listReceipts(
  reader: Reader,
  orderId: number,
  asker: Asker,
): Promise<RouteOutput<typeof receiving.receipts>> {
  await ownOrder(reader, orderId, asker);
  return { data: (await rows.findReceipts(reader, orderId)).map(presentRow) };
}

/** Finds the receipts of the caller's stores by a number; its last digits alone are those of the current store. */
export async function findReceiptsBy(
  reader: Reader,
  search: string,
  { session, storeId }: Asker & { storeId: number },
): Promise<rows.ReceiptRecord[]> {
  const ids = session.staff.store_ids;
  const stores = await findStores(reader, ids);
  return rows.findReceiptsByNumber(reader, receiptNumbersIn(search, stores, storeId), ids);
}

/** Returns a receipt of one of the caller's stores with its units; 404 `receipt_not_found`. */
export async function showReceipt(
  reader: Reader,
  receiptId: number,
  { session }: Asker,
): Promise<GoodsReceipt> {
  const receipt = await rows.findReceipt(reader, receiptId, session.staff.store_ids);
  if (!receipt) throw new ApiError('receipt_not_found');
  const [items, units] = await Promise.all([
    findItems(reader, receipt.supplier_transaction_id),
    rows.findReceivedUnits(reader, receiptId),
  ]);
  return presentReceipt(receipt, { items, units });
}
