import { addDays } from '#domain/calendar-dates.ts';
import { numbersText } from '#domain/search-key.ts';
import { DAY, startOfDate, storeDate } from '#domain/store-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import type { DemoWorld, Ids } from '#server/demo/demo-cart.ts';
import { isSeenLater } from '#server/demo/demo-payments.ts';
import { makeSale, settled, type DemoSale } from '#server/demo/demo-sale.ts';
import { makeDrafts, type DemoDraft } from '#server/demo/fill-drafts.ts';
import type { PointsEvent } from '#server/demo/fill-loyalty.ts';
import type { FilledCustomer } from '#server/demo/fill-people.ts';
import type { FilledStore } from '#server/demo/fill-stores.ts';
import type { SeededRandom } from '#server/demo/random.ts';
import { failed, refunded, voided, waiting } from '#server/demo/sale-endings.ts';
import type { BulkWriter } from './bulk-writer.ts';
import type { Bought } from './customers.ts';
import { writeUnits } from './goods.ts';

const HOUR = 3_600_000;
const OPENS = 9;
const OPEN_HOURS = 11.5;
/** The units of successive sales: 10 in 6 sales. */
const UNITS = [1, 1, 2, 1, 3, 2];
/** The last sales of a store, of which some are not paid yet: the number of pending ones does not grow with the shop. */
const LAST_ONES = 100;
/** Drafts of a store, in units of four. */
const DRAFTS = 12;

export type SalesWorld = DemoWorld & { ids: Ids; days: number };

/** Returns the instants of one day's sales: busier toward the evening, and none after now. */
function timesOf(midnight: number, count: number, { random, now }: { random: SeededRandom; now: number }) {
  const opens = midnight + OPENS * HOUR;
  const open = Math.min(OPEN_HOURS * HOUR, now - 1 - opens);
  return Array.from({ length: count }, () => Math.floor(opens + Math.sqrt(random.next()) * open)).sort(
    (a, b) => a - b,
  );
}

/** Returns a sale with its outcome: unchanged for most, for some one as in the demo shop. */
function ended(sale: DemoSale, isLast: boolean, world: SalesWorld): DemoSale {
  const { random, now } = world;
  const age = (now - sale.row.dated_at) / DAY;
  const isUnseen = sale.payments.some(isSeenLater);
  if (isLast) return isUnseen ? waiting(sale, storeDate(now + DAY, DEFAULT_TIME_ZONE)) : sale;
  const roll = random.next();
  if (age < 7 || roll > 0.035) return sale;
  if (roll < 0.01) return settled(voided(sale, { world, ids: world.ids }));
  if (roll < 0.03)
    return settled(refunded(sale, { world, ids: world.ids }, roll < 0.02 || sale.lines.length === 1));
  return isUnseen ? settled(failed(sale, { world, ids: world.ids })) : sale;
}

/** Collects the customers' purchases, to be written at the end. */
export class CustomerBooks {
  readonly #bought = new Map<number, Bought>();
  readonly #events: PointsEvent[] = [];

  of(customerId: number): Bought {
    return this.#bought.get(customerId) ?? { spent: 0, sales: 0, last: null, points: 0 };
  }

  all(): ReadonlyMap<number, Bought> {
    return this.#bought;
  }

  note({ row, points }: DemoSale): void {
    this.#events.push(...points);
    if (row.customer_id === null || row.status === 'void') return;
    const { spent, sales, last, points: balance } = this.of(row.customer_id);
    this.#bought.set(row.customer_id, {
      spent: spent + row.total_amount - row.refunded_amount,
      sales: sales + 1,
      last: Math.max(last ?? 0, row.completed_at ?? 0),
      points: balance,
    });
  }

  /** Writes the ledger in order of time. */
  async write(writer: BulkWriter, ids: Ids): Promise<void> {
    const events = this.#events.toSorted((a, b) => a.at - b.at);
    for (const { customerId, at, points, reason, transactionId, staffId } of events) {
      const bought = this.of(customerId);
      const balance = Math.max(0, bought.points + points);
      if (balance === bought.points) continue;
      this.#bought.set(customerId, { ...bought, points: balance });
      await writer.insert('loyalty_entries', [
        {
          id: ids.nextId(),
          customer_id: customerId,
          points: balance - bought.points,
          balance,
          reason,
          transaction_id: transactionId,
          staff_id: staffId,
          created_at: at,
        },
      ]);
    }
  }
}

