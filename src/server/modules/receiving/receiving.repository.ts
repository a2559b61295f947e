import { type Insertable, sql } from 'kysely';
import { IMEI_KEY_DIGITS, imeiKey } from '#domain/barcodes.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    goods_receipts: {
      id: number;
      number: string;
      supplier_transaction_id: number;
      store_id: number;
      received_at: number;
      received_by_id: number;
      units_count: number;
      notes: string | null;
    };
    goods_receipt_items: {
      /** The id of its event in the unit's history. */
      id: number;
      goods_receipt_id: number;
      supplier_transaction_item_id: number;
      position: number;
      unit_cost: number;
      /** Null once the unit was deleted. */
      inventory_item_id: number | null;
    };
    expected_serials: {
      id: number;
      supplier_transaction_id: number;
      position: number;
      /** Null if the supplier's list did not name the product. */
      product_variation_id: number | null;
      serial_number: string | null;
      imei: string | null;
      imei2: string | null;
    };
  }
}

/** Stays below every engine's limit on bound values. */
const ROWS_AT_ONCE = 500;

/** Inserts a receipt with its units. */
export async function insertReceipt(
  writer: Writer,
  receipt: Insertable<Tables['goods_receipts']>,
  items: readonly Insertable<Tables['goods_receipt_items']>[],
): Promise<void> {
  await writer.insertInto('goods_receipts').values(receipt).execute();
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    await writer
      .insertInto('goods_receipt_items')
      .values(items.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
}

/** Selects receipts with store, supplier, people, order and cost. */
const selectReceipts = (reader: Reader) =>
  reader
    .selectFrom('goods_receipts as receipt')
    .innerJoin('stores as store', 'store.id', 'receipt.store_id')
    .innerJoin('staff as receiver', 'receiver.id', 'receipt.received_by_id')
    .innerJoin('purchase_orders as order', 'order.id', 'receipt.supplier_transaction_id')
    .innerJoin('suppliers as supplier', 'supplier.id', 'order.supplier_id')
    .selectAll('receipt')
    .select((eb) => [
      'store.name as store_name',
      'receiver.name as receiver_name',
      'order.transaction_number',
      'supplier.id as supplier_id',
      'supplier.name as supplier_name',
      eb
        .selectFrom('goods_receipt_items as came')
        .select(sql<number>`cast(coalesce(sum(came.unit_cost), 0) as bigint)`.as('cost'))
        .whereRef('came.goods_receipt_id', '=', 'receipt.id')
        .as('total_cost'),
    ]);
export type ReceiptRecord = Awaited<ReturnType<ReturnType<typeof selectReceipts>['executeTakeFirstOrThrow']>>;

/** Finds a receipt of one of some stores. */
export const findReceipt = (reader: Reader, receiptId: number, storeIds: readonly number[]) =>
  storeIds.length === 0
    ? Promise.resolve(undefined)
    : selectReceipts(reader)
        .where('receipt.id', '=', receiptId)
        .where('receipt.store_id', 'in', storeIds)
        .executeTakeFirst();

/** Finds the receipts of some stores with one of some numbers, newest first. */
export const findReceiptsByNumber = (
  reader: Reader,
  numbers: readonly string[],
  storeIds: readonly number[],
): Promise<ReceiptRecord[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : selectReceipts(reader)
        .where('receipt.number', 'in', numbers)
        .where('receipt.store_id', 'in', storeIds)
        .orderBy('receipt.received_at', 'desc')
        .orderBy('receipt.id', 'desc')
        .execute();

/** Finds an order's receipts, newest first. */
export const findReceipts = (reader: Reader, orderId: number): Promise<ReceiptRecord[]> =>
  selectReceipts(reader)
    .where('receipt.supplier_transaction_id', '=', orderId)
    .orderBy('receipt.received_at', 'desc')
    .orderBy('receipt.id', 'desc')
    .execute();

/** Finds a receipt's units in the order they were received; those deleted since have no numbers. */
export const findReceivedUnits = (reader: Reader, receiptId: number) =>
  reader
    .selectFrom('goods_receipt_items as came')
    .leftJoin('inventory_items as unit', 'unit.id', 'came.inventory_item_id')
    .select([
      'came.supplier_transaction_item_id',
      'came.unit_cost',
      'came.inventory_item_id',
      'unit.serial_number',
      'unit.imei',
      'unit.imei2',
      'unit.qr_code',
      'unit.category',
      'unit.condition_rating',
      'unit.status',
    ])
    .where('came.goods_receipt_id', '=', receiptId)
    .orderBy('came.position')
    .execute();
export type ReceivedRow = Awaited<ReturnType<typeof findReceivedUnits>>[number];

/** Finds the numbers of all units received on an order that still exist. */
export const findNumbersOf = (reader: Reader, orderId: number) =>
  reader
    .selectFrom('goods_receipts as receipt')
    .innerJoin('goods_receipt_items as came', 'came.goods_receipt_id', 'receipt.id')
    .innerJoin('inventory_items as unit', 'unit.id', 'came.inventory_item_id')
    .select(['unit.id', 'unit.serial_number', 'unit.imei', 'unit.imei2'])
    .where('receipt.supplier_transaction_id', '=', orderId)
    .execute();

/** Finds the items of an order whose barcode or SKU is one of some codes, by position. */
export async function findItemsByCodes(
  reader: Reader,
  orderId: number,
  codes: readonly string[],
): Promise<number[]> {
  const rows = await reader
    .selectFrom('purchase_order_items as item')
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select('item.id')
    .where('item.supplier_transaction_id', '=', orderId)
    .where((eb) => eb.or([eb('variation.barcode', 'in', codes), eb('product.sku', 'in', codes)]))
    .orderBy('item.position')
    .execute();
  return rows.map(({ id }) => id);
}

const selectExpected = (reader: Reader, orderId: number) =>
  reader
    .selectFrom('expected_serials as expected')
    .leftJoin('product_variations as variation', 'variation.id', 'expected.product_variation_id')
    .leftJoin('products as product', 'product.id', 'variation.product_id')
    .selectAll('expected')
    .select(['variation.name as variation_name', 'product.name as product_name'])
    .where('expected.supplier_transaction_id', '=', orderId)
    .orderBy('expected.position');

/** Finds the announced units of an order, in the list's order. */
export const findExpected = (reader: Reader, orderId: number) => selectExpected(reader, orderId).execute();
export type ExpectedRow = Awaited<ReturnType<typeof findExpected>>[number];

/** Finds the announced unit of an order with one of some numbers; an IMEI with or without its check digit. */
export function findExpectedByCodes(
  reader: Reader,
  orderId: number,
  codes: readonly string[],
): Promise<ExpectedRow | undefined> {
  const keyOf = (imei: 'imei' | 'imei2') =>
    sql<string>`substr(${sql.ref(`expected.${imei}`)}, 1, ${sql.lit(IMEI_KEY_DIGITS)})`;
  const keys = codes.map(imeiKey);
  return selectExpected(reader, orderId)
    .where((eb) =>
      eb.or([
        eb('expected.serial_number', 'in', codes),
        eb(keyOf('imei'), 'in', keys),
        eb(keyOf('imei2'), 'in', keys),
      ]),
    )
    .executeTakeFirst();
}

/** Replaces an order's list of announced units. */
export async function replaceExpected(
  writer: Writer,
  orderId: number,
  rows: readonly Insertable<Tables['expected_serials']>[],
): Promise<void> {
  await writer.deleteFrom('expected_serials').where('supplier_transaction_id', '=', orderId).execute();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await writer
      .insertInto('expected_serials')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
}
