import { ApiError, fieldError } from '#contract/errors.ts';
import type { Customer, CustomerForm } from '#contract/customers.ts';
import { storeDate } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { getStore } from '../stores/stores.usecases.ts';
import {
  findChannels,
  findGroups,
  insertCustomers,
  markDeleted,
  updateCustomerRow,
  type CustomerChanges,
} from './customers.repository.ts';
import { requireCustomer } from './customers.usecases.ts';

type Caller = { storeId: number; now: number };

const lists = {
  customer_group_id: { find: findGroups, missing: 'This customer group does not exist' },
  signup_channel_id: { find: findChannels, missing: 'This signup channel does not exist' },
};

/** 422 for a group or a channel that is not there, on its field. */
async function refuseUnknown(reader: Reader, form: Partial<CustomerForm>): Promise<void> {
  for (const field of ['customer_group_id', 'signup_channel_id'] as const) {
    const id = form[field] ?? null;
    const { find, missing } = lists[field];
    if (id !== null && !(await find(reader)).some((row) => row.id === id)) throw fieldError(field, missing);
  }
}

/** What the contract cannot know: the store's calendar, and which groups and channels there are. */
async function refuseWrong(reader: Reader, form: Partial<CustomerForm>, caller: Caller): Promise<void> {
  const { timezone } = await getStore(reader, caller.storeId);
  if (form.birthday && form.birthday > storeDate(caller.now, timezone)) {
    throw fieldError('birthday', 'Birthday cannot be in the future');
  }
  await refuseUnknown(reader, form);
}

/** The columns that a form fills: only those it names, null for what is empty. */
function columnsOf(form: Partial<CustomerForm>): CustomerChanges {
  const { email, ...others } = form;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  return {
    ...(email === undefined ? {} : { email: email?.toLowerCase() ?? null }),
    ...Object.fromEntries(given.map(([key, value]) => [key, value === '' ? null : value])),
  };
}

/** The group that a store gives to customers who come without one; null where it names none. */
async function defaultGroup(reader: Reader, storeId: number): Promise<number | null> {
  const { settings } = await getStore(reader, storeId);
  const groups = settings ? await findGroups(reader) : [];
  return groups.find((group) => group.slug === settings?.default_customer_group)?.id ?? null;
}

/** Makes a customer, in the store's default group unless another is named; 422 for what the form gets wrong. */
export async function createCustomer(writer: Writer, form: CustomerForm, caller: Caller): Promise<Customer> {
  await refuseWrong(writer, form, caller);
  const { name, phone } = form;
  const id = writer.nextId();
  const customer = {
    id,
    loyalty_points: 0,
    created_at: caller.now,
    ...columnsOf(form),
    ...{ name, phone },
    customer_group_id: form.customer_group_id ?? (await defaultGroup(writer, caller.storeId)),
  };
  await insertCustomers(writer, [customer]);
  return requireCustomer(writer, id);
}

/** Changes the fields that are named; null clears. 404 `customer_not_found`, 422 for what the form gets wrong. */
export async function updateCustomer(
  writer: Writer,
  customerId: number,
  form: Partial<CustomerForm>,
  caller: Caller,
): Promise<Customer> {
  await requireCustomer(writer, customerId);
  await refuseWrong(writer, form, caller);
  const isThere = await updateCustomerRow(writer, customerId, columnsOf(form));
  if (!isThere) throw new ApiError('customer_not_found');
  return requireCustomer(writer, customerId);
}

/** Hides a customer from every list and search; the sales and drafts that name them keep them. 404 `customer_not_found`. */
export async function deleteCustomer(writer: Writer, customerId: number, now: number): Promise<void> {
  if (!(await markDeleted(writer, customerId, now))) throw new ApiError('customer_not_found');
}
