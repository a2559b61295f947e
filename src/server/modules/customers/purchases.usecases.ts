import type { customers, CustomerStats } from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { Centavos } from '#domain/money.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { pageAnswer, pagePlace, readPage } from '../../db/paging.ts';
import { findStores } from '../stores/stores.public.ts';
import { requireCustomer } from './customers.guards.ts';
import { presentPurchase } from './customers.present.ts';
import { findCustomer } from './customers.repository.ts';
import { claimPoints } from './loyalty.repository.ts';
import {
  addToFigures,
  findExpected,
  findLastSaleAgain,
  findPurchases,
  noteLastSale,
  selectPurchaseIds,
  sumBalances,
} from './purchases.repository.ts';

const ROWS_A_PAGE = 10;

/** Returns what the chain sold to a customer and what they owe it, in all of its stores; 404 `customer_not_found`. */
export async function customerStats(reader: Reader, customerId: number, now: number): Promise<CustomerStats> {
  const row = await findCustomer(reader, customerId);
  if (!row || row.deleted_at !== null) throw new ApiError('customer_not_found');
  const { total_spent, total_transactions, last_transaction_at } = row;
  const owes = await owedBy(reader, customerId, now);
  return { total_spent, total_transactions, last_transaction: last_transaction_at, owes };
}

/** Sums the balances of a customer's sales, and the payments that are late at their store. */
async function owedBy(reader: Reader, customerId: number, now: number): Promise<Centavos> {
  const balances = await sumBalances(reader, customerId);
  const expected = await findExpected(reader, customerId);
  if (expected.length === 0) return balances;
  const stores = await findStores(reader, [...new Set(expected.map((payment) => payment.store_id))]);
  const todays = new Map(stores.map((store) => [store.id, storeDate(now, zonesOf(store))]));
  const late = expected.filter(
    (payment) => payment.expected_date < (todays.get(payment.store_id) ?? payment.expected_date),
  );
  return late.reduce((sum, payment) => sum + payment.amount, balances);
}

/** Returns one page of a customer's transactions in some stores, the newest first; never deleted drafts. */
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
    rowsOf: (ids: readonly number[]) => ({ execute: () => findPurchases(reader, ids) }),
  };
  return readPage(reader, bought, place, presentPurchase);
}

// A customer's figures are updated in the transaction that changes them, so that reading never counts sales. Walk-ins
// have no figures.

type Sale = { customer_id: number | null; total_amount: Centavos };

/** Adds a completed sale to the customer's figures. */
export function countSale(writer: Writer, sale: Sale, completedAt: number): void {
  if (sale.customer_id === null) return;
  addToFigures(writer, sale.customer_id, { spent: sale.total_amount, sales: 1 });
  noteLastSale(writer, sale.customer_id, completedAt);
}

/** Subtracts a voided sale, whose row must say so already; the latest remaining sale is then the last one. */
export async function uncountSale(writer: Writer, sale: Sale): Promise<void> {
  if (sale.customer_id === null) return;
  await claimPoints(writer, sale.customer_id);
  addToFigures(writer, sale.customer_id, { spent: -sale.total_amount, sales: -1 });
  await findLastSaleAgain(writer, sale.customer_id);
}

/** Subtracts what was refunded or need not be paid any more; a fully refunded sale still counts as a transaction. */
export function countRefund(writer: Writer, sale: Sale, amount: Centavos): void {
  if (sale.customer_id === null) return;
  addToFigures(writer, sale.customer_id, { spent: -amount, sales: 0 });
}
