import { sql, type SelectQueryBuilder } from 'kysely';
import type { TransactionSort } from '#contract/transactions.ts';
import { phoneKey, searchKey } from '#domain/search-key.ts';
import type { TransactionStatus } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal } from '../../db/paging.ts';

/** What a list is narrowed by; instants are epoch milliseconds, `before` is not in it any more. */
export type SaleFilter = {
  /** At least one. */
  storeIds: readonly number[];
  search?: string;
  status?: TransactionStatus;
  from?: number;
  before?: number;
  customer?: People;
  staff?: People;
  customerId?: number;
  staffId?: number;
};

/** Those whom a text names: by their ids while they are few, else as text to be compared. */
export type People = { ids: readonly number[] } | { text: string };

/** As many are looked up one by one; more of them are met often enough in the order of the list. */
const FEW = 200;

/** Text that LIKE finds anywhere, as it stands. */
const within = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const contains = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${within(text)} escape '\\'`;

/** A number as people write it: nothing in it but digits and what stands between them. */
const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;

/** Everybody of a table whose name holds every word of a text, or whose phone number holds its digits. */
function namedLike(reader: Reader, table: 'customers' | 'staff', text: string) {
  const words = searchKey(text).split(' ').filter(Boolean);
  return reader
    .selectFrom(table)
    .select('id')
    .where((eb) => {
      const byName = words.length ? eb.and(words.map((word) => contains('name_key', word))) : eb.lit(false);
      const byPhone = table === 'customers' && PHONE.test(text);
      return byPhone ? eb.or([byName, contains('phone_key', phoneKey(text))]) : byName;
    });
}

/** Whom a text names among the customers or the staff; undefined where the text says nothing. */
export async function findPeople(
  reader: Reader,
  table: 'customers' | 'staff',
  text: string | undefined,
): Promise<People | undefined> {
  if (text === undefined || text.trim() === '') return undefined;
  const few = await namedLike(reader, table, text)
    .limit(FEW + 1)
    .execute();
  return few.length > FEW ? { text } : { ids: few.map(({ id }) => id) };
}

type SaleQuery = ReturnType<typeof selectSales>;

const selectSales = (reader: Reader) => reader.selectFrom('transactions as sale').select('sale.id');

function madeBy(reader: Reader, query: SaleQuery, column: 'customer' | 'staff', people: People): SaleQuery {
  const table = column === 'staff' ? 'staff' : 'customers';
  if ('text' in people) {
    return query.where(`sale.${column}_id`, 'in', namedLike(reader, table, people.text));
  }
  if (people.ids.length === 0) return query.where((eb) => eb.lit(false));
  return query.where(`sale.${column}_id`, 'in', people.ids);
}

/** The ids of a filter's transactions in some of its stores. */
function matching(reader: Reader, filter: SaleFilter, storeIds = filter.storeIds): SaleQuery {
  const { from, before, search, customer, staff, customerId } = filter;
  // Few customers have few sales: reading the store's in their order, to find those, would read all of them.
  const hasFewBuyers = customerId !== undefined || (customer !== undefined && 'ids' in customer);
  let query = selectSales(reader)
    .where(hasFewBuyers ? sql`sale.store_id + 0` : 'sale.store_id', 'in', storeIds)
    .where('sale.deleted_at', 'is', null);
  if (filter.status) query = query.where('sale.status', '=', filter.status);
  if (from !== undefined) query = query.where('sale.dated_at', '>=', from);
  if (before !== undefined) query = query.where('sale.dated_at', '<', before);
  if (customerId !== undefined) query = query.where('sale.customer_id', '=', customerId);
  if (filter.staffId !== undefined) query = query.where('sale.staff_id', '=', filter.staffId);
  if (customer) query = madeBy(reader, query, 'customer', customer);
  if (staff) query = madeBy(reader, query, 'staff', staff);
  if (search !== undefined && search.trim() !== '') {
    const pattern = within(search.trim().toLowerCase());
    query = query.where(
      sql<boolean>`(lower(sale.draft_number) like ${pattern} escape '\\'
        or lower(sale.invoice_number) like ${pattern} escape '\\')`,
    );
  }
  return query;
}

const orders = {
  '-date': { column: 'dated_at', direction: 'desc' },
  date: { column: 'dated_at', direction: 'asc' },
  '-total': { column: 'total_amount', direction: 'desc' },
  total: { column: 'total_amount', direction: 'asc' },
} as const satisfies Record<TransactionSort, object>;

/** The last row that was read: what follows comes after it in the order. */
export type Cursor = { place: number; id: number };

/** The first ids of one store in an order, beginning after a cursor. */
function firstOf(
  reader: Reader,
  filter: SaleFilter,
  storeId: number,
  { sort, limit, after }: { sort: TransactionSort; limit: number; after?: Cursor },
) {
  const { column, direction } = orders[sort];
  let query = matching(reader, filter, [storeId]).select(`sale.${column} as place`);
  if (after) {
    const comparison = sql.raw(direction === 'desc' ? '<' : '>');
    query = query.where(
      sql<boolean>`(${sql.ref(`sale.${column}`)}, sale.id) ${comparison} (${after.place}, ${after.id})`,
    );
  }
  return query.orderBy(`sale.${column}`, direction).orderBy('sale.id', direction).limit(limit);
}

/**
 * A page's ids. Each store's are read in the order of its own index and then merged: sorting a whole chain's
 * transactions for twenty of them would take longer with every sale.
 */
function pageOfIds(
  reader: Reader,
  filter: SaleFilter,
  { sort, limit, offset, after }: { sort: TransactionSort; limit: number; offset: number; after?: Cursor },
) {
  const { direction } = orders[sort];
  const stores = filter.storeIds.map((storeId) =>
    reader
      .selectFrom(firstOf(reader, filter, storeId, { sort, limit: offset + limit, after }).as('of_store'))
      .select(['of_store.id', 'of_store.place']),
  );
  const merged = stores.reduce((all, store) => all.unionAll(store));
  return reader
    .selectFrom(merged.as('merged'))
    .select(['merged.id', 'merged.place'])
    .orderBy('merged.place', direction)
    .orderBy('merged.id', direction)
    .limit(limit)
    .offset(offset);
}

type Ids = SelectQueryBuilder<object, never, { id: number; place: number }>;

/** What a row of the list shows, for some ids. */
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
      'sale.invoice_number',
      'sale.status',
      'sale.subtotal',
      'sale.discount_amount',
      'sale.tax_amount',
      'sale.total_amount',
      'sale.balance_due',
      'sale.refunded_amount',
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
    .orderBy('page.place', direction)
    .orderBy('sale.id', direction);
}
export type ListedRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

/** One page of the transactions that match; deleted drafts are never among them. */
export function findPage(
  reader: Reader,
  filter: SaleFilter,
  { sort, perPage, offset }: { sort: TransactionSort; perPage: number; offset: number },
): Promise<ListedRow[]> {
  const ids = pageOfIds(reader, filter, { sort, limit: perPage, offset });
  return rowsOf(reader, ids as unknown as Ids, sort).execute();
}

/** The rows that follow a cursor, or the first ones. */
export function findFollowing(
  reader: Reader,
  filter: SaleFilter,
  { sort, limit, after }: { sort: TransactionSort; limit: number; after?: Cursor },
): Promise<ListedRow[]> {
  const ids = pageOfIds(reader, filter, { sort, limit, offset: 0, after });
  return rowsOf(reader, ids as unknown as Ids, sort).execute();
}

export function countMatching(reader: Reader, filter: SaleFilter) {
  return cappedTotal(reader, matching(reader, filter));
}
