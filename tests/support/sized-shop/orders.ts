import { orderNumber, orderStatus, orderTotals } from '#domain/purchase-orders.ts';
import { orderText } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Ids } from '#server/demo/demo-cart.ts';
import type { FilledVariation } from '#server/demo/fill-catalogue.ts';
import type { FilledStore } from '#server/demo/fill-stores.ts';
import shop from '#server/demo/shop.json' with { type: 'json' };
import type { SupplierOf } from '#server/demo/fill-suppliers.ts';
import type { SeededRandom } from '#server/demo/random.ts';
import type { BulkWriter } from './bulk-writer.ts';

const ITEMS = 4;
/** One in this many orders, the newest, is still open. */
const OPEN_EVERY = 50;

type World = {
  stores: readonly FilledStore[];
  variations: readonly FilledVariation[];
  supplierOf: SupplierOf;
  staffId: number;
  random: SeededRandom;
  now: number;
  days: number;
  ids: Ids;
};

/** Fills orders of all those days, the oldest first; some of the last ones are open. */
export async function fillOrders(writer: BulkWriter, world: World, count: number): Promise<void> {
  const { stores, variations, supplierOf, staffId, random, now, days, ids } = world;
  const numbers = new Map<number, number>();
  for (let no = 0; no < count; no += 1) {
    const store = random.pick(stores);
    const first = random.pick(variations);
    const supplier = shop.suppliers.find(({ makers }: { makers: string[] }) =>
      makers.includes(first.manufacturer),
    );
    const supplierId = supplierOf(first.manufacturer);
    if (!supplier || supplierId === null) continue;
    const last = (numbers.get(store.id) ?? 0) + 1;
    numbers.set(store.id, last);
    const id = ids.nextId();
    const isOpen = no >= count - count / OPEN_EVERY;
    const createdAt = now - Math.round(((count - no) / count) * days * DAY);
    const items = Array.from({ length: ITEMS }, (_, position) => {
      const ordered = random.integer(1, 20);
      const received = isOpen ? (position === 0 && no % 2 === 0 ? ordered : 0) : ordered;
      const { id: product_variation_id, cost } = position === 0 ? first : random.pick(variations);
      return {
        id: ids.nextId(),
        supplier_transaction_id: id,
        position,
        product_variation_id,
        quantity_ordered: ordered,
        quantity_received: received,
        remaining_quantity: ordered - received,
        unit_cost: cost,
      };
    });
    const totals = orderTotals(items);
    const number = orderNumber(store.code, last);
    await writer.insert('purchase_orders', [
      {
        id,
        transaction_number: number,
        store_id: store.id,
        supplier_id: supplierId,
        status: orderStatus(totals.total_quantity_received, totals.total_quantity_ordered),
        claim_no: 0,
        ...totals,
        qr_codes_count: 0,
        created_at: createdAt,
        created_by_id: staffId,
      },
    ]);
    await writer.insert('purchase_order_items', items);
    await writer.insert('order_codes', [{ rowid: id, code_text: orderText(number, supplier) }]);
    await writer.insert('purchase_order_events', [
      {
        id: ids.nextId(),
        supplier_transaction_id: id,
        at: createdAt,
        kind: 'created',
        by_id: staffId,
        quantity: totals.total_quantity_ordered,
      },
    ]);
  }
}
