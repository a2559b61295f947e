import type { Insertable } from 'kysely';
import { changeDue } from '#domain/payments.ts';
import { balanceDue, type Payout } from '#domain/refunds.ts';
import { pointsEarned } from '#domain/totals.ts';
import { draftNumber, invoiceNumber } from '#domain/transactions.ts';
import { DAY } from '#domain/store-time.ts';
import type { Tables } from '../db/tables.ts';
import { fillCart, nothingYet, pickCustomer, type DemoWorld, type Ids } from './demo-cart.ts';
import { paySale } from './demo-payments.ts';
import type { PointsEvent } from './fill-loyalty.ts';
import type { FilledStore } from './fill-stores.ts';

/** A sale of the demo shop with all its rows, before it is inserted. */
export type DemoSale = {
  row: Tables['transactions'];
  lines: Tables['transaction_items'][];
  units: Insertable<Tables['inventory_items']>[];
  payments: Tables['payments'][];
  points: PointsEvent[];
  refund: { row: Tables['refunds']; items: Tables['refund_items'][]; payouts: Payout[] } | null;
};

/** Makes a completed sale of units that were in stock then, paid in full. */
export function makeSale(
  ids: Ids,
  world: DemoWorld,
  { store, no, at, count }: { store: FilledStore; no: number; at: number; count?: number },
): DemoSale {
  const { random, people } = world;
  const id = ids.nextId();
  const staffId = random.pick(people.sellers.get(store.id) ?? [people.managerOf(store.id)]);
  const customer = pickCustomer(world, at);
  const arrivedAt = at - 20 * DAY;
  const cart = fillCart(ids, world, { id, store, customer, status: 'sold', arrivedAt, count });
  const total = cart.figures.total_amount;
  const managerId = people.managerOf(store.id);
  const payments = paySale(ids, random, { id, staffId, managerId, at, now: world.now, total });
  const points = customer ? pointsEarned(cart.totals) : 0;
  const invoice = invoiceNumber(store.code, no);
  const row: Tables['transactions'] = {
    ...nothingYet,
    ...cart.figures,
    id,
    store_id: store.id,
    staff_id: staffId,
    customer_id: customer?.id ?? null,
    status: 'completed',
    version: 1,
    claim_no: 1,
    draft_number: draftNumber(store.code, no),
    invoice_no: no,
    invoice_number: invoice,
    change_due: changeDue(total, payments),
    points_earned: points,
    created_at: at - 3 * 60_000,
    created_by_id: staffId,
    updated_at: at,
    dated_at: at,
    completed_at: at,
    completed_by_id: staffId,
  };
  const earned = { at, points, reason: `Sale ${invoice}`, transactionId: id, staffId };
  return {
    row,
    lines: cart.lines,
    units: cart.units,
    payments,
    points: customer ? [{ customerId: customer.id, ...earned }] : [],
    refund: null,
  };
}

/** Returns the sale with its remaining balance, which the server computes after every change. */
export function settled(sale: DemoSale): DemoSale {
  const { row, lines, payments } = sale;
  const returned = new Set(lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index])));
  const input = { change: row.change_due, returned, refunded: row.refunded_amount };
  const balance_due = row.status === 'completed' ? balanceDue({ ...row, lines }, payments, input) : 0;
  return { ...sale, row: { ...row, balance_due } };
}
