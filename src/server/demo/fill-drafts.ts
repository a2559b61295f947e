import type { Insertable } from 'kysely';
import { draftNumber } from '#domain/transactions.ts';
import { DAY } from '#domain/store-time.ts';
import type { Tables } from '../db/tables.ts';
import { fillCart, nothingYet, type DemoWorld, type Ids } from './demo-cart.ts';
import type { FilledCustomer } from './fill-people.ts';
import type { FilledStore } from './fill-stores.ts';

const MINUTE = 60_000;

export type DemoDraft = {
  row: Tables['transactions'];
  lines: Tables['transaction_items'][];
  units: Insertable<Tables['inventory_items']>[];
};

/** The ages of parked drafts, and their notes. */
const held = [
  { minutesAgo: 1560, notes: 'Comes back with the card tomorrow' },
  { minutesAgo: 205, notes: null },
  { minutesAgo: 48, notes: 'Asks at home for the colour' },
  { minutesAgo: 12, notes: null },
];

/** Makes parked drafts: their units are on the shelf and unlocked. The last one is a walk-in's. */
export function makeDrafts(
  ids: Ids,
  world: DemoWorld,
  { store, after }: { store: FilledStore; after: number },
): DemoDraft[] {
  const { random, people, now } = world;
  const taken = new Set<number>();
  const pickOther = (): FilledCustomer => {
    for (;;) {
      const customer = random.pick(people.customers);
      if (customer.created_at < now - 2 * DAY && !taken.has(customer.id)) return customer;
    }
  };
  return held.map(({ minutesAgo, notes }, index) => {
    const customer = index === held.length - 1 ? null : pickOther();
    if (customer) taken.add(customer.id);
    const id = ids.nextId();
    const at = now - minutesAgo * MINUTE;
    const staffId = random.pick(people.sellers.get(store.id) ?? [people.managerOf(store.id)]);
    const arrivedAt = at - 20 * DAY;
    const cart = fillCart(ids, world, { id, store, customer, status: 'available', arrivedAt });
    const row: Tables['transactions'] = {
      ...nothingYet,
      ...cart.figures,
      id,
      store_id: store.id,
      staff_id: staffId,
      customer_id: customer?.id ?? null,
      status: 'draft',
      version: cart.lines.length,
      claim_no: 0,
      draft_number: draftNumber(store.code, after + index + 1),
      notes,
      created_at: at - 4 * MINUTE,
      created_by_id: staffId,
      updated_at: at,
      dated_at: at - 4 * MINUTE,
    };
    return { row, lines: cart.lines, units: cart.units };
  });
}
