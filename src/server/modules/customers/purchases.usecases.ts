import { ApiError } from '#contract/errors.ts';
import type { customers, CustomerStats } from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace, readPage } from '../../db/paging.ts';
import { requireCustomer } from './customers.guards.ts';
import { presentPurchase } from './customers.present.ts';
import { findCustomer } from './customers.repository.ts';
import { selectPurchaseIds, selectPurchases } from './purchases.repository.ts';

const ROWS_A_PAGE = 10;

/** What the chain sold to a customer, in all of its stores; 404 `customer_not_found`. */
export async function customerStats(reader: Reader, customerId: number): Promise<CustomerStats> {
  const row = await findCustomer(reader, customerId);
  if (!row || row.deleted_at !== null) throw new ApiError('customer_not_found');
  const { total_spent, total_transactions, last_transaction_at } = row;
  return { total_spent, total_transactions, last_transaction: last_transaction_at };
}

/** One page of a customer's transactions in some stores, the newest first; deleted drafts are never among them. */
export async function customerTransactions(
  reader: Reader,
  customerId: number,
  query: RouteInput<typeof customers.transactions>['query'],
  storeIds: readonly number[],
): Promise<RouteOutput<typeof customers.transactions>> {
  await requireCustomer(reader, customerId);
  const place = pagePlace(query, ROWS_A_PAGE);
  if (storeIds.length === 0) return pageAnswer([], { count: 0, capped: false }, place);
  const bought = {
    ids: selectPurchaseIds(reader, customerId, storeIds),
    rowsOf: (ids: readonly number[]) => selectPurchases(reader, ids),
  };
  return readPage(reader, bought, place, presentPurchase);
}