async function writeCart(writer: BulkWriter, { row, lines, units }: DemoSale | DemoDraft) {
  await writeUnits(writer, units);
  await writer.insert('transactions', [row]);
  const code_text = numbersText([row.draft_number, row.invoice_number ?? null]);
  const table = row.status === 'draft' ? 'draft_codes' : 'transaction_codes';
  await writer.insert(table, [{ rowid: row.id, code_text }]);
  await writer.insert('transaction_items', lines);
}

/** Returns the audit events that a sale's own page reads. */
const auditEventsOf = ({ row, refund }: DemoSale) => [
  { at: row.completed_at, staff_id: row.staff_id, action: 'transactions.complete', reason: null },
  ...(row.voided_at === null
    ? []
    : [
        {
          at: row.voided_at,
          staff_id: row.voided_by_id,
          action: 'transactions.void',
          reason: row.void_reason,
        },
      ]),
  ...(refund
    ? [
        {
          at: refund.row.created_at,
          staff_id: refund.row.refunded_by_id,
          action: 'transactions.refund',
          reason: refund.row.reason,
        },
      ]
    : []),
];

async function writeSale(writer: BulkWriter, sale: DemoSale, ids: Ids): Promise<void> {
  await writeCart(writer, sale);
  const { row, payments, refund } = sale;
  await writer.insert('payments', payments);
  const events = auditEventsOf(sale).map(({ reason, ...event }) => ({
    id: ids.nextId(),
    ...event,
    session_id: null,
    store_id: row.store_id,
    subject_id: row.id,
    details_json: reason === null ? null : JSON.stringify({ reason }),
  }));
  await writer.insert('audit_log', events);
  if (!refund) return;
  await writer.insert('refunds', [refund.row]);
  await writer.insert('refund_items', refund.items);
  const { id: refund_id } = refund.row;
  const payouts = refund.payouts.map(({ method, amount }) => ({
    id: ids.nextId(),
    refund_id,
    method,
    amount,
    reference_number: null,
  }));
  await writer.insert('refund_payouts', payouts);
}

async function writeDrafts(writer: BulkWriter, world: SalesWorld, store: FilledStore, after: number) {
  const { customers } = world.people;
  const share = Math.floor(customers.length / DRAFTS);
  let made = 0;
  for (let part = 0; part < DRAFTS; part += 1) {
    // No customer has two drafts.
    const own = [...new Set(customers.slice(part * share, (part + 1) * share))];
    const people = { ...world.people, customers: own };
    const drafts = makeDrafts(world.ids, { ...world, people }, { store, after: after + made });
    for (const draft of drafts) await writeCart(writer, draft);
    made += drafts.length;
  }
  return after + made;
}

/** Fills this many sales in all stores together, evenly over the days up to now, and the parked drafts of each. */
export async function fillSales(writer: BulkWriter, world: SalesWorld, count: number, books: CustomerBooks) {
  const { ids, days, now } = world;
  const shops = world.stores.filter(({ warehouse }) => !warehouse);
  const today = storeDate(now, DEFAULT_TIME_ZONE);
  const before = (list: readonly FilledCustomer[], instant: number) => {
    const end = list.findIndex(({ created_at }) => created_at >= instant);
    return list.slice(0, end < 0 ? list.length : end);
  };
  const last = Math.floor(count / shops.length);
  const numbers = new Map(shops.map(({ id }) => [id, 0]));
  let made = 0;
  for (let day = 1; day <= days; day += 1) {
    const midnight = startOfDate(addDays(today, day - days), DEFAULT_TIME_ZONE);
    const people = { ...world.people, customers: before(world.people.customers, midnight) };
    const until = Math.floor((last * day) / days);
    for (const store of shops) {
      const since = numbers.get(store.id) ?? 0;
      const times = timesOf(midnight, until - since, world);
      numbers.set(store.id, until);
      for (const [index, at] of times.entries()) {
        const no = since + index + 1;
        const units = UNITS[made % UNITS.length];
        made += 1;
        const plain = makeSale(ids, { ...world, people }, { store, no, at, count: units });
        const sale = ended(plain, no > last - LAST_ONES, world);
        books.note(sale);
        await writeSale(writer, sale, ids);
      }
    }
  }
  for (const store of shops) {
    const drafts = await writeDrafts(writer, world, store, last);
    await writer.insert('number_series', [
      { store_id: store.id, kind: 'draft', last_no: drafts },
      { store_id: store.id, kind: 'invoice', last_no: last },
    ]);
  }
}
