import { sql, type SelectQueryBuilder } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { TransactionSort } from '#contract/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type Total } from '../../db/paging.ts';
import { paidOnDraft, pendingAmount } from '../../db/pending-amount.ts';
import { findByCode } from '../../db/search-codes.ts';
import {
  bySpan,
  isBuyer,
  matching,
  selectSales,
  type SaleFilter,
  type StoreSpan,
} from './sale-filter.repository.ts';

/** If a name fits many customers, so many transactions are looked at for a page of theirs, and for their count. */
const LOOKED_AT = 2000;
const COUNTED_AMONG = 1000;

const orders = {
  '-date': { column: 'dated_at', direction: 'desc' },
  date: { column: 'dated_at', direction: 'asc' },
  '-total': { column: 'total_amount', direction: 'desc' },
  total: { column: 'total_amount', direction: 'asc' },
} as const satisfies Record<TransactionSort, object>;

/** The last row read: the next page follows it in the list's order. */
export type Cursor = { place: number; id: number };

/** Selects the first ids of one store in an order, after a cursor. */
function firstOf(reader: Reader, filter: SaleFilter, store: StoreSpan, part: Part) {
  const { sort, limit, after, place, areFew = false } = part;
  const { column, direction } = orders[sort];
  let query = matching(reader, filter, [store]).select(`sale.${place ?? column} as place`);
  if (after) {
    const comparison = sql.raw(direction === 'desc' ? '<' : '>');
    query = query.where(
      sql<boolean>`(${sql.ref(`sale.${column}`)}, sale.id) ${comparison} (${after.place}, ${after.id})`,
    );
  }
  // A sum hides the column from indexes: few rows are found by their filter and then sorted. The index of
  // totals would be read to the end for them.
  const order = areFew && column === 'total_amount' ? sql`sale.total_amount + 0` : sql.ref(`sale.${column}`);
  return query.orderBy(order, direction).orderBy('sale.id', direction).limit(limit);
}

type SaleColumn = (typeof orders)[TransactionSort]['column'];
type Part = {
  sort: TransactionSort;
  limit: number;
  /** The cursor that the rows follow. */
  after?: Cursor;
  /** A column to return in place of the one that orders. */
  place?: SaleColumn | 'customer_id';
  /** True if the filter leaves few rows. */
  areFew?: boolean;
  /** True to look at a bounded number of rows if a name fits many customers. */
  isBounded?: boolean;
};

/** Selects the first ids among a bounded number of the store's first rows, however rare the customer is. */
function firstAmongFirst(reader: Reader, { customer, ...filter }: SaleFilter, store: StoreSpan, part: Part) {
  const { direction } = orders[part.sort];
  const limit = Math.ceil(LOOKED_AT / filter.stores.length);
  const looked = reader
    .selectFrom(firstOf(reader, filter, store, { ...part, limit }).as('looked'))
    .innerJoin('transactions as sale', 'sale.id', 'looked.id')
    .select(['looked.id', 'looked.place'])
    .$if(customer !== undefined, (query) => query.where(isBuyer(customer ?? { ids: [], orNobody: false })));
  return looked.orderBy('looked.place', direction).orderBy('looked.id', direction).limit(part.limit);
}

/** Selects the first ids of each store in an order. */
function firstOfEach(reader: Reader, filter: SaleFilter, part: Part) {
  const isBounded = part.isBounded === true && filter.customer !== undefined && 'terms' in filter.customer;
  const first = isBounded ? firstAmongFirst : firstOf;
  const parts = filter.stores.map((store) =>
    reader
      .selectFrom(first(reader, filter, store, part).as('of_store'))
      .select(['of_store.id', 'of_store.place']),
  );
  return parts.reduce((all, ofStore) => all.unionAll(ofStore));
}

/**
 * Selects a page's ids. Each store's are read in the order of its own index and then merged: sorting all transactions
 * of a chain for twenty of them would take longer with every sale.
 */
