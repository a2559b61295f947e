import { z } from './zod.ts';
import { orderStatuses } from '#domain/purchase-orders.ts';
import { normaliseQrCode } from '#domain/barcodes.ts';
import { unitCategories } from '#domain/transactions.ts';
import { QR_BATCH_MAX, QR_SHEET_COLUMNS, qrCodeStatuses, qrCodeTypes } from '#domain/qr-codes.ts';
import { id, idOf, idText, instant, optionalLines, reason, SCAN_CODE_MAX } from './codecs.ts';
import { moduleText, defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { inventory, unitForm } from './inventory.ts';
import { pageOf, pageQuery } from './pages.ts';
import { named, shape } from './shapes.ts';

/** A code made for a unit of a purchase order before it arrived. */
export const qrCode = shape('QrCode', {
  id,
  qr_code: z.string(),
  type: z.enum(qrCodeTypes),
  status: z.enum(qrCodeStatuses),
  batch_code: z.string(),
  supplier_transaction: z.object({
    id,
    transaction_number: z.string(),
    status: z.enum(orderStatuses),
  }),
  store: named.describe('That the order is for'),
  inventory_item: z
    .object({
      id,
      product_variation: z.object({ id, name: z.string(), product: named }),
      is_yours: z.boolean().describe('It stands in one of your stores'),
    })
    .nullable()
    .describe('The unit that it is linked to'),
  created_at: instant,
  generated_by: named,
  linked_at: instant.nullable(),
  voided_at: instant.nullable(),
  voided_by: named.nullable(),
  void_reason: z.string().nullable(),
});
export type QrCode = z.output<typeof qrCode>;

/** A unit that arrived on an order without a label. */
export const linkableUnit = shape('LinkableUnit', {
  id,
  product_variation: z.object({ id, name: z.string(), product: named }),
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
});
export type LinkableUnit = z.output<typeof linkableUnit>;

const counts = { total: z.int(), unused: z.int(), linked: z.int(), voided: z.int() };

/** Codes made together: one sheet. */
export const qrBatch = shape('QrBatch', {
  batch_code: z.string(),
  count: z.int().describe('How many codes it has; deleted ones are none any more'),
  unused: z.int(),
  linked: z.int(),
  voided: z.int(),
  supplier_transaction: z.object({ id, transaction_number: z.string() }),
  notes: z.string().nullable(),
  created_at: instant,
});
export type QrBatch = z.output<typeof qrBatch>;

const BATCH_CODE_MAX = 40;
const batchCode = z
  .string({ error: 'Choose a batch' })
  .trim()
  .min(1, 'Choose a batch')
  .max(BATCH_CODE_MAX)
  .toUpperCase();

const quantity = z
  .int({ error: 'Type a whole number' })
  .min(1, 'At least 1')
  .max(QR_BATCH_MAX, `At most ${QR_BATCH_MAX} codes at once`);

/** The form of new codes; their number follows from the order. */
export const qrBatchForm = z.object({
  supplier_transaction_id: idOf('Please select a supplier transaction'),
  notes: optionalLines(500).optional(),
});

export const qrQuantityForm = z.object({ quantity });

const voidCodeForm = z.object({ reason: reason('Reason required') });

/** The maximum length of a code in an address; longer ones never existed. */
const CODE_MAX = 100;
const byCode = z.object({ code: z.string().max(CODE_MAX).overwrite(normaliseQrCode) });
const generated = shape('GeneratedBatch', { quantity: z.int(), batch_code: z.string() });

/** The maximum number of units offered for a code: with more, a number has to be scanned. */
export const LINKABLE_SHOWN = 50;

/** Reads that show codes and an order's number of codes. */
const CODES = ['qrCodes', 'purchaseOrders'] as const;

export const qrCodes = defineRoutes('qrCodes', {
  [moduleText]: {
    title: 'QR codes',
    about: 'Codes on labels that are printed before the goods of an order come',
  },
  stats: defineRoute({
    method: 'GET',
    path: '/qr-codes/stats',
    summary: 'Count the QR codes of the store by their states',
    permission: 'inventory.create',
    scope: 'store',
    response: shape('QrStats', { ...counts, recent_batches: z.array(qrBatch) }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/qr-codes',
    summary: 'Find QR codes of the store',
    permission: 'inventory.create',
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      batch_code: z.string().trim().max(BATCH_CODE_MAX).toUpperCase().optional(),
      status: z.enum(qrCodeStatuses).optional(),
    }),
    response: pageOf(qrCode),
  }),
  batch: defineRoute({
    method: 'GET',
    path: '/qr-codes/batch',
    summary: 'Get a batch of QR codes',
    permission: 'inventory.create',
    scope: 'chain',
    query: z.strictObject({ batch_code: batchCode }),
    response: qrBatch,
    errors: ['qr_batch_not_found'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/qr-codes/:code',
    summary: 'Get a QR code, and the unit that has it',
    permission: 'inventory.view',
    scope: 'chain',
    params: byCode,
    response: qrCode,
    errors: ['qr_code_not_found'],
  }),
  linkable: defineRoute({
    method: 'GET',
    path: '/qr-codes/:code/linkable-units',
    summary: 'List the units that a QR code may be linked to',
    permission: 'inventory.create',
    scope: 'chain',
    params: byCode,
    query: z.strictObject({
      number: z.string().trim().max(SCAN_CODE_MAX).optional().describe('A whole number of the unit'),
    }),
    response: shape('LinkableUnits', {
      data: z.array(linkableUnit).describe(`The first ${LINKABLE_SHOWN} of them`),
      total: z.int(),
    }),
    errors: ['qr_code_not_found'],
  }),
  generateBatch: defineRoute({
    method: 'POST',
    path: '/qr-codes/generate-batch',
    summary: 'Generate a batch of QR codes',
    permission: 'inventory.create',
    scope: 'chain',
    invalidates: CODES,
    body: z.strictObject({ quantity, ...qrBatchForm.shape }),
    response: generated,
    status: 201,
    errors: ['order_not_found', 'illegal_state', 'store_inactive'],
  }),
  generateForOrder: defineRoute({
    method: 'POST',
    path: '/supplier-transactions/:orderId/generate-qr-codes',
    summary: 'Generate QR codes for a purchase order',
    permission: 'inventory.create',
    scope: 'chain',
    invalidates: CODES,
    params: z.object({ orderId: idText }),
    body: z.strictObject(qrQuantityForm.shape),
    response: generated,
    status: 201,
    errors: ['order_not_found', 'illegal_state', 'store_inactive'],
  }),
  downloadBatch: defineRoute({
    method: 'POST',
    path: '/qr-codes/download-batch',
    summary: 'Draw the QR codes of a batch as a sheet',
    permission: 'inventory.create',
    scope: 'chain',
    reads: true,
    body: z.strictObject({
      batch_code: batchCode,
      columns: z.literal(QR_SHEET_COLUMNS).optional().describe('How many codes stand beside each other'),
    }),
    response: fileResponse,
    fileType: 'image/png',
    errors: ['qr_batch_not_found', 'too_many_attempts'],
  }),
  deleteBatch: defineRoute({
    method: 'DELETE',
    path: '/qr-codes/delete-batch',
    summary: 'Delete the unused QR codes of a batch',
    permission: 'qr.delete',
    scope: 'chain',
    invalidates: CODES,
    body: z.strictObject({ batch_code: batchCode }),
    response: shape('DeletedCodes', {
      deleted: z.int(),
      kept: z.int().describe('Those that were linked or voided'),
    }),
    errors: ['qr_batch_not_found', 'store_inactive'],
  }),
  void: defineRoute({
    method: 'POST',
    path: '/qr-codes/:code/void',
    summary: 'Void an unused QR code',
    permission: 'qr.delete',
    scope: 'chain',
    invalidates: CODES,
    params: byCode,
    body: z.strictObject(voidCodeForm.shape),
    response: qrCode,
    errors: ['qr_code_not_found', 'invalid_qr_code', 'store_inactive'],
  }),
  createAndLink: defineRoute({
    method: 'POST',
    path: '/qr-codes/:code/create-and-link',
    summary: 'Link a QR code to an inventory item, new or there already',
    permission: 'inventory.create',
    scope: 'store',
    invalidates: inventory.create.invalidates,
    params: byCode,
    body: z.strictObject({
      ...unitForm.omit({ qr_code: true }).partial().shape,
      store_id: id.optional().describe('Another one of your stores than the header’s'),
      inventory_item_id: id
        .optional()
        .describe('A unit that was received from the order of the code: no other field goes with it'),
    }),
    aliases: inventory.create.aliases,
    response: inventory.create.response,
    status: 201,
    location: '/inventory/:id',
    errors: [
      'qr_code_not_found',
      'invalid_qr_code',
      'foreign_store',
      'number_taken',
      'item_not_found',
      'item_unavailable',
      'illegal_state',
    ],
  }),
});
