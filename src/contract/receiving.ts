import { z } from './zod.ts';
import { ORDER_ROWS_MAX } from '#domain/purchase-orders.ts';
import { RECEIPT_UNITS_MAX, scannedNumbersChoices, unitCodeFields } from '#domain/receiving.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import { isOneLine } from '#domain/plain-text.ts';
import {
  fieldPermission,
  id,
  idText,
  instant,
  INVALID_CHARACTERS,
  money,
  optionalLines,
  scanCode,
} from './codecs.ts';
import { defineRoute, defineRoutes } from './define-route.ts';
import { unitForm } from './inventory.ts';
import { orderedVariation, purchaseOrder, scannedItem } from './purchase-orders.ts';
import { named, shape } from './shapes.ts';

const numbers = {
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
};

export const receivedUnit = shape('ReceivedUnit', {
  inventory_item_id: id.nullable().describe('Null for one that was deleted since'),
  ...numbers,
  qr_code: z.string().nullable(),
  category: z.enum(unitCategories).nullable(),
  condition_rating: z.int().nullable(),
  status: z.enum(unitStatuses).nullable().describe('As it stands now; one in a cart is available'),
});
export type ReceivedUnit = z.output<typeof receivedUnit>;

const receiptFields = {
  id,
  number: z.string(),
  received_at: instant,
  received_by: named,
  store: named,
  units_count: z.int(),
  total_cost: fieldPermission('costs.view', money),
  notes: z.string().nullable(),
};
export const receiptRow = shape('GoodsReceiptRow', receiptFields);
export type ReceiptRow = z.output<typeof receiptRow>;

/** Goods received on an order at one time. */
const goodsReceipt = shape('GoodsReceipt', {
  ...receiptFields,
  order: z.object({ id, transaction_number: z.string() }),
  supplier: named,
  items: z.array(
    z.object({
      supplier_transaction_item_id: id,
      product_variation: orderedVariation,
      quantity_received: z.int(),
      unit_cost: fieldPermission('costs.view', money),
      units: z.array(receivedUnit),
    }),
  ),
});
export type GoodsReceipt = z.output<typeof goodsReceipt>;

/** A unit announced by a supplier. */
export const expectedSerial = shape('ExpectedSerial', {
  id,
  product_variation: z
    .object({ id, name: z.string(), product_name: z.string() })
    .nullable()
    .describe('Null where the list did not say what it is'),
  ...numbers,
  inventory_item_id: id.nullable().describe('The unit that it came as; null for one that is still missing'),
});
export type ExpectedSerial = z.output<typeof expectedSerial>;

const expectedFields = {
  data: z.array(expectedSerial),
  received: z.int().describe('How many of them came'),
  missing: z.int(),
  unannounced: z.int().describe('Units that came of the order without being announced'),
};
const expectedSerials = shape('ExpectedSerials', expectedFields);
export type ExpectedSerials = z.output<typeof expectedSerials>;

const unitFields = unitForm.shape;
const { serial_number, imei, imei2, qr_code, category, condition_rating, notes } = unitFields;

/** A received unit; absent fields are taken from its row. */
const unitOfReceipt = z.strictObject({
  serial_number,
  imei,
  imei2,
  qr_code,
  category: category.optional(),
  condition_rating,
  notes,
});

const NOTHING = 'Please specify quantities to receive';
const TOO_MANY = `At most ${RECEIPT_UNITS_MAX} units in one receipt`;
const perUnit = <T extends z.ZodType>(one: T) => z.array(one).max(RECEIPT_UNITS_MAX, TOO_MANY).optional();

/** Received goods of an order item. Details are given by unit objects, or by lists with one entry per unit. */
const rowOfReceipt = z.strictObject({
  supplier_transaction_item_id: id,
  product_variation_id: id
    .optional()
    .describe('What the caller took the item for: refused where it was changed to another product since'),
  quantity_received: z
    .int({ error: 'Type a whole number' })
    .min(0, 'Not below 0')
    .max(RECEIPT_UNITS_MAX, TOO_MANY),
  category,
  condition_rating,
  own_price: unitFields.own_price.describe('Of each of these units, with `products.edit`'),
  notes,
  scanned_numbers: z
    .enum(scannedNumbersChoices)
    .optional()
    .describe('Scanned of each unit: remembered for the product’s next deliveries'),
  units: perUnit(unitOfReceipt),
  serials: perUnit(serial_number.unwrap()),
  imeis: perUnit(imei.unwrap()),
  imei2s: perUnit(imei2.unwrap()),
  qr_codes: perUnit(qr_code.unwrap()),
});
export type RowOfReceipt = z.output<typeof rowOfReceipt>;

export const receiptForm = z.strictObject({
  items: z.array(rowOfReceipt, { error: NOTHING }).min(1, NOTHING).max(ORDER_ROWS_MAX, TOO_MANY),
  notes: optionalLines(2000).optional(),
});
export type ReceiptForm = z.output<typeof receiptForm>;

/** The longest pasted list, in characters; one unit takes about 50. */
const LIST_MAX = 240_000;