function pageOfIds(reader: Reader, filter: SaleFilter, { offset, ...part }: Part & { offset: number }) {
  const { direction } = orders[part.sort];
  return reader
    .selectFrom(firstOfEach(reader, filter, { ...part, limit: offset + part.limit }).as('merged'))
    .select(['merged.id', 'merged.place'])
    .orderBy('merged.place', direction)
    .orderBy('merged.id', direction)
    .limit(part.limit)
    .offset(offset);
}

type Ids = SelectQueryBuilder<object, never, { id: number; place: number }>;

/** Selects the list's columns for some ids. */
function rowsOf(reader: Reader, ids: Ids, sort: TransactionSort) {
  const { direction } = orders[sort];
  return reader
    .selectFrom(ids.as('page'))
    .innerJoin('transactions as sale', 'sale.id', 'page.id')
    .innerJoin('staff', 'staff.id', 'sale.staff_id')
    .innerJoin('stores', 'stores.id', 'sale.store_id')
    .leftJoin('customers', 'customers.id', 'sale.customer_id')
    .select([
      'page.place',
      'sale.id',
      'sale.draft_number',
      'sale.offline_number',
      'sale.invoice_number',
      'sale.status',
      'sale.subtotal',
      'sale.discount_amount',
      'sale.tax_amount',
      'sale.total_amount',
      'sale.balance_due',
      'sale.refunded_amount',
      'sale.owed_back',
      'sale.created_at',
      'sale.completed_at',
      'sale.dated_at',
      'sale.staff_id',
      'staff.name as staff_name',
      'sale.store_id',
      'stores.name as store_name',
      'sale.customer_id',
      'customers.name as customer_name',
      'customers.phone as customer_phone',
    ])
    .select((eb) =>
      eb
        .selectFrom('transaction_items as line')
        .select(sql<number>`cast(count(*) as integer)`.as('items'))
        .whereRef('line.transaction_id', '=', 'sale.id')
        .as('items_count'),
    )
    .select([pendingAmount('sale.id').as('pending_amount'), paidOnDraft().as('paid_amount')])
    .orderBy('page.place', direction)
    .orderBy('sale.id', direction);
}
export type ListedRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

type Page = { sort: TransactionSort; perPage: number; offset: number };

/** Finds one page of the transactions whose numbers have some parts; if too many have them, of the newest ones. */
async function searchPage(
  reader: Reader,
  { numbers = [], ...filter }: SaleFilter,
  { sort, perPage, offset }: Page,
): Promise<{ rows: ListedRow[]; total: Total }> {
  const { column, direction } = orders[sort];
  const newestFirst = sort !== 'date';
  const { found, capped } = await findByCode(reader, {
    table: 'transaction_codes',
    parts: numbers,
    direction,
    newestFirst,
    placeOf: sql`(${matching(reader, filter)
      .clearSelect()
      .select(`sale.${column}`)
      .whereRef('sale.id', '=', sql.ref('hit.id'))})`,
    first: {
      lists: filter.stores.length,
      rows: (limit) =>
        sql`${firstOfEach(reader, filter, { sort: newestFirst ? '-date' : 'date', limit, place: column })}`,
    },
  });
  const page = found.slice(offset, offset + perPage).map(({ id }) => id);
  const ids = selectSales(reader).select(`sale.${column} as place`).where('sale.id', 'in', page);
  return {
    rows: page.length ? await rowsOf(reader, ids as unknown as Ids, sort).execute() : [],
    total: { count: Math.min(TOTAL_CAP, found.length), capped: capped || found.length > TOTAL_CAP },
  };
}

/**
 * Counts the matching transactions. Those of a name that fits many customers are counted among the newest only: however
 * rare they are, no more are looked at.
 */
