import { sql, type Insertable, type RawBuilder } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import {
  customerTerms,
  customerWords,
  phoneKey,
  searchKey,
  type SearchedCustomer,
  type SearchTerm,
} from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { PagePlace, Total } from '../../db/paging.ts';
import {
  byNameKey,
  findByWords,
  holdsEvery,
  insertWords,
  replaceWords,
  searchText,
} from '../../db/search-words.ts';
import type {
  CustomerGroupsTable,
  CustomersTable,
  LoyaltyEntriesTable,
  SignupChannelsTable,
} from '../../db/tables.ts';

/** Customers with their group and signup channel; deleted ones are kept for the sales that name them. */
function selectCustomers(reader: Reader) {
  return reader
    .selectFrom('customers')
    .leftJoin('customer_groups as grp', 'grp.id', 'customers.customer_group_id')
    .leftJoin('signup_channels as channel', 'channel.id', 'customers.signup_channel_id')
    .selectAll('customers')
    .select([
      'grp.name as group_name',
      'grp.slug as group_slug',
      'grp.discount_percentage as group_discount',
      'channel.name as channel_name',
    ]);
}
export type CustomerRow = Awaited<ReturnType<ReturnType<typeof selectCustomers>['executeTakeFirstOrThrow']>>;

export function findCustomer(reader: Reader, customerId: number): Promise<CustomerRow | undefined> {
  return selectCustomers(reader).where('customers.id', '=', customerId).executeTakeFirst();
}

export type CustomerFilters = {
  search?: string;
  customer_group_id?: number;
  signup_channel_id?: number;
  min_points?: number;
  max_points?: number;
  phone?: string;
};

/**
 * What filters ask of a customer's row; none where they ask nothing. `plain` columns may be looked up in an index, the
 * others are compared row by row.
 */