const params = z.object({ orderId: idText });

/** Routes of the purchase orders' module: receiving goods. */
export const receiving = defineRoutes('purchaseOrders', {
  receive: defineRoute({
    method: 'POST',
    path: '/supplier-transactions/:orderId/receive',
    summary: 'Receive units of a purchase order, all of them or none',
    permission: 'inventory.update',
    scope: 'chain',
    invalidates: [
      'purchaseOrders',
      'qrCodes',
      'suppliers',
      'inventory',
      'products',
      'pos.products',
      'dashboard',
      'stores',
    ] as const,
    params,
    body: receiptForm,
    response: shape('Receiving', {
      items_created: z
        .int()
        .describe('Units that came in, those on a record that they had before among them'),
      order: purchaseOrder,
      receipt: goodsReceipt,
    }),
    errors: ['order_not_found', 'illegal_state', 'store_inactive', 'number_taken'],
  }),
  lookUp: defineRoute({
    method: 'GET',
    path: '/supplier-transactions/:orderId/lookup',
    summary: 'Find what a scanned code is to a purchase order',
    permission: 'inventory.update',
    scope: 'chain',
    params,
    query: z.strictObject({ code: scanCode('Item not found') }),
    response: shape('ReceivingCode', {
      code: z.string(),
      outcome: z
        .enum(['free', 'label', 'taken', 'returned', 'product'])
        .describe(
          'Label: an unused one of the order. Taken: refused. Returned: that of a unit which went back, and comes in again as itself',
        ),
      message: z.string().nullable().describe('Whose code it is; null for a free one'),
      taken_by: id.nullable().describe('The unit that has it, where it stands in one of your stores'),
      item_ids: z.array(id).describe('The items of the order whose barcode or SKU it is'),
      announced: expectedSerial.nullable().describe('What the supplier announced by it'),
      scanned_by: named
        .nullable()
        .describe(
          'Who else has scanned it for this order and not received it: a warning that refuses nothing',
        ),
    }),
    errors: ['order_not_found'],
  }),
  tellScanned: defineRoute({
    method: 'PUT',
    path: '/supplier-transactions/:orderId/open-receipt',
    summary: 'Tell others what you have scanned and not received yet',
    permission: 'inventory.update',
    scope: 'chain',
    // Invalidates nothing, because scans call it: the page takes the order from the answer.
    invalidates: [],
    params,
    body: z.strictObject({
      items: z
        .array(z.strictObject(scannedItem.shape))
        .max(ORDER_ROWS_MAX, TOO_MANY)
        .describe('How many of each item; none: nothing stands there any more'),
      codes: z
        .array(scanCode('Not a code'))
        .max(RECEIPT_UNITS_MAX * unitCodeFields.length, TOO_MANY)
        .optional()
        .describe('The codes of its units: whoever scans one of them, too, is warned'),
    }),
    response: purchaseOrder,
    errors: ['order_not_found'],
    unaudited: true,
    whileInactive: true,
  }),
  receipts: defineRoute({
    method: 'GET',
    path: '/supplier-transactions/:orderId/receipts',
    summary: 'List what came of a purchase order, the newest receipt first',
    permission: 'inventory.view',
    scope: 'chain',
    params,
    response: shape('GoodsReceipts', { data: z.array(receiptRow) }),
    errors: ['order_not_found'],
  }),
  receipt: defineRoute({
    method: 'GET',
    path: '/goods-receipts/:receiptId',
    summary: 'Get a goods receipt with its units',
    permission: 'inventory.view',
    scope: 'chain',
    params: z.object({ receiptId: idText }),
    response: goodsReceipt,
    errors: ['receipt_not_found'],
  }),
  expected: defineRoute({
    method: 'GET',
    path: '/supplier-transactions/:orderId/expected-serials',
    summary: 'List what a supplier announced, and which of it came',
    permission: 'inventory.view',
    scope: 'chain',
    params,
    response: expectedSerials,
    errors: ['order_not_found'],
  }),
  setExpected: defineRoute({
    method: 'PUT',
    path: '/supplier-transactions/:orderId/expected-serials',
    summary: 'Compare a supplier’s list with a purchase order',
    permission: ['inventory.create', 'inventory.update'],
    scope: 'chain',
    invalidates: ['purchaseOrders.expected', 'purchaseOrders.lookUp'] as const,
    params,
    body: z.strictObject({
      text: z
        .string({ error: 'Paste the list' })
        .max(LIST_MAX, 'This list is too long')
        .refine((text) => isOneLine(text.replaceAll(/[\t\r\n]/g, '')), INVALID_CHARACTERS)
        .describe('A unit a line: its numbers, and its SKU where it is known. Empty: no list any more'),
    }),
    response: shape('LaidSerials', {
      ...expectedFields,
      problems: z
        .array(z.object({ row: z.int(), text: z.string(), message: z.string() }))
        .describe('Rows that were left out, counted from 1'),
    }),
    errors: ['order_not_found', 'illegal_state', 'store_inactive'],
  }),
});
