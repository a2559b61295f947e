import { z } from './zod.ts';
import { calendarDate, money, fieldPermission } from './codecs.ts';
import { defineRoute, defineRoutes } from './define-route.ts';
import { byOrder } from './purchase-orders.ts';
import { message, shape } from './shapes.ts';

const address = { address: z.string().nullable(), phone: z.string().nullable() };

/** A purchase order as its supplier gets it; costs are included for callers who may see them. */
const orderDocument = shape('PurchaseOrderPaper', {
  transaction_number: z.string(),
  shop_name: z.string(),
  ordered_on: calendarDate,
  ordered_by: z.string(),
  is_cancelled: z.boolean(),
  is_closed: z.boolean().describe('What was left of it is given up: quantities and sums are of what came'),
  supplier: z.object({
    name: z.string(),
    contact_person: z.string().nullable(),
    email: z.string().nullable(),
    ...address,
  }),
  deliver_to: z.object({ name: z.string(), ...address }),
  notes: z.string().nullable(),
  items: z.array(
    shape('PurchaseOrderPaperItem', {
      product: z.string(),
      variation: z.string(),
      sku: z.string(),
      barcode: z.string().nullable(),
      quantity: z.int(),
      given_up: z.int().describe('Units that were ordered, and are not to be delivered any more'),
      unit_cost: fieldPermission('costs.view', money),
      total_cost: fieldPermission('costs.view', money),
    }),
  ),
  total_quantity: z.int(),
  total_amount: fieldPermission('costs.view', money),
});

/** Routes for purchase orders as documents. */
export const orderDocuments = defineRoutes('purchaseOrders', {
  paper: defineRoute({
    method: 'GET',
    path: '/supplier-transactions/:orderId/paper',
    summary: 'Get a purchase order as it is printed',
    permission: 'inventory.view',
    scope: 'chain',
    params: byOrder,
    response: orderDocument,
    errors: ['order_not_found'],
  }),
  email: defineRoute({
    method: 'POST',
    path: '/supplier-transactions/:orderId/email',
    summary: 'Send a purchase order to its supplier by email',
    permission: 'inventory.create',
    scope: 'chain',
    invalidates: ['purchaseOrders.get'],
    params: byOrder,
    response: message,
    errors: ['order_not_found', 'illegal_state', 'store_inactive', 'too_many_attempts'],
  }),
});
