import type { Role } from '#domain/roles.ts';
import type { CustomerGroupSlug } from '#domain/pricing.ts';
import { searchKey } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import { fillFirstLists, insertCustomers } from '../modules/customers/customers.public.ts';
import { detailsOf } from './customer-details.ts';
import type { FilledStore } from './fill-stores.ts';
import { insertRows } from './insert-rows.ts';
import shop from './shop.json' with { type: 'json' };
import { seededRandom, type SeededRandom } from './random.ts';

const CUSTOMERS = 300;

/** The seed of customers' details, apart from the rest, so that changes to them leave the shop the same. */
const DETAILS_SEED = 1117;

export type FilledCustomer = { id: number; group: CustomerGroupSlug; created_at: number };
export type FilledPeople = {
  /** The sellers by store id. */
  sellers: Map<number, number[]>;
  /** The person who refunds sales and reviews payments: a store's manager, or the admin. */
  managerOf: (storeId: number) => number;
  customers: FilledCustomer[];
};

type FillInput = {
  stores: FilledStore[];
  passwordHash: string;
  pinHash: string;
  random: SeededRandom;
  now: number;
};

export async function fillPeople(writer: Writer, input: FillInput): Promise<FilledPeople> {
  return { ...(await fillStaff(writer, input)), customers: await fillCustomers(writer, input) };
}

async function fillStaff(
  writer: Writer,
  { stores, passwordHash, pinHash, now }: FillInput,
): Promise<Pick<FilledPeople, 'sellers' | 'managerOf'>> {
  const sellers = new Map<number, number[]>();
  const rows = shop.staff.map((person) => ({
    id: writer.nextId(),
    name: person.name,
    name_key: searchKey(person.name),
    email: person.email,
    password_hash: passwordHash,
    role: person.role as Role,
    primary_store_id: stores.find((store) => store.code === person.store)?.id ?? null,
    is_active: 1 as const,
    must_change_password: 0 as const,
    created_at: now - 400 * DAY,
  }));
  await insertRows(writer, 'staff', rows);
  const assigned = rows.filter((row) => row.primary_store_id !== null);
  await insertRows(
    writer,
    'staff_stores',
    assigned.map((row) => ({ staff_id: row.id, store_id: row.primary_store_id ?? 0 })),
  );
  for (const row of assigned) {
    if (row.role !== 'salesperson' && row.role !== 'store_manager') continue;
    const storeId = row.primary_store_id ?? 0;
    sellers.set(storeId, [...(sellers.get(storeId) ?? []), row.id]);
  }
  // Gives the store managers PINs, so that the demo's sellers can get approvals.
  const pins = rows.filter((row) => row.role === 'store_manager');
  await insertRows(
    writer,
    'staff_pins',
    pins.map(({ id, created_at }) => ({ staff_id: id, pin_hash: pinHash, changed_at: created_at })),
  );
  const admin = rows.find((row) => row.role === 'admin')?.id ?? 0;
  const managers = new Map(
    assigned.filter((row) => row.role === 'store_manager').map((row) => [row.primary_store_id, row.id]),
  );
  return { sellers, managerOf: (storeId) => managers.get(storeId) ?? admin };
}

function groupOf(random: SeededRandom): CustomerGroupSlug {
  const roll = random.next();
  if (roll < 0.6) return 'regular';
  if (roll < 0.87) return 'member';
  return roll < 0.95 ? 'vip' : 'wholesale';
}

async function fillCustomers(writer: Writer, { random, now }: FillInput): Promise<FilledCustomer[]> {
  const { groups, channels } = await fillFirstLists(writer);
  const groupIds = new Map(groups.map((group) => [group.slug, group.id]));
  const details = seededRandom(DETAILS_SEED);
  const made = Array.from({ length: CUSTOMERS }, (_, index) => {
    const name = `${random.pick(shop.firstNames)} ${random.pick(shop.lastNames)}`;
    const phone = `09${random.integer(15, 99)} ${random.integer(100, 999)} ${random.integer(1000, 9999)}`;
    const group = groupOf(random);
    const email = random.chance(0.7) ? `${searchKey(name).replaceAll(' ', '.')}${index}@example.ph` : null;
    const created_at = now - random.integer(0, 500) * DAY - random.integer(1, 20) * 1_000_000;
    const channel = details.chance(0.85) ? details.pick(channels).id : null;
    return { id: writer.nextId(), name, phone, group, email, created_at, channel, ...detailsOf(details) };
  });
  await insertCustomers(
    writer,
    made.map(({ group, channel, ...customer }) => ({
      ...customer,
      customer_group_id: groupIds.get(group) ?? null,
      signup_channel_id: channel,
      loyalty_points: 0,
    })),
  );
  return made.map(({ id, group, created_at }) => ({ id, group, created_at }));
}
