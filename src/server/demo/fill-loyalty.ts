import type { Insertable } from 'kysely';
import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';
import type { DemoWorld } from './demo-cart.ts';
import { insertRows } from './insert-rows.ts';

/** A change of a customer's points, with the fields of the ledger. */
export type PointsEvent = {
  customerId: number;
  at: number;
  points: number;
  reason: string;
  transactionId: number | null;
  staffId: number;
};

/** Makes manual points corrections by a manager. */
function byHand({ people, stores, random, now }: DemoWorld): PointsEvent[] {
  const gifts = ['Birthday gift', 'Sorry for the delayed delivery', 'Referred a friend'];
  return Array.from({ length: 24 }, () => {
    const isGift = random.chance(0.7);
    const { id } = random.pick(people.customers.filter((customer) => customer.created_at < now - 61 * DAY));
    return {
      customerId: id,
      at: now - random.integer(1, 60) * DAY,
      points: isGift ? random.pick([50, 100, 200]) : -random.pick([50, 100]),
      reason: isGift ? random.pick(gifts) : 'Redeemed for a phone case',
      transactionId: null,
      staffId: people.managerOf(random.pick(stores).id),
    };
  });
}

/** Writes the ledger in order of time, and every customer's balance from its last row. */
export async function fillLoyalty(
  writer: Writer,
  world: DemoWorld,
  ofSales: readonly PointsEvent[],
): Promise<void> {
  const balances = new Map<number, number>();
  const events = [...ofSales, ...byHand(world)].sort((a, b) => a.at - b.at);
  const entries = events.flatMap((event): Insertable<Tables['loyalty_entries']>[] => {
    const before = balances.get(event.customerId) ?? 0;
    const balance = Math.max(0, before + event.points);
    if (balance === before) return [];
    balances.set(event.customerId, balance);
    return [
      {
        id: writer.nextId(),
        customer_id: event.customerId,
        points: balance - before,
        balance,
        reason: event.reason,
        transaction_id: event.transactionId,
        staff_id: event.staffId,
        created_at: event.at,
      },
    ];
  });
  await insertRows(writer, 'loyalty_entries', entries);
  for (const [customerId, points] of balances) {
    await writer
      .updateTable('customers')
      .set({ loyalty_points: points })
      .where('id', '=', customerId)
      .execute();
  }
}