function conditionsOf(filters: CustomerFilters, plain: boolean): RawBuilder<boolean>[] {
  const { customer_group_id, signup_channel_id, min_points, max_points, phone } = filters;
  const number = (column: string) =>
    plain ? sql.ref(`customers.${column}`) : sql`${sql.ref(`customers.${column}`)} + 0`;
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

/** The customers with these ids in this order. */
async function customersOf(reader: Reader, ids: readonly number[]): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectCustomers(reader).where('customers.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

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

/** Those whom filters leave, while they are few; null where they are many. */
async function fewIds(
  reader: Reader,
  filters: CustomerFilters,
  terms: readonly SearchTerm[] = [],
): Promise<number[] | null> {
  const conditions = conditionsOf(filters, true);
  const left = reader
    .selectFrom('customers')
    .select(['customers.id', 'customers.name_key'])
    // Only where it is compared: the other columns are all in the filters' indexes.
    .$if(terms.length > 0, (query) => query.select('customers.search_text'))
    .where(everyOf(conditions))
    .$if(conditions.length === 0, (query) => query.orderBy('customers.name_key').orderBy('customers.id'))
    .limit(TOTAL_CAP + 1);
  const few = await reader
    .selectFrom(left.as('few'))
    .select(['few.id', 'few.name_key'])
    .$if(terms.length > 0, (query) => query.select(holdsEvery('few.search_text', terms).as('is_found')))
    .execute();
  if (few.length > TOTAL_CAP) return null;
  return few
    .filter(({ is_found = true }) => Boolean(is_found))
    .sort(byNameKey)
    .map(({ id }) => id);
}

/** The customers who match a text, as far as lists are counted: however many do, a bounded number is looked at. */
async function searchPage(
  reader: Reader,
  terms: readonly SearchTerm[],
  filters: CustomerFilters,
  place: PagePlace,
): Promise<FoundPage> {
  const conditions = conditionsOf(filters, true);
  const few = conditions.length > 0 && terms.length > 0 ? await fewIds(reader, filters, terms) : null;
  if (few) return pageOf(reader, few, false, place);
  const wanted = everyOf(
    terms.length > 1 ? [...conditions, holdsEvery('customers.search_text', terms)] : conditions,
  );
  const { ids, capped } = await findByWords(reader, {
    kind: 'customer',
    terms,
    isFiltered: conditions.length > 0,
    limit: TOTAL_CAP,
    nameOf: sql`(select customers.name_key from customers
      where customers.id = found.subject_id and ${wanted})`,
  });
  return pageOf(reader, ids, capped, place);
}

const isGroupAlone = ({ customer_group_id, ...others }: CustomerFilters) =>
  customer_group_id !== undefined && Object.values(others).every((filter) => filter === undefined);

/**
 * A page in the order of names: where many are left, some are met soon in that order, and counting ends at the cap.
 * A group by itself has an index in that order.
 */
async function manyPage(reader: Reader, filters: CustomerFilters, place: PagePlace): Promise<FoundPage> {
  const ids = await reader
    .selectFrom('customers')
    .select('customers.id')
    .where(everyOf(conditionsOf(filters, isGroupAlone(filters))))
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

/** One page of the customers who match, by name, and how many there are; deleted ones are never among them. */
export async function findCustomers(
  reader: Reader,
  filters: CustomerFilters,
  place: PagePlace,
): Promise<FoundPage> {
  const terms = customerTerms(filters.search ?? '');
  if (terms) return searchPage(reader, terms, filters, place);
  const few = await fewIds(reader, filters);
  return few ? pageOf(reader, few, false, place) : manyPage(reader, filters, place);
}

/** What a customer's own words come to; written with them, so that they are found by nothing else. */
function keysOf({ name, phone, email }: { name: string; phone: string; email?: string | null }) {
  const keys: SearchedCustomer = {
    name_key: searchKey(name),
    phone_key: phoneKey(phone),
    email: email ?? null,
  };
  return { ...keys, search_text: searchText(customerWords(keys)) };
}

type Keys = 'name_key' | 'phone_key' | 'search_text';
export type NewCustomer = Omit<Insertable<CustomersTable>, Keys>;

/** Few enough that no engine's limit on bound values is met. */
const CUSTOMERS_AT_ONCE = 200;

/** Inserts customers with the words they are found by; deleted ones are found by none. */
export async function insertCustomers(writer: Writer, customers: readonly NewCustomer[]): Promise<void> {
  const rows = customers.map((customer) => ({ ...customer, ...keysOf(customer) }));
  for (let start = 0; start < rows.length; start += CUSTOMERS_AT_ONCE) {
    await writer
      .insertInto('customers')
      .values(rows.slice(start, start + CUSTOMERS_AT_ONCE))
      .execute();
  }
  const there = rows.filter((row) => (row.deleted_at ?? null) === null);
  await insertWords(writer, 'customer', there);
}

/** Takes a customer's row, so that two changes never pass each other; undefined where they are deleted. */
function claimCustomer(writer: Writer, customerId: number) {
  return writer
    .updateTable('customers')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .returning(['name', 'phone', 'email', 'search_text'])
    .executeTakeFirst();
}

export type CustomerChanges = Partial<
  Pick<
    CustomersTable,
    'name' | 'phone' | 'email' | 'address' | 'birthday' | 'notes' | 'customer_group_id' | 'signup_channel_id'
  >
>;

/** Changes some columns, and the words that follow from them; false where there is no such customer. */
export async function updateCustomerRow(
  writer: Writer,
  customerId: number,
  changes: CustomerChanges,
): Promise<boolean> {
  const before = await claimCustomer(writer, customerId);
  if (!before) return false;
  const keys = keysOf({ ...before, ...changes });
  await writer
    .updateTable('customers')
    .set({ ...changes, ...keys })
    .where('id', '=', customerId)
    .execute();
  const texts = { before: before.search_text, after: keys.search_text };
  await replaceWords(writer, 'customer', customerId, texts);
  return true;
}

/** Marks a customer as deleted, found by no word; false for one that is not there or was deleted before. */
export async function markDeleted(writer: Writer, customerId: number, now: number): Promise<boolean> {
  const before = await claimCustomer(writer, customerId);
  if (!before) return false;
  await writer.updateTable('customers').set({ deleted_at: now }).where('id', '=', customerId).execute();
  await replaceWords(writer, 'customer', customerId, { before: before.search_text, after: '' });
  return true;
}

export function findGroups(reader: Reader) {
  return reader.selectFrom('customer_groups').selectAll().orderBy('id').execute();
}

export function findChannels(reader: Reader) {
  return reader.selectFrom('signup_channels').selectAll().orderBy('id').execute();
}

export async function insertGroups(
  writer: Writer,
  groups: readonly Insertable<CustomerGroupsTable>[],
): Promise<void> {
  await writer.insertInto('customer_groups').values(groups).execute();
}

export async function insertChannels(
  writer: Writer,
  channels: readonly Insertable<SignupChannelsTable>[],
): Promise<void> {
  await writer.insertInto('signup_channels').values(channels).execute();
}

export async function updateGroupRow(
  writer: Writer,
  groupId: number,
  changes: Partial<Pick<CustomerGroupsTable, 'name' | 'discount_percentage'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await writer.updateTable('customer_groups').set(changes).where('id', '=', groupId).execute();
}

export async function renameChannel(writer: Writer, channelId: number, name: string): Promise<void> {
  await writer.updateTable('signup_channels').set({ name }).where('id', '=', channelId).execute();
}

type Membership = 'customer_group_id' | 'signup_channel_id';

/** Whether any customer belongs to a group or a channel. */
export async function hasMembers(reader: Reader, column: Membership, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom('customers')
    .select('id')
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes deleted customers out of a group or a channel that ends: nobody could give them another. */
export async function leaveBehind(writer: Writer, column: Membership, id: number): Promise<void> {
  await writer
    .updateTable('customers')
    .set({ [column]: null })
    .where(column, '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
}

export async function removeGroup(writer: Writer, groupId: number): Promise<void> {
  await writer.deleteFrom('customer_groups').where('id', '=', groupId).execute();
}

export async function removeChannel(writer: Writer, channelId: number): Promise<void> {
  await writer.deleteFrom('signup_channels').where('id', '=', channelId).execute();
}

/** Takes a customer's row for a change of points or figures, so that two changes never pass each other. */
export async function claimPoints(writer: Writer, customerId: number): Promise<number | null> {
  const row = await writer
    .updateTable('customers')
    .set((eb) => ({ loyalty_points: eb.ref('loyalty_points') }))
    .where('id', '=', customerId)
    .returning('loyalty_points')
    .executeTakeFirst();
  return row?.loyalty_points ?? null;
}

export async function setPoints(writer: Writer, customerId: number, points: number): Promise<void> {
  await writer
    .updateTable('customers')
    .set({ loyalty_points: points })
    .where('id', '=', customerId)
    .execute();
}

export async function insertLoyaltyEntry(
  writer: Writer,
  entry: Insertable<LoyaltyEntriesTable>,
): Promise<void> {
  await writer.insertInto('loyalty_entries').values(entry).execute();
}

/** A customer's ledger of points, the newest first. */
export function findLoyaltyEntries(reader: Reader, customerId: number, { perPage, offset }: PagePlace) {
  return reader
    .selectFrom('loyalty_entries as entry')
    .innerJoin('staff', 'staff.id', 'entry.staff_id')
    .selectAll('entry')
    .select('staff.name as staff_name')
    .where('entry.customer_id', '=', customerId)
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(perPage)
    .offset(offset)
    .execute();
}

export function loyaltyEntryIds(reader: Reader, customerId: number) {
  return reader.selectFrom('loyalty_entries').select('id').where('customer_id', '=', customerId);
}
