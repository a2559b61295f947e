import { z } from './zod.ts';
import {
  ORDER_QUANTITY_MAX,
  ORDER_ROWS_MAX,
  orderEventKinds,
  orderStatuses,
} from '#domain/purchase-orders.ts';
import { RECEIPT_UNITS_MAX, scannedNumbersChoices } from '#domain/receiving.ts';
import {
  AMOUNT_TOO_LARGE,
  calendarDate,
  fieldPermission,
  id,
  idOf,
  idText,
  instant,
  MAX_AMOUNT,
  money,
  optionalLines,
  reason,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { named, shape } from './shapes.ts';

/** An ordered variation; deleted products keep their names. */
export const orderedVariation = shape('OrderedVariation', {
  id,
  name: z.string(),
  barcode: z.string().nullable(),
  image_url: z.string().nullable().describe('Its own photo, or the product’s first'),
  retail_price: money.describe('As labels of its units show it'),
  product: z.object({
    id,
    name: z.string(),
    sku: z.string(),
    kind: z.string().describe('The product type’s slug, which picks the drawing'),
    requires_serial: z.boolean().describe('Each unit needs a serial number or an IMEI'),
    scanned_numbers: z.enum(scannedNumbersChoices).describe('Scanned of each unit that is received'),
    has_own_numbers: z.boolean().describe('Somebody chose these for the product; else they are its type’s'),
  }),
});

export const orderItem = shape('PurchaseOrderItem', {
  id,
  product_variation: orderedVariation,
  quantity_ordered: z.int(),
  quantity_received: z.int(),
  remaining_quantity: z.int().describe('Still to come; none of an order that was closed'),
  unit_cost: fieldPermission('costs.view', money),
  total_cost: fieldPermission('costs.view', money),
});
export type OrderItem = z.output<typeof orderItem>;

export const orderEvent = shape('PurchaseOrderEvent', {
  at: instant,
  kind: z.enum(orderEventKinds),
  by: named,
  product_variation: z
    .object({ id, name: z.string(), product_name: z.string() })
    .nullable()
    .describe('Of a row that was added, changed or removed'),
  quantity: z.int().nullable(),
  quantity_before: z.int().nullable(),
  cost: fieldPermission(
    'costs.view',
    z.object({ before: money.nullable(), after: money.nullable() }).nullable(),
  ),
  reason: z.string().nullable(),
  receipt: z.object({ id, number: z.string() }).nullable().describe('Of what was received'),
});
export type OrderEvent = z.output<typeof orderEvent>;

export const scannedItem = z.object({
  supplier_transaction_item_id: id,
  quantity: z.int().min(1, 'At least 1').max(RECEIPT_UNITS_MAX),
});

/** Units of an order that somebody has scanned and not received: none of them is in stock. */
export const openReceipt = shape('OpenReceipt', {
  by: named,
  is_here: z.boolean().describe('Yours, at the computer that asks'),
  begun_at: instant,
  seen_at: instant.describe('When its computer last told of it'),
  units_count: z.int(),
  items: z.array(scannedItem),
});
export type OpenReceipt = z.output<typeof openReceipt>;

const rowFields = {
  id,
  transaction_number: z.string(),
  status: z.enum(orderStatuses),
  is_closed: z.boolean().describe('Complete without all of it having come'),
  supplier: named,
  store: named,
  created_at: instant,
  created_by: named,
  total_quantity_ordered: z.int(),
  total_quantity_received: z.int(),
  total_amount: fieldPermission('costs.view', money).describe('Cost of all that was ordered'),
  received_amount: fieldPermission('costs.view', money).describe('Cost of what came of it'),
  units_scanned: z.int().describe('Scanned by those who receive it, and not received yet'),
  qr_codes_count: z.int().describe('QR codes that were made for it, without voided and deleted ones'),
};
export const orderRow = shape('PurchaseOrderRow', rowFields);
export type OrderRow = z.output<typeof orderRow>;
const orderPage = shape('PurchaseOrderPage', pageOf(orderRow).shape);

export const purchaseOrder = shape('PurchaseOrder', {
  ...rowFields,
  supplier: z.object({
    ...named.shape,
    email: z.string().nullable(),
    is_deleted: z.boolean(),
  }),
  notes: z.string().nullable(),
  closed: z
    .object({
      at: instant,
      by: named,
      reason: z.string(),
      is_cancelled: z.boolean().describe('Nothing had come of it'),
    })
    .nullable(),
  items: z.array(orderItem),
  open_receipts: z
    .array(openReceipt)
    .describe('Of everybody who scanned units of it and has not received them'),
  history: z.array(orderEvent).describe('The newest first'),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

const variationId = idOf('Choose a product');
const quantity = z
  .int({ error: 'Type a whole number' })
  .min(1, 'At least 1')
  .max(ORDER_QUANTITY_MAX, `At most ${ORDER_QUANTITY_MAX.toLocaleString('en-US')}`);
const unitCost = money
  .refine((cost) => cost > 0, 'Above 0')
  .refine((cost) => cost <= MAX_AMOUNT, AMOUNT_TOO_LARGE);

/** A row of an order. Without the permission to see costs, the product's known cost is used. */
export const orderRowForm = z.object({
  product_variation_id: variationId,
  quantity_ordered: quantity,
  unit_cost: fieldPermission('costs.view', unitCost),
});
export type OrderRowForm = z.output<typeof orderRowForm>;

export const NO_ROWS = 'Please add at least one valid item';

export const orderForm = z.object({
  supplier_id: idOf('Please select a supplier'),
  store_id: idOf('Please select a receiving store'),
  notes: optionalLines(2000).optional(),
  items: z
    .array(z.strictObject(orderRowForm.shape), { error: NO_ROWS })
    .min(1, NO_ROWS)
    .max(ORDER_ROWS_MAX, `At most ${ORDER_ROWS_MAX} rows`),
});
export type OrderForm = z.output<typeof orderForm>;

export const endOrderForm = z.object({ reason: reason('Reason required') });

const orderSorts = ['created_at', '-created_at'] as const;
export type OrderSort = (typeof orderSorts)[number];

export const byOrder = z.object({ orderId: idText });
const params = byOrder;
const itemParams = params.extend({ itemId: idText });
/** Reads that show orders and expected goods. */
const ORDERED = ['purchaseOrders', 'suppliers.transactions', 'inventory.lowStock', 'products'] as const;

/** Routes of the suppliers' module: the orders of each supplier. */
export const supplierOrders = defineRoutes('suppliers', {
  transactions: defineRoute({
    method: 'GET',
    path: '/suppliers/:supplierId/transactions',
    summary: 'List what your stores ordered from a supplier',
    permission: 'inventory.view',
    scope: 'chain',
    params: z.object({ supplierId: idText }),
    query: z.strictObject(pageQuery),
    response: orderPage,
    errors: ['supplier_not_found'],
  }),
});

export const purchaseOrders = defineRoutes('purchaseOrders', {
  [moduleText]: {
    title: 'Purchase orders',
    about: 'What is ordered from suppliers, what of it has come, and what is to come',
  },
  list: defineRoute({
    method: 'GET',
    path: '/supplier-transactions',
    summary: 'Find purchase orders of the store',
    permission: 'inventory.view',
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional().describe('A part of its number, or words of its supplier'),
      status: z.enum(orderStatuses).optional(),
      supplier_id: idText.optional(),
      product_id: idText.optional().describe('Of which some are to come'),
      store_id: idText.optional().describe('Another one of your stores than the header’s'),
      from_date: calendarDate.optional(),
      to_date: calendarDate.optional(),
      sort: z.enum(orderSorts).optional(),
    }),
    response: orderPage,
    errors: ['foreign_store'],
  }),
  summary: defineRoute({
    method: 'GET',
    path: '/supplier-transactions/summary',
    summary: 'Count the purchase orders of the store by their states',
    permission: 'inventory.view',
    scope: 'store',
    query: z.strictObject({ store_id: idText.optional() }),
    response: shape('PurchaseOrderSummary', {
      pending: z.int(),
      partial: z.int(),
      complete: z.int(),
      units_to_come: z.int(),
      amount_to_come: fieldPermission('costs.view', money).describe('What the units that are to come cost'),
    }),
    errors: ['foreign_store'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/supplier-transactions/:orderId',
    summary: 'Get a purchase order',
    permission: 'inventory.view',
    scope: 'chain',
    params,
    response: purchaseOrder,
    errors: ['order_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/supplier-transactions',
    summary: 'Create a purchase order',
    permission: 'inventory.create',
    scope: 'chain',
    invalidates: ORDERED,
    body: z.strictObject(orderForm.shape),
    aliases: { supplier: 'supplier_id', store: 'store_id' },
    response: purchaseOrder,
    status: 201,
    location: '/supplier-transactions/:id',
    errors: ['foreign_store', 'store_inactive'],
  }),
  addItem: defineRoute({
    method: 'POST',
    path: '/supplier-transactions/:orderId/items',
    summary: 'Add an item to a purchase order',
    permission: 'purchase_orders.update',
    scope: 'chain',
    invalidates: ORDERED,
    params,
    body: z.strictObject(orderRowForm.shape),
    response: purchaseOrder,
    status: 201,
    location: '/supplier-transactions/:id',
    errors: ['order_not_found', 'illegal_state', 'store_inactive'],
  }),
  updateItem: defineRoute({
    method: 'PUT',
    path: '/supplier-transactions/:orderId/items/:itemId',
    summary: 'Change an item of a purchase order',
    permission: 'purchase_orders.update',
    scope: 'chain',
    invalidates: ORDERED,
    params: itemParams,
    body: z.strictObject(orderRowForm.partial().shape),
    response: purchaseOrder,
    errors: ['order_not_found', 'illegal_state', 'store_inactive'],
  }),
  removeItem: defineRoute({
    method: 'DELETE',
    path: '/supplier-transactions/:orderId/items/:itemId',
    summary: 'Remove an item from a purchase order',
    permission: 'purchase_orders.update',
    scope: 'chain',
    invalidates: ORDERED,
    params: itemParams,
    response: purchaseOrder,
    errors: ['order_not_found', 'illegal_state', 'store_inactive'],
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/supplier-transactions/:orderId/cancel',
    summary: 'Cancel a purchase order, if nothing of it came',
    permission: 'purchase_orders.update',
    scope: 'chain',
    invalidates: ORDERED,
    params,
    body: z.strictObject(endOrderForm.shape),
    response: purchaseOrder,
    errors: ['order_not_found', 'illegal_state'],
  }),
  close: defineRoute({
    method: 'POST',
    path: '/supplier-transactions/:orderId/close',
    summary: 'Close the rest of a purchase order',
    permission: 'purchase_orders.update',
    scope: 'chain',
    invalidates: ORDERED,
    params,
    body: z.strictObject(endOrderForm.shape),
    response: purchaseOrder,
    errors: ['order_not_found', 'illegal_state'],
  }),
});
