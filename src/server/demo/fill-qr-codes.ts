import { batchCode, codesLeft, makeQrCode, QR_BATCH_MAX } from '#domain/qr-codes.ts';
import { unitText } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import { replaceCodes } from '../db/stored-codes.ts';
import { addCodes, noteOrderEvent } from '../modules/purchase-orders/purchase-orders.public.ts';
import { insertBatch } from '../modules/qr-codes/qr-codes.public.ts';
import type { FilledStore } from './fill-stores.ts';
import { insertRows } from './insert-rows.ts';
import { seededRandom } from './random.ts';

type FillInput = { stores: FilledStore[]; now: number };

const BATCHES = 3;
/** A seed of its own, so that the rest of the shop is the same without codes. */
const SEED = 45;
const HOUR = DAY / 24;

const openOrders = (writer: Writer, storeId: number) =>
  writer
    .selectFrom('purchase_orders')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('status', 'in', ['pending', 'partial'])
    .orderBy('created_at', 'desc')
    .limit(BATCHES)
    .execute();
type OpenOrder = Awaited<ReturnType<typeof openOrders>>[number];

/** Finds units in stock that came on an order, if some of its received ones are there. */
async function unitsFrom(writer: Writer, order: OpenOrder): Promise<number[]> {
  const items = await writer
    .selectFrom('purchase_order_items')
    .select(['product_variation_id', 'quantity_received'])
    .where('supplier_transaction_id', '=', order.id)
    .where('quantity_received', '>', 0)
    .execute();
  const found: number[] = [];
  for (const { product_variation_id, quantity_received } of items) {
    const units = await writer
      .selectFrom('inventory_items')
      .select('id')
      .where('product_variation_id', '=', product_variation_id)
      .where('store_id', '=', order.store_id)
      .where('status', '=', 'available')
      .where('qr_code', 'is', null)
      .orderBy('id')
      .limit(quantity_received)
      .execute();
    found.push(...units.map(({ id }) => id));
  }
  return found;
}

async function link(writer: Writer, code: string, unitId: number, by: number, at: number): Promise<void> {
  await writer.updateTable('inventory_items').set({ qr_code: code }).where('id', '=', unitId).execute();
  const unit = await writer
    .selectFrom('inventory_items')
    .selectAll()
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow();
  replaceCodes(writer, 'unit_codes', unitId, unitText(unit));
  await writer
    .updateTable('qr_codes')
    .set({ status: 'linked', inventory_item_id: unitId, linked_at: at, linked_by_id: by })
    .where('qr_code', '=', code)
    .execute();
}

/** Fills codes for some open orders of the first store: linked ones for received units, and a voided one. */
export async function fillQrCodes(writer: Writer, { stores, now }: FillInput): Promise<void> {
  const [store] = stores;
  if (!store) return;
  const random = seededRandom(SEED);
  const orders = await openOrders(writer, store.id);
  for (const [place, order] of orders.toReversed().entries()) {
    const by = order.created_by_id;
    const at = Math.min(now - HOUR, order.created_at + HOUR);
    const quantity = Math.min(QR_BATCH_MAX, codesLeft({ ...order, is_closed: false }));
    const codes = Array.from({ length: quantity }, () => makeQrCode((below) => random.integer(0, below - 1)));
    const batch = {
      id: writer.nextId(),
      batch_code: batchCode(store.code, place + 1),
      store_id: store.id,
      supplier_transaction_id: order.id,
      notes: place === 0 ? 'Shelf 4' : null,
      created_at: at,
      created_by_id: by,
    };
    await insertBatch(writer, batch, codes);
    const units = await unitsFrom(writer, order);
    for (const [no, unitId] of units.entries()) {
      const code = codes[no];
      if (code !== undefined) await link(writer, code, unitId, by, at + DAY);
    }
    await writer
      .updateTable('qr_codes')
      .set({ status: 'voided', voided_at: at + HOUR, voided_by_id: by, void_reason: 'Label torn off' })
      .where('qr_code', '=', codes.at(-1) ?? '')
      .execute();
    await addCodes(writer, order.id, quantity - 1);
    await noteOrderEvent(writer, {
      supplier_transaction_id: order.id,
      at,
      kind: 'codes_generated',
      by_id: by,
      quantity,
    });
  }
  if (orders.length === 0) return;
  await insertRows(writer, 'number_series', [{ store_id: store.id, kind: 'batch', last_no: orders.length }]);
}
