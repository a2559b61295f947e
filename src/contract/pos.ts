import { z } from './zod.ts';
import { unitCategories } from '#domain/transactions.ts';
import { countText, id, idText, instant, money, reason, scanCode } from './codecs.ts';
import { ownPrice } from './inventory.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { categoryPricesOrNone, unit, message, productVariation, shape, variationPrices } from './shapes.ts';

/** The most pieces without a number of their own that a till's copy has of one variation. */
export const PIECES_COPIED = 200;

const catalogueVariation = shape('CatalogueVariation', {
  id,
  name: z.string(),
  barcode: z.string().nullable(),
  /** Its own photo; absent if it has none, the product's is used then. */
  image_url: z.string().optional(),
  ...variationPrices,
  ...categoryPricesOrNone,
  /** Units that can be sold at the store now; an expired hold counts as available. */
  availableQuantity: z.int(),
  not_new_quantity: z
    .int()
    .default(0)
    .describe('Used and refurbished ones among them; absent from older servers'),
  inventory_items_count: z
    .int()
    .default(0)
    .describe('Units at the store, those that somebody holds too; absent from older servers'),
  /** True if its units have an IMEI or a serial number, so that the exact unit has to be chosen. */
  is_identified: z.boolean(),
  /** The holder of the first unit, if all units at the store are held. */
  held: z.object({ locked_by: z.string().nullable(), locked_until: instant.nullable() }).nullable(),
  /** At most 20 units of the store, including held ones; none if the caller excluded them. */
  availableItems: z.array(unit),
});
export type CatalogueVariation = z.output<typeof catalogueVariation>;

export const catalogueProduct = shape('CatalogueProduct', {
  id,
  name: z.string(),
  sku: z.string(),
  /** The product type's slug, which selects the drawing without a photo. */
  kind: z.string(),
  /** Its first photo. */
  image_url: z.string().nullable(),
  variations: z.array(catalogueVariation),
});
export type CatalogueProduct = z.output<typeof catalogueProduct>;

export const lock = shape('Lock', {
  inventoryItem: unit,
  productVariation,
  lockToken: z.string(),
  expires_at: instant,
});
export type Lock = z.output<typeof lock>;

export const scanResult = z.discriminatedUnion('type', [
  /** A unit, now locked for this sign-in. */
  z.object({
    type: z.literal('inventory'),
    data: z.object({ ...unit.shape, productVariation }),
    lockToken: z.string(),
    expires_at: instant,
  }),
  /** A variation's barcode sets the variation; a SKU leaves it null, and the picker opens. */
  z.object({ type: z.literal('product'), data: catalogueProduct, variation_id: id.nullable() }),
  /** A receipt's QR code, or a sold unit. */
  z.object({
    type: z.literal('transaction'),
    data: z.object({ transaction_id: id, inventory_item_id: id.optional() }),
  }),
]);
export type ScanResult = z.output<typeof scanResult>;

/** A unit of the till's copy of its store. */
const copiedUnit = shape('CopiedUnit', {
  id,
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
  qr_code: z.string().nullable(),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
  own_price: money.nullable(),
  own_minimum_price: money.nullable(),
});

const copiedMonths = z.int().nullable().default(null);

export const copiedVariation = shape('CopiedVariation', {
  id,
  product_id: id,
  product_name: z.string(),
  name: z.string(),
  barcode: z.string().nullable().describe('Null for a variation that is no longer sold by its barcode'),
  ...variationPrices,
  ...categoryPricesOrNone,
  warranty_months: copiedMonths.describe('Months of warranty of new units; older servers do not tell it'),
  warranty_months_used: copiedMonths.describe('Months of warranty of used and refurbished units'),
  units: z
    .array(copiedUnit)
    .describe(
      `Every unit that stands in the store for sale, held ones too; of pieces without a number of their own the first ${PIECES_COPIED}`,
    ),
});
export type CopiedVariation = z.output<typeof copiedVariation>;

export const storeChanges = z.object({
  version: z.string().describe('What the next call names as `since`'),
  is_first: z
    .boolean()
    .describe(
      'True where the copy begins anew: what is not in this answer and those that go on from it, is gone',
    ),
  has_more: z.boolean().describe('True where another call brings the rest at once'),
  variations: z.array(copiedVariation).describe('Each as it is now, in place of the one before'),
  holds: z
    .array(
      z.object({
        inventory_item_id: id,
        locked_by: z.string(),
        locked_until: instant,
        reserved_for: z
          .string()
          .nullable()
          .default(null)
          .describe('The number of the draft whose payments reserve it; null where it is in a cart alone'),
      }),
    )
    .describe('All units of the store that somebody holds now'),
});
export type StoreChanges = z.output<typeof storeChanges>;

