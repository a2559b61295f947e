import { z } from './zod.ts';
import {
  CODES_AT_ONCE,
  countOutcomes,
  countStatuses,
  differenceKinds,
  QUANTITY_MAX,
  settlements,
  unexpectedPlaces,
} from '#domain/counts.ts';
import { unitCategories } from '#domain/transactions.ts';
import { fieldPermission, id, idOf, idText, instant, reason, scanCode } from './codecs.ts';
import { moduleText, defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { message, named, shape, unitDeposit } from './shapes.ts';

/** The progress of a count; the expected numbers are shown only to users who may close it. */
const progress = shape('CountProgress', {
  found: z.int(),
  unexpected: z.int(),
  sold: z.int().describe('Scanned after they were sold, while the count ran'),
  unknown: z.int().describe('Codes that no unit has'),
  quantities: z.int().describe('Variations of which a number was entered'),
  own: z.int().describe('Your own scans of units'),
  expected: fieldPermission('counts.close', z.int()).describe('Units that stood there when it began'),
  missing: fieldPermission('counts.close', z.int()),
  paid_for: fieldPermission('counts.close', z.int()).describe(
    'Of `missing` while it is open: those that customers paid for on drafts',
  ),
});
export type CountProgress = z.output<typeof progress>;

/** The result of closing a count. */
export const countSettled = shape('CountSettled', {
  lost: z.int().describe('Missing, and lost now'),
  surplus: z
    .int()
    .describe('Without numbers, fewer counted than stood there when that was entered, and lost now'),
  moved: z.int().describe('Came here from other stores'),
  brought_back: z.int().describe('Were lost, and stand here now'),
  sold_meanwhile: z.int().describe('Sold while it ran, scanned or not'),
  held: z.int().describe('Not scanned, but in a cart: left as they are'),
});

const rowFields = {
  id,
  number: z.string(),
  status: z.enum(countStatuses),
  store: named,
  product_type: named.nullable(),
  product: named.nullable(),
  category: z.enum(unitCategories).nullable(),
  started_at: instant,
  started_by: named,
  ended_at: instant.nullable(),
  ended_by: named.nullable().describe('Who closed or cancelled it'),
  reason: z.string().nullable().describe('Why it was closed as it was, or cancelled'),
};
export const countRow = shape('StockCountRow', {
  ...rowFields,
  counted: z.int().describe('Units scanned so far'),
  lost: fieldPermission('counts.close', z.int().nullable()).describe('Null until it is closed'),
});
export type StockCountRow = z.output<typeof countRow>;

export const stockCount = shape('StockCount', {
  ...rowFields,
  progress,
  people: z
    .array(
      z.object({
        staff: named,
        units: z.int(),
        last_at: instant
          .nullable()
          .default(null)
          .describe('When they scanned last; null if that is not known'),
        product_type: named.nullable().default(null).describe('Of the unit that they scanned last'),
      }),
    )
    .describe('Who scanned how many'),
  tills_waiting: z
    .array(z.string())
    .default([])
    .describe('While it is open, the tills of the store with sales that are not sent yet'),
  tills_silent: z
    .array(z.string())
    .default([])
    .describe(
      'While it is open, the tills of the store with an open shift that were not heard from for a while',
    ),
  settled: fieldPermission('counts.close', countSettled.nullable()).describe('Null until it is closed'),
});
export type StockCount = z.output<typeof stockCount>;

/** A unit as shown while counting. */
export const countedUnit = shape('CountedUnit', {
  inventory_item_id: id,
  /** Absent from older servers. */
  product_id: id.nullable().default(null),
  product_name: z.string(),
  variation_name: z.string(),
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
  qr_code: z.string().nullable(),
  category: z.enum(unitCategories),
});
export type CountedUnit = z.output<typeof countedUnit>;

const place = shape('CountPlace', {
  kind: z.enum(unexpectedPlaces),
  store: named.describe('The store that it belongs to'),
});

/** The result of a code's first scan. */
const scanned = {
  code: z.string(),
  unit: countedUnit.nullable().describe('Null for a code that no unit has'),
  place: place.nullable().describe('Where it should be, if not here'),
  counted_by: named,
  counted_at: instant,
};

const scannedBarcode = shape('ScannedBarcode', {
  id,
  name: z.string(),
  product: z.object({ name: z.string(), requires_serial: z.boolean() }),
});
export type ScannedBarcode = z.output<typeof scannedBarcode>;

const countScan = shape('CountScan', {
  ...scanned,
  outcome: z.enum(countOutcomes),
  variation: scannedBarcode.nullable().describe('Whose barcode it is; nothing is counted by it'),
});
export type CountScan = z.output<typeof countScan>;

const countDifference = shape('CountDifference', {
  kind: z.enum(differenceKinds),
  others_counted: z
    .boolean()
    .default(false)
    .describe('Of what is missing while the count is open: others of its product were found'),
  code: z.string().nullable(),
  unit: countedUnit.nullable(),
  place: place.nullable(),
  counted_by: named.nullable().describe('Null for what nobody scanned'),
  counted_at: instant.nullable(),
  settled: z.enum(settlements).nullable().describe('What closing did with it; null before'),
  variation: z
    .object({ id, product_name: z.string(), name: z.string() })
    .nullable()
    .describe('Of a number that was entered'),
  expected: z.int().nullable().describe('So many stood there when the number was entered'),
  quantity: z.int().nullable().describe('So many were counted'),
  deposit: unitDeposit
    .nullable()
    .default(null)
    .describe('The payments on a draft that has this missing or unexpected unit'),
});
export type CountDifference = z.output<typeof countDifference>;

const found = { found: z.int(), missing: z.int().describe('With a code, and not scanned') };

const countBreakdown = shape('CountBreakdown', {
  data: z.array(
    z.object({
      product_type: named,
      ...found,
      missing_so_far: z.int().describe('Those of `missing` of whose product others were found'),
    }),
  ),
  product: z
    .object({ id, ...found })
    .nullable()
    .describe('Of the product that is asked for'),
});
export type CountBreakdown = z.output<typeof countBreakdown>;

const countedQuantity = shape('CountedQuantity', {
  product_variation_id: id,
  product_name: z.string(),
  variation_name: z.string(),
  quantity: z.int(),
  counted_by: named,
  counted_at: instant,
  expected: fieldPermission('counts.close', z.int()).describe('So many stood there when it was entered'),
});
export type CountedQuantity = z.output<typeof countedQuantity>;

const byCount = z.object({ countId: idText });
const COUNTS = ['counts'] as const;
/** Reads that show stock and where units are. */
const STOCK_SHOWN = ['counts', 'inventory', 'products', 'pos.products', 'dashboard', 'stores'] as const;
const COUNTING = ['inventory.edit', 'counts.close'] as const;

export const countForm = z.object({
  product_type_id: id.nullable().optional(),
  product_id: id.nullable().optional(),
  category: z.enum(unitCategories).nullable().optional(),
});

export const endForm = z.object({ reason: reason('Reason required') });

export const quantityForm = z.object({
  product_variation_id: idOf('Choose a product'),
  quantity: z
    .int({ error: 'Type a whole number' })
    .min(0, 'Type a whole number')
    .max(QUANTITY_MAX, `At most ${QUANTITY_MAX.toLocaleString('en-US')}`),
});

export const counts = defineRoutes('counts', {
  [moduleText]: {
    title: 'Stock counts',
    about: 'Stock counts: what of a store was found, what was not, and what became of it',
  },
  list: defineRoute({
    method: 'GET',
    path: '/inventory/counts',
    summary: 'Find stock counts of the store',
    permission: COUNTING,
    scope: 'store',
    query: z.strictObject({ ...pageQuery, status: z.enum(countStatuses).optional() }),
    response: pageOf(countRow),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/inventory/counts',
    summary: 'Start a stock count',
    permission: 'inventory.edit',
    scope: 'store',
    invalidates: COUNTS,
    body: z.strictObject({
      ...countForm.shape,
      store_id: id.optional().describe('Another one of your stores than the header’s'),
    }),
    aliases: { store: 'store_id' },
    response: stockCount,
    status: 201,
    location: '/inventory/counts/:id',
    errors: ['count_open', 'foreign_store'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/inventory/counts/:countId',
    summary: 'Get a stock count',
    permission: COUNTING,
    scope: 'store',
    params: byCount,
    response: stockCount,
    errors: ['count_not_found'],
  }),
  scans: defineRoute({
    method: 'GET',
    path: '/inventory/counts/:countId/scans',
    summary: 'List what was scanned in a stock count, the newest first',
    permission: COUNTING,
    scope: 'store',
    params: byCount,
    query: z.strictObject({
      ...pageQuery,
      kind: z.enum(['found', 'unexpected', 'sold', 'unknown']).optional().describe('All units without it'),
    }),
    response: pageOf(countScan),
    errors: ['count_not_found'],
  }),
  scan: defineRoute({
    method: 'POST',
    path: '/inventory/counts/:countId/scans',
    summary: 'Count units by their codes',
    permission: 'inventory.edit',
    scope: 'store',
    invalidates: [],
    params: byCount,
    body: z.strictObject({
      codes: z
        .array(scanCode('Scan a code'), { error: 'Scan a code' })
        .min(1, 'Scan a code')
        .max(CODES_AT_ONCE, `At most ${CODES_AT_ONCE} codes at once`),
    }),
    response: z.object({ data: z.array(countScan), own: z.int().describe('Your own scans of units') }),
    errors: ['count_not_found', 'illegal_state'],
    unaudited: true,
  }),
  quantities: defineRoute({
    method: 'GET',
    path: '/inventory/counts/:countId/quantities',
    summary: 'List the numbers that were entered in a stock count',
    permission: COUNTING,
    scope: 'store',
    params: byCount,
    query: z.strictObject(pageQuery),
    response: pageOf(countedQuantity),
    errors: ['count_not_found'],
  }),
  setQuantity: defineRoute({
    method: 'PUT',
    path: '/inventory/counts/:countId/quantities',
    summary: 'Enter the number of units of a variation in a stock count',
    permission: 'inventory.edit',
    scope: 'store',
    invalidates: COUNTS,
    params: byCount,
    body: z.strictObject(quantityForm.shape),
    response: countedQuantity,
    errors: ['count_not_found', 'illegal_state', 'product_not_found'],
  }),
  removeQuantity: defineRoute({
    method: 'DELETE',
    path: '/inventory/counts/:countId/quantities/:variationId',
    summary: 'Take back a number that was entered in a stock count',
    permission: 'inventory.edit',
    scope: 'store',
    invalidates: COUNTS,
    params: byCount.extend({ variationId: idText }),
    response: message,
    errors: ['count_not_found', 'illegal_state', 'not_found'],
  }),
  differences: defineRoute({
    method: 'GET',
    path: '/inventory/counts/:countId/differences',
    summary: 'List the differences of a stock count',
    permission: 'counts.close',
    scope: 'store',
    params: byCount,
    query: z.strictObject({ ...pageQuery, kind: z.enum(differenceKinds) }),
    response: pageOf(countDifference),
    errors: ['count_not_found'],
  }),
  breakdown: defineRoute({
    method: 'GET',
    path: '/inventory/counts/:countId/breakdown',
    summary: 'Get the progress of a stock count by product type',
    permission: 'counts.close',
    scope: 'store',
    params: byCount,
    query: z.strictObject({ product_id: idText.optional().describe('The product to tell the progress of') }),
    response: countBreakdown,
    errors: ['count_not_found'],
  }),
  export: defineRoute({
    method: 'GET',
    path: '/inventory/counts/:countId/export',
    summary: 'Export the differences of a stock count',
    permission: 'counts.close',
    scope: 'store',
    params: byCount,
    response: fileResponse,
    fileType: 'text/csv',
    errors: ['count_not_found'],
  }),
  close: defineRoute({
    method: 'POST',
    path: '/inventory/counts/:countId/close',
    summary: 'Close a stock count, and set the stock by it',
    permission: 'counts.close',
    scope: 'store',
    invalidates: STOCK_SHOWN,
    params: byCount,
    body: z.strictObject(endForm.shape),
    response: stockCount,
    errors: ['count_not_found', 'illegal_state'],
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/inventory/counts/:countId/cancel',
    summary: 'Cancel a stock count',
    permission: 'counts.close',
    scope: 'store',
    invalidates: COUNTS,
    params: byCount,
    body: z.strictObject(endForm.shape),
    response: stockCount,
    errors: ['count_not_found', 'illegal_state'],
    whileInactive: true,
  }),
});
