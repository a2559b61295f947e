import type { RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { TransactionFilters, TransactionSort, transactions } from '#contract/transactions.ts';
import { can } from '#domain/permissions.ts';
import { numberParts } from '#domain/search-key.ts';
import { spanOfDates, storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace, type PagePlace } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { findStores } from '../stores/stores.public.ts';
import { presentListed } from './transactions.present.ts';
import { findHolds } from './held-drafts.repository.ts';
import { findPage, type ListedRow } from './list.repository.ts';
import { findCustomers, findStaff } from './people.repository.ts';
import type { SaleFilter } from './sale-filter.repository.ts';

export type ListCaller = { session: Session; storeId: number; now: number };
export type ListQuery = TransactionFilters & { sort?: TransactionSort; page?: number; per_page?: number };

const ROWS_A_PAGE = 20;

/** Newest first. */
export const STANDARD_SORT: TransactionSort = '-date';

/** Returns the stores that a query covers: only the header's, unless the caller may see the others. */
function storesOf(query: TransactionFilters, { session, storeId }: ListCaller): readonly number[] {
  const wantsOthers = query.all_stores === true || (query.store_id ?? storeId) !== storeId;
  if (!wantsOthers) return [storeId];
  if (!can(session.staff, 'transactions.all')) throw new ApiError('forbidden');
  if (query.store_id === undefined) return session.staff.store_ids;
  if (!session.staff.store_ids.includes(query.store_id)) throw new ApiError('foreign_store');
  return [query.store_id];
}

/** Builds a query's filter; dates are each store's own days. 403 `forbidden` and `foreign_store`. */
export async function filterOf(reader: Reader, query: TransactionFilters, caller: ListCaller) {
  const stores = await findStores(reader, storesOf(query, caller));
  const dates = { from: query.start_date, to: query.end_date };
  const filter: SaleFilter = {
    stores: stores.map((store) => ({
      id: store.id,
      ...spanOfDates(dates, zonesOf(store)),
      ...(query.balance === 'owes' && { today: storeDate(caller.now, zonesOf(store)) }),
    })),
    numbers: numberParts(query.search ?? '') ?? undefined,
    status: query.status,
    customer: await findCustomers(reader, query.customer),
    staffIds: await findStaff(reader, query.staff),
    customerId: query.customer_id,
    staffId: query.staff_id,
    balance: query.balance,
  };
  return { filter, stores };
}

/** Returns one page of the matching transactions; 403 if the caller may not see all stores. */
export async function listTransactions(
  reader: Reader,
  query: ListQuery,
  caller: ListCaller,
): Promise<RouteOutput<typeof transactions.list>> {
  const { filter } = await filterOf(reader, query, caller);
  const place = pagePlace(query, ROWS_A_PAGE);
  const { rows, total } = await findPage(reader, filter, { sort: query.sort ?? STANDARD_SORT, ...place });
  const notHeld = await itemsNotHeld(reader, rows, caller.now);
  return pageAnswer(
    rows.map((row) => presentListed(row, notHeld.get(row.id))),
    total,
    place,
  );
}

/** Counts the items of drafts with payments that are not held for them any more, by draft. */
async function itemsNotHeld(
  reader: Reader,
  rows: readonly ListedRow[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const paid = rows.filter((row) => row.status === 'draft' && row.paid_amount + row.pending_amount > 0);
  const holds = await findHolds(
    reader,
    paid.map(({ id }) => id),
    now,
  );
  const held = (draftId: number) =>
    holds.filter((hold) => hold.draft_id === draftId && hold.till_lock_until !== null).length;
  return new Map(paid.map(({ id, items_count }) => [id, (items_count ?? 0) - held(id)]));
}

/** Returns one page of a person's sales and drafts at some stores, newest first. */
export async function salesOf(
  reader: Reader,
  staffId: number,
  storeIds: readonly number[],
  place: PagePlace,
): Promise<RouteOutput<typeof transactions.list>> {
  if (storeIds.length === 0) return pageAnswer([], { count: 0, capped: false }, place);
  const { rows, total } = await findPage(
    reader,
    { staffId, stores: storeIds.map((id) => ({ id })) },
    { sort: STANDARD_SORT, ...place },
  );
  return pageAnswer(
    rows.map((row) => presentListed(row)),
    total,
    place,
  );
}