const itemId = z.object({ itemId: idText });

export const pos = defineRoutes('pos', {
  [moduleText]: {
    title: 'Till',
    about: 'What a till needs before a sale: products, scans, and holds on units',
  },
  products: defineRoute({
    method: 'GET',
    path: '/pos/products',
    summary: 'Browse the products of the till',
    permission: 'transactions.create',
    scope: 'store',
    query: z.strictObject({
      search: z.string().max(100).optional(),
      limit: countText.optional(),
      mode: z.enum(['all', 'frequent', 'recent']).optional(),
      /** `none` leaves the units out: product cards do not need them. */
      items: z.enum(['none']).optional(),
    }),
    response: z.object({ data: z.array(catalogueProduct) }),
    versioned: true,
  }),
  product: defineRoute({
    method: 'GET',
    path: '/pos/products/:productId',
    summary: 'Look at one product of the till',
    permission: 'transactions.create',
    scope: 'store',
    params: z.object({ productId: idText }),
    response: catalogueProduct,
    errors: ['product_not_found'],
  }),
  changes: defineRoute({
    method: 'GET',
    path: '/pos/changes',
    summary: 'Read what changed in the store’s stock and prices',
    permission: 'transactions.create',
    scope: 'store',
    query: z.strictObject({
      since: z.string().max(100).optional().describe('The `version` of the last answer; absent at first'),
    }),
    response: storeChanges,
  }),
  scan: defineRoute({
    method: 'POST',
    path: '/pos/scan',
    summary: 'Scan a code',
    permission: 'transactions.create',
    scope: 'store',
    // Finds, and may hold a unit: see `lock`.
    invalidates: [],
    body: z.strictObject({ code: scanCode('Item not found') }),
    response: scanResult,
    errors: ['code_not_found', 'item_unavailable', 'price_missing', 'pos_disabled'],
    unaudited: true,
  }),
  lock: defineRoute({
    method: 'POST',
    path: '/pos/inventory/:itemId/lock',
    summary: 'Hold a unit',
    permission: 'transactions.create',
    scope: 'store',
    // Invalidates nothing, because every scan calls it: the till marks the unit on its cards itself.
    invalidates: [],
    params: itemId,
    response: lock,
    errors: ['code_not_found', 'item_unavailable', 'price_missing', 'pos_disabled'],
    unaudited: true,
  }),
  lockPaidFor: defineRoute({
    method: 'POST',
    path: '/pos/inventory/:itemId/lock-paid-for',
    summary: 'Hold a unit that another draft has paid for',
    permission: 'transactions.review',
    scope: 'store',
    approvable: 'paid_unit',
    // As for `lock`.
    invalidates: [],
    params: itemId,
    response: lock,
    errors: ['code_not_found', 'item_unavailable', 'price_missing', 'pos_disabled'],
  }),
  unlock: defineRoute({
    method: 'POST',
    path: '/pos/inventory/:itemId/unlock',
    summary: 'Release a unit',
    permission: 'transactions.create',
    scope: 'store',
    invalidates: ['pos.products'],
    params: itemId,
    response: message,
    unaudited: true,
  }),
  lockNext: defineRoute({
    method: 'POST',
    path: '/pos/variations/:variationId/lock-next',
    summary: 'Hold any available unit of a product',
    permission: 'transactions.create',
    scope: 'store',
    // As for `lock`.
    invalidates: [],
    params: z.object({ variationId: idText }),
    response: lock,
    errors: ['out_of_stock', 'item_unavailable', 'pos_disabled'],
    unaudited: true,
  }),
  setPrice: defineRoute({
    method: 'POST',
    path: '/pos/inventory/:itemId/price',
    summary: 'Give a unit a price of its own at the till',
    permission: 'products.edit',
    scope: 'store',
    approvable: 'unit_price',
    approvedAmount: 'own_price',
    invalidates: ['inventory', 'pos.products', 'pos.product', 'dashboard'],
    params: itemId,
    body: z.strictObject({
      own_price: ownPrice,
    }),
    response: message,
    errors: ['item_not_found', 'item_unavailable', 'illegal_state', 'store_inactive'],
  }),
  /** Opens the drawer without a sale: the till may kick it only after this answer. */
  noSale: defineRoute({
    method: 'POST',
    path: '/pos/no-sale',
    summary: 'Open the drawer without a sale',
    permission: 'transactions.create',
    scope: 'store',
    approvable: 'no_sale',
    invalidates: [],
    body: z.strictObject({ reason: reason('Reason required') }),
    response: message,
    errors: ['approval_required', 'shift_required', 'shift_counted', 'pos_disabled'],
  }),
});
