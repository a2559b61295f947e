import type { Role } from '#domain/permissions.ts';
import type { CustomerGroupSlug } from '#domain/pricing.ts';
import { phoneKey, searchKey } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import type { FilledStore } from './fill-stores.ts';
import { insertRows } from './insert-rows.ts';
import { demoStaff, firstNames, lastNames } from './people.ts';
import type { SeededRandom } from './random.ts';

const CUSTOMERS = 300;

export type FilledCustomer = { id: number; group: CustomerGroupSlug; points: number };
export type FilledPeople = {
  /** Who sells, by store id. */
  sellers: Map<number, number[]>;
  customers: FilledCustomer[];
};

const groups: { slug: CustomerGroupSlug; name: string; discount: number }[] = [
  { slug: 'regular', name: 'Regular', discount: 0 },
  { slug: 'member', name: 'Member', discount: 500 },
  { slug: 'vip', name: 'VIP', discount: 1000 },
  { slug: 'wholesale', name: 'Wholesale', discount: 1500 },
];

type Given = { stores: FilledStore[]; passwordHash: string; random: SeededRandom; now: number };

export async function fillPeople(writer: Writer, given: Given): Promise<FilledPeople> {
  return { sellers: await fillStaff(writer, given), customers: await fillCustomers(writer, given) };
}

async function fillStaff(
  writer: Writer,
  { stores, passwordHash, now }: Given,
): Promise<Map<number, number[]>> {
  const sellers = new Map<number, number[]>();
  const rows = demoStaff.map((person) => ({
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
  return sellers;
}

function groupOf(random: SeededRandom): CustomerGroupSlug {
  const roll = random.next();
  if (roll < 0.6) return 'regular';
  if (roll < 0.87) return 'member';
  return roll < 0.95 ? 'vip' : 'wholesale';
}

async function fillCustomers(writer: Writer, { random, now }: Given): Promise<FilledCustomer[]> {
  const groupIds = new Map(groups.map((group) => [group.slug, writer.nextId()]));
  await insertRows(
    writer,
    'customer_groups',
    groups.map((group) => ({
      id: groupIds.get(group.slug) ?? 0,
      name: group.name,
      slug: group.slug,
      discount_percentage: group.discount,
    })),
  );
  const made = Array.from({ length: CUSTOMERS }, (_, index) => {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
    const phone = `09${random.integer(15, 99)} ${random.integer(100, 999)} ${random.integer(1000, 9999)}`;
    const group = groupOf(random);
    return {
      customer: { id: writer.nextId(), group, points: 0 },
      name,
      phone,
      email: random.chance(0.7) ? `${searchKey(name).replaceAll(' ', '.')}${index}@example.ph` : null,
      created_at: now - random.integer(0, 500) * DAY - random.integer(1, 20) * 1_000_000,
    };
  });
  await insertRows(
    writer,
    'customers',
    made.map(({ customer, name, phone, email, created_at }) => ({
      id: customer.id,
      name,
      name_key: searchKey(name),
      phone,
      phone_key: phoneKey(phone),
      email,
      customer_group_id: groupIds.get(customer.group) ?? null,
      loyalty_points: 0,
      created_at,
    })),
  );
  return made.map(({ customer }) => customer);
}
