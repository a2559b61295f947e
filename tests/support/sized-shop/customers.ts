import type { CustomerGroupSlug } from '#domain/pricing.ts';
import { customerWords, phoneKey, searchKey } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Ids } from '#server/demo/demo-cart.ts';
import { detailsOf } from '#server/demo/customer-details.ts';
import type { FilledCustomer } from '#server/demo/fill-people.ts';
import shop from '#server/demo/shop.json' with { type: 'json' };
import type { SeededRandom } from '#server/demo/random.ts';
import type { BulkWriter } from './bulk-writer.ts';

export type SizedCustomer = FilledCustomer & {
  name: string;
  phone: string;
  email: string | null;
  channel: number | null;
  groupId: number;
  details: ReturnType<typeof detailsOf>;
};

type Lists = { groups: readonly { id: number; slug: string }[]; channels: readonly { id: number }[] };

/** Common names come much more often than the others, as in life. */
const COMMON = ['Maria', 'Maria', 'Maria', 'Jose', 'Jose', 'Juan', 'Mark'];
const COMMON_LAST = ['Santos', 'Santos', 'Reyes', 'Cruz', 'Garcia'];
const COMMON_SHARE = 0.3;

function groupOf(random: SeededRandom): CustomerGroupSlug {
  const roll = random.next();
  if (roll < 0.7) return 'regular';
  if (roll < 0.95) return 'member';
  return roll < 0.99 ? 'vip' : 'wholesale';
}

/** Makes customers in the order of their sign-up, over `days`: two of five existed before. */
export function makeCustomers(
  ids: Ids,
  { groups, channels }: Lists,
  { count, days, random, now }: { count: number; days: number; random: SeededRandom; now: number },
): SizedCustomer[] {
  const groupIds = new Map(groups.map(({ id, slug }) => [slug, id]));
  return Array.from({ length: count }, (_, no) => {
    const first = random.chance(COMMON_SHARE) ? random.pick(COMMON) : random.pick(shop.firstNames);
    const last = random.chance(COMMON_SHARE) ? random.pick(COMMON_LAST) : random.pick(shop.lastNames);
    const name = `${first} ${last}`;
    const group = groupOf(random);
    const age = no / count < 0.4 ? days + 1 : ((1 - no / count) / 0.6) * days;
    const digits = String((no * 7919) % 10_000_000).padStart(7, '0');
    const operator = 915 + (no % 80);
    return {
      id: ids.nextId(),
      name,
      group,
      groupId: groupIds.get(group) ?? 0,
      phone: `0${operator} ${digits.slice(0, 3)} ${digits.slice(3)}`,
      email: random.chance(0.7) ? `${searchKey(name).replaceAll(' ', '.')}${no}@example.ph` : null,
      channel: random.chance(0.85) ? random.pick(channels).id : null,
      created_at: Math.floor(now - age * DAY) - 1,
      details: detailsOf(random),
    };
  });
}

/** A customer's purchases, and the points earned by them. */
export type Bought = { spent: number; sales: number; last: number | null; points: number };

/** Inserts customers with their purchases and search words. */
export async function writeCustomers(
  writer: BulkWriter,
  customers: readonly SizedCustomer[],
  boughtBy: (customerId: number) => Bought,
): Promise<void> {
  for (const { id, name, phone, email, groupId, channel, created_at, details } of customers) {
    const keys = { name_key: searchKey(name), phone_key: phoneKey(phone), email };
    const words = customerWords(keys);
    const bought = boughtBy(id);
    await writer.insert('customers', [
      {
        ...keys,
        ...details,
        id,
        name,
        phone,
        customer_group_id: groupId,
        signup_channel_id: channel,
        created_at,
        deleted_at: null,
        loyalty_points: bought.points,
        total_spent: bought.spent,
        total_transactions: bought.sales,
        last_transaction_at: bought.last,
        search_text: ` ${words.join(' ')}`,
      },
    ]);
    await writer.insert(
      'search_words',
      words.map((word) => ({ kind: 'customer', word, subject_id: id })),
    );
  }
}
