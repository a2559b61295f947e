import { sql, type RawBuilder } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import { customerTerms, phoneKey, type SearchTerm } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type PagePlace, type Total } from '../../db/paging.ts';
import { findByWords, holdsEvery } from '../../db/search-words.ts';
import { customersOf, type CustomerRow } from './customers.repository.ts';

export type CustomerFilters = {
  search?: string;
  customer_group_id?: number;
  signup_channel_id?: number;
  min_points?: number;
  max_points?: number;
  phone?: string;
};

/**
 * Returns the conditions of filters on a customer's row. `lookedUp` says which columns an index may serve, all or the
 * group's; the others are compared row by row.
 */
function conditionsOf(filters: CustomerFilters, lookedUp: 'all' | 'group'): RawBuilder<boolean>[] {
  const { customer_group_id, signup_channel_id, min_points, max_points, phone } = filters;
  const number = (column: string) =>
    lookedUp === 'all' || column === 'customer_group_id'
      ? sql.ref(`customers.${column}`)
      : sql`${sql.ref(`customers.${column}`)} + 0`;
  const conditions = [
    [customer_group_id, () => sql<boolean>`${number('customer_group_id')} = ${customer_group_id}`],
    [signup_channel_id, () => sql<boolean>`${number('signup_channel_id')} = ${signup_channel_id}`],
    [min_points, () => sql<boolean>`${number('loyalty_points')} >= ${min_points}`],
    [max_points, () => sql<boolean>`${number('loyalty_points')} <= ${max_points}`],
    [phone, () => sql<boolean>`customers.phone_key = ${phoneKey(phone ?? '')}`],
  ] as const;
  return conditions.flatMap(([given, condition]) => (given === undefined ? [] : [condition()]));
}

const everyOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`${sql.join([sql`customers.deleted_at is null`, ...conditions], sql` and `)}`;

type FoundPage = { rows: CustomerRow[]; total: Total };

async function pageOf(
  reader: Reader,
  ids: readonly number[],
  capped: boolean,
  { perPage, offset }: PagePlace,
): Promise<FoundPage> {
  const rows = await customersOf(reader, ids.slice(offset, offset + perPage));
  return { rows, total: { count: ids.length, capped } };
}

/** Returns a page of the customers that match filters, if they are few; null if they are many. */
async function fewPage(
  reader: Reader,
  filters: CustomerFilters,
  { perPage, offset }: PagePlace,
  terms: readonly SearchTerm[] = [],
): Promise<FoundPage | null> {
  const conditions = conditionsOf(filters, 'all');
  const left = reader
    .selectFrom('customers')
    .select(['customers.id', 'customers.name_key'])
    // Only if it is compared: the filters' indexes have all other columns.
    .$if(terms.length > 0, (query) => query.select('customers.search_text'))
    .where(everyOf(conditions))
    .$if(conditions.length === 0, (query) => query.orderBy('customers.name_key').orderBy('customers.id'));
  const looked = await cappedTotal(reader, left);
  if (looked.capped) return null;
  const isFound = terms.length ? holdsEvery('few.search_text', terms) : sql<boolean>`1 = 1`;
  const found = reader.selectFrom(left.as('few')).select('few.id').where(isFound);
  const page = await found.orderBy('few.name_key').orderBy('few.id').limit(perPage).offset(offset).execute();
  const rows = await customersOf(
    reader,
    page.map(({ id }) => id),
  );
  return { rows, total: terms.length ? await cappedTotal(reader, found) : looked };
}

/** Finds the customers that match a text, up to the cap of lists; reads a bounded number, however many match. */
async function searchPage(
  reader: Reader,
  terms: readonly SearchTerm[],
  filters: CustomerFilters,
  place: PagePlace,
): Promise<FoundPage> {
  const conditions = conditionsOf(filters, 'all');
  const few = conditions.length > 0 && terms.length > 0 ? await fewPage(reader, filters, place, terms) : null;
  if (few) return few;
  const wanted = everyOf(
    terms.length > 1 ? [...conditions, holdsEvery('customers.search_text', terms)] : conditions,
  );
  const { ids, capped } = await findByWords(reader, {
    kind: 'customer',
    terms,
    limit: TOTAL_CAP,
    isFiltered: conditions.length > 0,
    nameOf: sql`(select customers.name_key from customers
      where customers.id = found.subject_id and ${wanted})`,
  });
  return pageOf(reader, ids, capped, place);
}

/**
 * Returns a page by name. If many match, the first ones are found early in that order, and counting ends at the cap. A
 * group has an index in that order.
 */
async function manyPage(reader: Reader, filters: CustomerFilters, place: PagePlace): Promise<FoundPage> {
  const ids = await reader
    .selectFrom('customers')
    .select('customers.id')
    .where(everyOf(conditionsOf(filters, 'group')))
    .orderBy('customers.name_key')
    .orderBy('customers.id')
    .limit(place.perPage)
    .offset(place.offset)
    .execute();
  const rows = await customersOf(
    reader,
    ids.map(({ id }) => id),
  );
  return { rows, total: { count: TOTAL_CAP, capped: true } };
}

/** Finds one page of matching customers, by name, and how many there are; never deleted ones. */
export async function findCustomers(
  reader: Reader,
  filters: CustomerFilters,
  place: PagePlace,
): Promise<FoundPage> {
  const terms = customerTerms(filters.search ?? '');
  if (terms) return searchPage(reader, terms, filters, place);
  return (await fewPage(reader, filters, place)) ?? manyPage(reader, filters, place);
}
