import {
  customer,
  type Customer,
  type CustomerChanges,
  type CustomerForm,
  type customers,
} from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import { can } from '#domain/permissions.ts';
import { hasOwnPrices } from '#domain/pricing.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { getStore } from '../stores/stores.public.ts';
import { findChannel } from './channels.repository.ts';
import { findCustomers } from './customer-search.repository.ts';
import { requireCustomer } from './customers.guards.ts';
import { presentCustomer } from './customers.present.ts';
import {
  claimCustomer,
  type ClaimedCustomer,
  insertCustomers,
  markDeleted,
  updateCustomerRow,
} from './customers.repository.ts';
import { findGroup, findGroups } from './groups.repository.ts';

const PAGE_SIZE = 15;

/** Returns one page of matching customers, by name; never deleted ones. */
export async function listCustomers(
  reader: Reader,
  query: RouteInput<typeof customers.list>['query'],
): Promise<RouteOutput<typeof customers.list>> {
  const place = pagePlace(query, PAGE_SIZE);
  const { rows, total } = await findCustomers(reader, query, place);
  return pageAnswer(rows.map(presentCustomer), total, place);
}

type Caller = { storeId: number; now: number };

async function claim(writer: Writer, customerId: number): Promise<ClaimedCustomer> {
  const row = await claimCustomer(writer, customerId);
  if (!row) throw new ApiError('customer_not_found');
  return row;
}

/** Refuses a group or a channel that does not exist with 422 on its field. */
async function refuseUnknown(reader: Reader, form: Partial<CustomerForm>): Promise<void> {
  const { customer_group_id, signup_channel_id } = form;
  if (customer_group_id && !(await findGroup(reader, customer_group_id))) {
    throw fieldError('customer_group_id', 'This customer group does not exist');
  }
  if (signup_channel_id && !(await findChannel(reader, signup_channel_id))) {
    throw fieldError('signup_channel_id', 'This signup channel does not exist');
  }
}

/** Refuses what the contract cannot check: birthdays in the store's future, unknown groups and channels. */
async function refuseWrong(reader: Reader, form: Partial<CustomerForm>, caller: Caller): Promise<void> {
  const zones = zonesOf(await getStore(reader, caller.storeId));
  if (form.birthday && form.birthday > storeDate(caller.now, zones)) {
    throw fieldError('birthday', 'Birthday cannot be in the future');
  }
  await refuseUnknown(reader, form);
}

/** Returns the group that a store gives to customers without one; null if it names none. */
export async function defaultGroup(reader: Reader, storeId: number): Promise<number | null> {
  const { settings } = await getStore(reader, storeId);
  const groups = settings ? await findGroups(reader) : [];
  return groups.find((group) => group.slug === settings?.default_customer_group)?.id ?? null;
}

/** Refuses a group with prices of its own to callers who may not change customers. */
async function refuseOwnPrices(reader: Reader, groupId: number, { staff }: Session): Promise<void> {
  if (can(staff, 'customers.edit')) return;
  const group = await findGroup(reader, groupId);
  if (!group || !hasOwnPrices(group.slug)) return;
  const message = `${group.name} has prices of its own: only somebody who may change customers may choose it`;
  throw fieldError('customer_group_id', message);
}

/**
 * Makes a customer, in the store's default group unless the form gives one or null; 422 for an invalid form, and for
 * another group with prices of its own without `customers.edit`.
 */
export async function createCustomer(
  writer: Writer,
  form: CustomerForm,
  caller: Caller & { session: Session },
): Promise<Customer> {
  await refuseWrong(writer, form, caller);
  const id = writer.nextId();
  const [named, standard] = [form.customer_group_id, await defaultGroup(writer, caller.storeId)];
  if (named && named !== standard) await refuseOwnPrices(writer, named, caller.session);
  const customer_group_id = named === undefined ? standard : named;
  const made = { ...form, id, customer_group_id, loyalty_points: 0, created_at: caller.now };
  await insertCustomers(writer, [insertedColumns('customers', made)]);
  return requireCustomer(writer, id);
}

/**
 * Changes the given fields; null clears. With `known`, a three-way merge: fields that the caller left as known stay as
 * others saved them. 404 `customer_not_found`, 409 `customer_changed` with the fields that both sides changed, 422 for
 * an invalid form.
 */
export async function updateCustomer(
  writer: Writer,
  customerId: number,
  { known = {}, ...changes }: CustomerChanges,
  { noteChange, ...caller }: Caller & { noteChange: NoteChange },
): Promise<Customer> {
  const row = await claim(writer, customerId);
  const before = await requireCustomer(writer, customerId);
  const merged = threeWayMerge(changes, known, before, { code: 'customer_changed' });
  await refuseWrong(writer, merged, caller);
  await updateCustomerRow(writer, row, merged);
  const after = await requireCustomer(writer, customerId);
  noteChange(customer, before, after);
  return after;
}

/** Hides a customer from every list and search; sales and drafts that name them keep them. 404 `customer_not_found`. */
export async function deleteCustomer(
  writer: Writer,
  customerId: number,
  now: number,
): Promise<{ name: string }> {
  const row = await claim(writer, customerId);
  await markDeleted(writer, row, now);
  return { name: row.name };
}
