import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import type { CodeParts } from '#domain/search-key.ts';
import type { TransactionStatus } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { datedPayments } from '../../db/pending-amount.ts';
import { findFewByCode, holdsCode } from '../../db/search-codes.ts';
import { holdsEvery } from '../../db/search-words.ts';
import type { People } from './people.repository.ts';

/**
 * A store of a list with its days there; instants in epoch milliseconds, `before` is exclusive. `today` is its date, for lists by
 * what is owed.
 */
export type StoreSpan = {
  id: number;
  from?: number | undefined;
  before?: number | undefined;
  today?: CalendarDate;
};

/** The filters of a list. */
export type SaleFilter = {
  /** At least one. The same days begin at different instants in stores of different time zones. */
  stores: readonly StoreSpan[];
  /** Parts of transaction numbers. */
  numbers?: CodeParts;
  /** Only these. */
  ids?: readonly number[];
  status?: TransactionStatus;
  customer?: People;
  staffIds?: readonly number[];
  customerId?: number;
  staffId?: number;
  /** Sales of which something is still to be paid, or to be given back. */
  balance?: 'owes' | 'owed';
};

/**
 * Turns a filter by number into one by id if few match: finding them by reading the list in its order would take longer
 * with every sale.
 */
export async function withFewIds(reader: Reader, filter: SaleFilter): Promise<SaleFilter> {
  if (!filter.numbers) return filter;
  const ids = await findFewByCode(reader, 'transaction_codes', filter.numbers);
  return ids ? { ...filter, numbers: undefined, ids } : filter;
}

type SaleQuery = ReturnType<typeof selectSales>;

export const selectSales = (reader: Reader) => reader.selectFrom('transactions as sale').select('sale.id');

function among(
  query: SaleQuery,
  column: `sale.${'id' | 'staff_id'}` | RawBuilder<unknown>,
  ids: readonly number[],
): SaleQuery {
  return ids.length ? query.where(column, 'in', ids) : query.where((eb) => eb.lit(false));
}

function isOneOf(people: People, buyer: string): RawBuilder<boolean> {
  if ('terms' in people) {
    return sql`exists (select 1 from customers
      where customers.id = ${sql.ref(buyer)} and ${holdsEvery('customers.search_text', people.terms)})`;
  }
  return people.ids.length ? sql`${sql.ref(buyer)} in (${sql.join(people.ids)})` : sql`1 = 0`;
}

/** True if a column's customer is one of some people, or null if walk-ins are included. */
export const isBuyer = (people: People, buyer = 'sale.customer_id'): RawBuilder<boolean> =>
  people.orNobody
    ? sql<boolean>`(${isOneOf(people, buyer)} or ${sql.ref(buyer)} is null)`
    : isOneOf(people, buyer);

const idsOf = (stores: readonly StoreSpan[]) => stores.map(({ id }) => id);

/** Returns a list's stores in groups whose days begin and end at the same instants. */
export const bySpan = (stores: readonly StoreSpan[]): StoreSpan[][] => [
  ...Map.groupBy(stores, ({ from, before }) => `${from} ${before}`).values(),
];

/** Selects the few sales that owe or are owed; worded like their indexes. Money that is late is owed as well. */
function unsettled(reader: Reader, balance: 'owes' | 'owed', stores: readonly StoreSpan[]) {
  const open = reader
    .selectFrom('transactions as open')
    .select('open.id')
    .where('open.store_id', 'in', idsOf(stores))
    .where(sql<boolean>`${sql.ref(balance === 'owes' ? 'open.balance_due' : 'open.owed_back')} > 0`)
    .where('open.deleted_at', 'is', null);
  if (balance === 'owed') return open;
  const byToday = [...Map.groupBy(stores, ({ today = '' }) => today)];
  return open.union(
    datedPayments(reader)
      .select('dated.transaction_id as id')
      .where((eb) =>
        eb.or(
          byToday.map(([today, some]) =>
            eb.and([eb('its.store_id', 'in', idsOf(some)), eb('dated.expected_date', '<', today)]),
          ),
        ),
      ),
  );
}

/** Selects the ids of a filter's transactions at some of its stores. */
export function matching(reader: Reader, filter: SaleFilter, stores = filter.stores): SaleQuery {
  const { numbers, ids, customer, staffIds, customerId } = filter;
  // Few customers have few sales: finding them in the store's order would read all of its sales.
  const areFew =
    ids !== undefined ||
    filter.balance !== undefined ||
    customerId !== undefined ||
    (customer !== undefined && 'ids' in customer && !customer.orNobody);
  const storeId = areFew ? sql<number>`sale.store_id + 0` : 'sale.store_id';
  let query = selectSales(reader)
    .where((eb) =>
      eb.or(
        bySpan(stores).map((group) => {
          const { from, before } = group[0] ?? {};
          return eb.and([
            eb(storeId, 'in', idsOf(group)),
            ...(from === undefined ? [] : [eb('sale.dated_at', '>=', from)]),
            ...(before === undefined ? [] : [eb('sale.dated_at', '<', before)]),
          ]);
        }),
      ),
    )
    .where('sale.deleted_at', 'is', null);
  // A literal, so that the indexes of rare statuses are used.
  if (filter.status) query = query.where('sale.status', '=', sql.lit(filter.status));
  if (customerId !== undefined) query = query.where('sale.customer_id', '=', customerId);
  // Rare statuses have their own index, shorter than that of a person's sales.
  const staff = filter.status && filter.status !== 'completed' ? sql`sale.staff_id + 0` : 'sale.staff_id';
  if (filter.staffId !== undefined) query = query.where(staff, '=', filter.staffId);
  if (filter.balance) query = query.where('sale.id', 'in', unsettled(reader, filter.balance, stores));
  if (customer) query = query.where(isBuyer(customer));
  if (staffIds) query = among(query, staff, staffIds);
  if (ids) query = among(query, 'sale.id', ids);
  if (numbers) query = query.where(holdsCode('transaction_codes', 'sale.id', numbers));
  return query;
}
