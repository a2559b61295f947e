import type { Tables } from '../../db/tables.ts';
import type { Reader, Writer } from '../../db/access.ts';

type Noted = Pick<Tables['purchase_order_events'], 'supplier_transaction_id' | 'at' | 'kind' | 'by_id'> &
  Partial<Omit<Tables['purchase_order_events'], 'id'>>;

/** Keeps what happened to an order. */
export async function noteOrderEvent(writer: Writer, event: Noted): Promise<void> {
  await writer
    .insertInto('purchase_order_events')
    .values({ id: writer.nextId(), ...event })
    .execute();
}

/** What happened to an order, the newest first. */
export const findOrderEvents = (reader: Reader, orderId: number) =>
  reader
    .selectFrom('purchase_order_events as event')
    .innerJoin('staff', 'staff.id', 'event.by_id')
    .leftJoin('product_variations as variation', 'variation.id', 'event.product_variation_id')
    .leftJoin('products as product', 'product.id', 'variation.product_id')
    .leftJoin('goods_receipts as receipt', 'receipt.id', 'event.goods_receipt_id')
    .selectAll('event')
    .select([
      'receipt.number as receipt_number',
      'staff.name as by_name',
      'variation.name as variation_name',
      'product.name as product_name',
    ])
    .where('event.supplier_transaction_id', '=', orderId)
    .orderBy('event.at', 'desc')
    .orderBy('event.id', 'desc')
    .execute();
export type OrderEventRow = Awaited<ReturnType<typeof findOrderEvents>>[number];
