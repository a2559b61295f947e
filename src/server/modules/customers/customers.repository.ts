import type { Insertable } from 'kysely';
import type { CustomerForm } from '#contract/customers.ts';
import { customerWords, phoneKey, type SearchedCustomer, searchKey } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { insertWords, replaceWords, searchText } from '../../db/search-words.ts';
import type { Tables } from '../../db/tables.ts';

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

export const findCustomer = compiledRow((reader: Reader, customerId: number) =>
  selectCustomers(reader).where('customers.id', '=', customerId),
);

/** Finds the customers with these ids, in this order. */
export async function customersOf(reader: Reader, ids: readonly number[]): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectCustomers(reader).where('customers.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a customer's search columns, which are always written with the fields they come from. */
function keysOf({ name, phone, email }: { name: string; phone: string; email?: string | null }) {
  const keys: SearchedCustomer = {
    name_key: searchKey(name),
    phone_key: phoneKey(phone),
    email: email ?? null,
  };
  return { ...keys, search_text: searchText(customerWords(keys)) };
}

type Keys = 'name_key' | 'phone_key' | 'search_text';
export type NewCustomer = Omit<Insertable<Tables['customers']>, Keys>;

/** Rows of one insert, below every engine's limit of bound values. */
const CUSTOMERS_AT_ONCE = 200;

/** Inserts customers with their search words; deleted ones get none. */
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

/** Takes a customer's row, so that concurrent changes wait for each other; undefined if they are deleted. */
export const claimCustomer = (writer: Writer, customerId: number) =>
  writer
    .updateTable('customers')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name', 'phone', 'email', 'search_text'])
    .executeTakeFirst();

/** A customer's row that is held until the transaction ends. */
export type ClaimedCustomer = NonNullable<Awaited<ReturnType<typeof claimCustomer>>>;

/** Changes some columns of a claimed customer, and the search words that follow from them. */
export async function updateCustomerRow(
  writer: Writer,
  before: ClaimedCustomer,
  changes: Partial<CustomerForm>,
): Promise<void> {
  const columns = updatedColumns('customers', changes);
  const keys = keysOf({ ...before, ...columns });
  await writer
    .updateTable('customers')
    .set({ ...columns, ...keys })
    .where('id', '=', before.id)
    .execute();
  const texts = { before: before.search_text, after: keys.search_text };
  await replaceWords(writer, 'customer', before.id, texts);
}

/** Returns some customers with the sales and drafts that they have, and the number of changes of their points. */
export const findBeginnings = (reader: Reader, customerIds: readonly number[]) =>
  reader
    .selectFrom('customers')
    .selectAll('customers')
    .select(({ exists, selectFrom, fn }) => {
      const salesOf = () =>
        selectFrom('transactions').select('id').whereRef('transactions.customer_id', '=', 'customers.id');
      return [
        exists(salesOf().where('status', '<>', 'draft')).as('has_sales'),
        exists(salesOf().where('status', '=', 'draft').where('deleted_at', 'is', null)).as('has_draft'),
        exists(salesOf().where('status', '=', 'draft').where('deleted_at', 'is not', null)).as('had_draft'),
        selectFrom('loyalty_entries')
          .select(fn.countAll<number>().as('entries'))
          .whereRef('loyalty_entries.customer_id', '=', 'customers.id')
          .as('entries'),
      ];
    })
    .where('customers.id', 'in', customerIds.length ? customerIds : [0])
    .execute();
export type Beginning = Awaited<ReturnType<typeof findBeginnings>>[number];

/** Marks a claimed customer as deleted and removes their search words. */
export async function markDeleted(writer: Writer, before: ClaimedCustomer, now: number): Promise<void> {
  await writer.updateTable('customers').set({ deleted_at: now }).where('id', '=', before.id).execute();
  await replaceWords(writer, 'customer', before.id, { before: before.search_text, after: '' });
}

/** The column of a group or a channel. */
type Membership = 'customer_group_id' | 'signup_channel_id';

/** True if a customer who is not deleted belongs to a group or a channel. */
export async function hasMembers(reader: Reader, column: Membership, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom('customers')
    .select('id')
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes deleted customers out of a group or a channel that is deleted: nobody could give them another. */
export async function leaveBehind(writer: Writer, column: Membership, id: number): Promise<void> {
  await writer
    .updateTable('customers')
    .set({ [column]: null })
    .where(column, '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
}