async function countMatching(reader: Reader, filter: SaleFilter): Promise<Total> {
  const { customer, ...others } = filter;
  if (!customer || 'ids' in customer) {
    // Each span by itself: PostgreSQL would read all rows of several before it counts up to the cap.
    const totals = await Promise.all(
      bySpan(filter.stores).map((stores) => cappedTotal(reader, matching(reader, filter, stores))),
    );
    const count = totals.reduce((sum, total) => sum + total.count, 0);
    return {
      count: Math.min(count, TOTAL_CAP),
      capped: count > TOTAL_CAP || totals.some(({ capped }) => capped),
    };
  }
  const limit = Math.ceil(COUNTED_AMONG / filter.stores.length);
  const newest = firstOfEach(reader, others, { sort: '-date', limit, place: 'customer_id' });
  const { looked, found } = await reader
    .selectFrom(newest.as('sale'))
    .select([
      sql<number>`cast(count(*) as integer)`.as('looked'),
      sql<number>`cast(coalesce(sum(case when ${isBuyer(customer, 'sale.place')} then 1 else 0 end), 0)
        as integer)`.as('found'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Math.min(found, TOTAL_CAP), capped: looked >= limit || found > TOTAL_CAP };
}

/** Finds one page of the matching transactions and their total; deleted drafts are never included. */
export async function findPage(
  reader: Reader,
  filter: SaleFilter,
  page: Page,
): Promise<{ rows: ListedRow[]; total: Total }> {
  if (filter.numbers) return searchPage(reader, filter, page);
  const { sort, perPage, offset } = page;
  const total = await countMatching(reader, filter);
  const ids = pageOfIds(reader, filter, {
    sort,
    limit: perPage,
    offset,
    areFew: !total.capped,
    isBounded: true,
  });
  const rows = await rowsOf(reader, ids as unknown as Ids, sort).execute();
  // A capped total is at least what is shown, plus one row while the page is full.
  const shown = offset + rows.length + (rows.length === perPage ? 1 : 0);
  const count = total.capped && rows.length ? Math.max(total.count, Math.min(shown, TOTAL_CAP)) : total.count;
  return { rows, total: { ...total, count } };
}

/**
 * Narrows a filter's dates to start at a cursor: SQLite uses only one of two bounds with its index, and with the
 * filter's own each page of a long list would be read from the list's beginning.
 */
function datesFrom(filter: SaleFilter, sort: TransactionSort, after: Cursor | undefined): SaleFilter {
  if (!after || !sort.endsWith('date')) return filter;
  const { place } = after;
  const fromHere = (store: StoreSpan): StoreSpan =>
    sort === '-date'
      ? { ...store, before: Math.min(store.before ?? Infinity, place + 1) }
      : { ...store, from: Math.max(store.from ?? 0, place) };
  return { ...filter, stores: filter.stores.map(fromHere) };
}

export type ExportedRow = Awaited<ReturnType<typeof findFollowing>>[number];

/** Finds the rows after a cursor, or the first ones, with what their refunds took off beside the money. */
export function findFollowing(
  reader: Reader,
  filter: SaleFilter,
  { sort, limit, after }: { sort: TransactionSort; limit: number; after?: Cursor },
) {
  const ids = pageOfIds(reader, datesFrom(filter, sort, after), { sort, limit, offset: 0, after });
  return rowsOf(reader, ids as unknown as Ids, sort)
    .select((eb) =>
      eb
        .selectFrom('refunds')
        .select(sql<number>`cast(coalesce(sum(refunds.written_off), 0) as bigint)`.as('written_off'))
        .whereRef('refunds.transaction_id', '=', 'sale.id')
        .$asScalar()
        .$notNull()
        .as('written_off'),
    )
    .select((eb) => [
      'sale.cash_rounding',
      'sale.void_rounding',
      'sale.buyer_name',
      'sale.buyer_tin',
      'sale.buyer_address',
      eb
        .selectFrom('refunds')
        .select(
          sql<number>`cast(coalesce(sum(refunds.cash_rounding - refunds.rounding_back), 0) as bigint)`.as(
            'refunded',
          ),
        )
        .whereRef('refunds.transaction_id', '=', 'sale.id')
        .$asScalar()
        .$notNull()
        .as('refund_rounding'),
      eb
        .selectFrom('refunds')
        .select(sql<number>`cast(coalesce(sum(refunds.tax), 0) as bigint)`.as('tax'))
        .whereRef('refunds.transaction_id', '=', 'sale.id')
        .$asScalar()
        .$notNull()
        .as('refunded_tax'),
    ])
    .execute();
}
