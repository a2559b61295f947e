import type { Insertable } from 'kysely';
import { orderNumber, orderStatus, orderTotals } from '#domain/purchase-orders.ts';
import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';
import {
  insertItems,
  insertOrder,
  noteOrderEvent,
} from '../modules/purchase-orders/purchase-orders.public.ts';
import type { FilledVariation } from './fill-catalogue.ts';
import type { FilledStore } from './fill-stores.ts';
import type { SupplierOf } from './fill-suppliers.ts';
import { insertRows } from './insert-rows.ts';

type FillInput = {
  stores: FilledStore[];
  managerOf: (storeId: number) => number;
  variations: FilledVariation[];
  supplierOf: SupplierOf;
  now: number;
};

/** The progress of an order, newest first. */
type Fate = 'pending' | 'partial' | 'complete' | 'closed' | 'cancelled';
const FATES: readonly Fate[] = [
  ...Array.from({ length: 6 }, () => 'pending' as const),
  'cancelled',
  ...Array.from({ length: 5 }, () => 'partial' as const),
  'closed',
  ...Array.from({ length: 11 }, () => 'complete' as const),
  'cancelled',
];
const DAYS_APART = 4;
const HOUR = DAY / 24;
/** The store of most orders; the others have some in turn. */
const MAIN = 'MNL-01';
const OTHERS_EVERY = 5;
const NOTES = ['Deliver before noon, at the back door.', 'By Friday, for the payday sale.'];

const whyEnded = {
  closed: 'The supplier has no more of them',
  cancelled: 'Found cheaper elsewhere',
} as const;

/** Returns how much of a row was received. */
function receivedOf(fate: Fate, ordered: number, place: number): number {
  if (fate === 'complete') return ordered;
  if (fate === 'pending' || fate === 'cancelled') return 0;
  return place % 3 === 0 ? ordered : place % 3 === 1 ? Math.floor(ordered / 2) : 0;
}

type Ordered = { no: number; code: string; storeId: number; fate: Fate; createdAt: number; place: number };

async function fillOrder(
  writer: Writer,
  { no, code, storeId, fate, createdAt, place }: Ordered,
  supplier: { id: number; name: string; code: string },
  { managerOf, variations, supplierOf }: FillInput,
): Promise<void> {
  const id = writer.nextId();
  const by_id = managerOf(storeId);
  const goods = variations.filter(({ manufacturer }) => supplierOf(manufacturer) === supplier.id);
  const count = Math.min(goods.length, 2 + (place % 5));
  const chosen = goods
    .map((_, at) => goods[(place * 7 + at * 13) % goods.length])
    .filter((one) => one !== undefined);
  const items = [...new Set(chosen)].slice(0, count).map((variation, position) => {
    const quantity_ordered = 2 + ((place * 3 + position * 5) % 19);
    const quantity_received = receivedOf(fate, quantity_ordered, position);
    const isOpen = fate === 'pending' || fate === 'partial';
    return {
      id: writer.nextId(),
      supplier_transaction_id: id,
      position,
      product_variation_id: variation.id,
      quantity_ordered,
      quantity_received,
      remaining_quantity: isOpen ? quantity_ordered - quantity_received : 0,
      unit_cost: variation.cost,
    };
  });
  const totals = orderTotals(items);
  const { total_quantity_ordered: ordered, total_quantity_received: received } = totals;
  const ending = fate === 'closed' || fate === 'cancelled' ? fate : null;
  const endedAt = createdAt + 3 * DAY;
  await insertOrder(
    writer,
    {
      id,
      transaction_number: orderNumber(code, no),
      store_id: storeId,
      supplier_id: supplier.id,
      status: ending ? 'complete' : orderStatus(received, ordered),
      claim_no: 0,
      notes: place % 6 === 0 ? (NOTES[(place / 6) % NOTES.length] ?? null) : null,
      ...totals,
      qr_codes_count: 0,
      created_at: createdAt,
      created_by_id: by_id,
      ...(ending ? { closed_at: endedAt, closed_by_id: by_id, close_reason: whyEnded[ending] } : {}),
    },
    supplier,
  );
  await insertItems(writer, items);
  type Noted = Pick<Insertable<Tables['purchase_order_events']>, 'at' | 'kind' | 'quantity' | 'reason'>;
  const events: Noted[] = [
    { at: createdAt, kind: 'created', quantity: ordered },
    ...(received > 0
      ? [{ at: createdAt + 2 * DAY + HOUR, kind: 'received' as const, quantity: received }]
      : []),
    ...(ending
      ? [{ at: endedAt, kind: ending, quantity: ordered - received, reason: whyEnded[ending] }]
      : []),
  ];
  for (const event of events) {
    await noteOrderEvent(writer, { ...event, supplier_transaction_id: id, by_id });
  }
}

/** Fills orders of three months, in every state, most of them for one store. */
export async function fillOrders(writer: Writer, input: FillInput): Promise<void> {
  const { stores, variations, supplierOf, now } = input;
  const suppliers = await writer
    .selectFrom('suppliers')
    .select(['id', 'name', 'code'])
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute();
  const selling = suppliers.filter(({ id }) => variations.some((one) => supplierOf(one.manufacturer) === id));
  const main = stores.find(({ code }) => code === MAIN);
  const others = stores.filter(({ code }) => code !== MAIN);
  const counts = new Map<number, number>();
  // The oldest first: each store has its own numbers.
  for (const [turn, fate] of FATES.toReversed().entries()) {
    const place = FATES.length - 1 - turn;
    const store =
      place % OTHERS_EVERY === 3 ? others[Math.floor(place / OTHERS_EVERY) % others.length] : main;
    const supplier = selling[place % selling.length];
    if (!store || !supplier) continue;
    const no = (counts.get(store.id) ?? 0) + 1;
    counts.set(store.id, no);
    const createdAt = now - place * DAYS_APART * DAY - (2 + (place % 7)) * HOUR;
    const ordered = { no, code: store.code, storeId: store.id, fate, createdAt, place };
    await fillOrder(writer, ordered, supplier, input);
  }
  await insertRows(
    writer,
    'number_series',
    [...counts].map(([store_id, last_no]) => ({ store_id, kind: 'order', last_no })),
  );
}
