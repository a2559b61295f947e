import { type Insertable, sql, type Updateable } from 'kysely';
import { orderText } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';

export type OrderRecord = Tables['purchase_orders'];
export type OrderItemRecord = Tables['purchase_order_items'];

/** Stays below every engine's limit on bound values. */
const ROWS_AT_ONCE = 200;

/** Locks an order that is not complete: every change beneath it claims it first and waits for the others. */
export const claimOpen = (writer: Writer, orderId: number): Promise<OrderRecord | undefined> =>
  writer
    .updateTable('purchase_orders')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('id', '=', orderId)
    .where('status', 'in', ['pending', 'partial'])
    .returningAll()
    .executeTakeFirst();

/** Locks an order of any status, for what belongs to it without being part of it: its QR codes. */
export const claimAny = (writer: Writer, orderId: number): Promise<OrderRecord | undefined> =>
  writer
    .updateTable('purchase_orders')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();

export const findOrder = (reader: Reader, orderId: number): Promise<OrderRecord | undefined> =>
  reader.selectFrom('purchase_orders').selectAll().where('id', '=', orderId).executeTakeFirst();

/** Selects orders with the names of their stores, suppliers and people. */
const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('purchase_orders as order')
    .innerJoin('stores as store', 'store.id', 'order.store_id')
    .innerJoin('suppliers as supplier', 'supplier.id', 'order.supplier_id')
    .innerJoin('staff as creator', 'creator.id', 'order.created_by_id')
    .leftJoin('staff as closer', 'closer.id', 'order.closed_by_id')
    .selectAll('order')
    .select([
      'store.name as store_name',
      'supplier.name as supplier_name',
      'supplier.email as supplier_email',
      'supplier.deleted_at as supplier_deleted_at',
      'creator.name as creator_name',
      'closer.name as closer_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('purchase_order_items as item')
        .select(
          sql<number>`cast(coalesce(sum(item.unit_cost * item.quantity_received), 0) as bigint)`.as('amount'),
        )
        .whereRef('item.supplier_transaction_id', '=', 'order.id')
        .$asScalar()
        .$notNull()
        .as('received_amount'),
    )
    .select(
      sql<number>`(select cast(coalesce(sum(open.units_count), 0) as integer)
        from open_receipts as open where open.supplier_transaction_id = "order".id)`.as('units_scanned'),
    );
export type NamedOrder = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

/** Finds an order of one of some stores. */
export const findNamedOrder = (reader: Reader, orderId: number, storeIds: readonly number[]) =>
  selectNamed(reader)
    .where('order.id', '=', orderId)
    .where('order.store_id', 'in', storeIds)
    .executeTakeFirst();

/** Finds orders by id. */
export const namedOrders = (reader: Reader, ids: readonly number[]) =>
  selectNamed(reader).where('order.id', 'in', ids);

/** Finds an order's items, by position. */
export const findItemRecords = (reader: Reader, orderId: number): Promise<OrderItemRecord[]> =>
  reader
    .selectFrom('purchase_order_items')
    .selectAll()
    .where('supplier_transaction_id', '=', orderId)
    .orderBy('position')
    .execute();

/** Finds an order's items with their products and variations, by position. */
export const findItems = (reader: Reader, orderId: number) =>
  reader
    .selectFrom('purchase_order_items as item')
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .selectAll('item')
    .select([
      'variation.name as variation_name',
      'variation.barcode',
      'variation.retail_price',
      'variation.image_url',
      'product.image_url as product_image_url',
      'product.id as product_id',
      'product.name as product_name',
      'product.sku',
      'product.requires_serial',
      'product.scanned_numbers',
      'type.slug as kind',
      'type.requires_serial as type_requires_serial',
      'type.scanned_numbers as type_scanned_numbers',
    ])
    .where('item.supplier_transaction_id', '=', orderId)
    .orderBy('item.position')
    .execute();
export type NamedItem = Awaited<ReturnType<typeof findItems>>[number];

/** Finds the variations that may be ordered, with their known costs. */
export const findOrderable = (reader: Reader, variationIds: readonly number[]) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select([
      'variation.id',
      'variation.name',
      'variation.cost',
      'variation.is_active',
      'product.name as product_name',
      'product.status',
    ])
    .where('variation.id', 'in', variationIds)
    .execute();

/** Inserts an order with its search codes. */
export async function insertOrder(
  writer: Writer,
  order: Insertable<Tables['purchase_orders']>,
  supplier: { name: string; code: string },
): Promise<void> {
  await writer.insertInto('purchase_orders').values(order).execute();
  await insertCodes(writer, 'order_codes', [
    { id: order.id, code_text: orderText(order.transaction_number, supplier) },
  ]);
}

export async function insertItems(
  writer: Writer,
  items: readonly Insertable<Tables['purchase_order_items']>[],
): Promise<void> {
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    await writer
      .insertInto('purchase_order_items')
      .values(items.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
}

/** Updates a locked order. */
export async function updateOrder(
  writer: Writer,
  orderId: number,
  changes: Updateable<Tables['purchase_orders']>,
): Promise<void> {
  await writer.updateTable('purchase_orders').set(changes).where('id', '=', orderId).execute();
}

/** Updates an item of a locked order. */
export async function updateItem(
  writer: Writer,
  itemId: number,
  changes: Updateable<Tables['purchase_order_items']>,
): Promise<void> {
  await writer.updateTable('purchase_order_items').set(changes).where('id', '=', itemId).execute();
}

export async function deleteItem(writer: Writer, itemId: number): Promise<void> {
  await writer.deleteFrom('purchase_order_items').where('id', '=', itemId).execute();
}

/** True if a receipt of its order names an item, even if its units were deleted since. */
export async function isOnReceipt(
  reader: Reader,
  { id, supplier_transaction_id }: Pick<OrderItemRecord, 'id' | 'supplier_transaction_id'>,
): Promise<boolean> {
  const came = await reader
    .selectFrom('goods_receipts as receipt')
    .innerJoin('goods_receipt_items as came', 'came.goods_receipt_id', 'receipt.id')
    .select('came.id')
    .where('receipt.supplier_transaction_id', '=', supplier_transaction_id)
    .where('came.supplier_transaction_item_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return came !== undefined;
}

/** Sets what is outstanding on an order to nothing. */
export async function forgetRemaining(writer: Writer, orderId: number): Promise<void> {
  await writer
    .updateTable('purchase_order_items')
    .set({ remaining_quantity: 0 })
    .where('supplier_transaction_id', '=', orderId)
    .execute();
}

/** Counts the outstanding units of some variations for some stores; no row for a variation with none. */
export const findOnOrder = (reader: Reader, variationIds: readonly number[], storeIds: readonly number[]) =>
  reader
    .selectFrom('purchase_order_items as item')
    .innerJoin('purchase_orders as order', 'order.id', 'item.supplier_transaction_id')
    .select([
      'item.product_variation_id',
      'order.store_id',
      sql<number>`cast(sum(item.remaining_quantity) as integer)`.as('units'),
    ])
    .where('item.product_variation_id', 'in', variationIds)
    .where('item.remaining_quantity', '>', 0)
    // Found by the items: SQLite would read all of the store's orders.
    .where(sql<number>`"order".store_id + 0`, 'in', storeIds)
    .groupBy(['item.product_variation_id', 'order.store_id'])
    .execute();

/** Returns the supplier that each of some variations was last ordered from, while orders can go there. */
export async function findLastSuppliers(
  reader: Reader,
  variationIds: readonly number[],
): Promise<Map<number, { id: number; name: string }>> {
  if (variationIds.length === 0) return new Map();
  const orders = reader
    .selectFrom('purchase_order_items as item')
    .innerJoin('purchase_orders as order', 'order.id', 'item.supplier_transaction_id')
    .innerJoin('suppliers as supplier', 'supplier.id', 'order.supplier_id')
    .where('item.product_variation_id', 'in', variationIds)
    .where('supplier.is_active', '=', 1)
    .where('supplier.deleted_at', 'is', null)
    .select(['item.product_variation_id', 'supplier.id', 'supplier.name'])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('item.product_variation_id')
            .orderBy('order.created_at', 'desc')
            .orderBy('order.id', 'desc'),
        )
        .as('place'),
    );
  const rows = await reader
    .selectFrom(orders.as('newest'))
    .select(['newest.product_variation_id', 'newest.id', 'newest.name'])
    .where('newest.place', '=', 1)
    .execute();
  return new Map(rows.map(({ product_variation_id, id, name }) => [product_variation_id, { id, name }]));
}

/** True if any of some variations was ever ordered. */
export async function wereOrdered(reader: Reader, variationIds: readonly number[]): Promise<boolean> {
  if (variationIds.length === 0) return false;
  const item = await reader
    .selectFrom('purchase_order_items')
    .select('id')
    .where('product_variation_id', 'in', variationIds)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}

/** Adds to, or takes from, an order's count of QR codes. */
export async function addCodes(writer: Writer, orderId: number, codes: number): Promise<void> {
  await writer
    .updateTable('purchase_orders')
    .set((eb) => ({ qr_codes_count: eb('qr_codes_count', '+', codes) }))
    .where('id', '=', orderId)
    .execute();
}

/** Returns the numbers and stores of some orders. */
export async function orderNumbers(reader: Reader, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return reader
    .selectFrom('purchase_orders')
    .select(['id', 'transaction_number', 'store_id'])
    .where('id', 'in', orderIds)
    .execute();
}

type Noted = Pick<Tables['purchase_order_events'], 'supplier_transaction_id' | 'at' | 'kind' | 'by_id'> &
  Partial<Omit<Tables['purchase_order_events'], 'id'>>;

/** Inserts an event of an order's history. */
export async function noteOrderEvent(writer: Writer, event: Noted): Promise<void> {
  await writer
    .insertInto('purchase_order_events')
    .values({ id: writer.nextId(), ...event })
    .execute();
}

/** Returns an order's history, newest first. */
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
