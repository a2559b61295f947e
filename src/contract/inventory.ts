import { z } from './zod.ts';
import { normaliseQrCode, normaliseSerial, ungrouped } from '#domain/barcodes.ts';
import { qrCodeStatuses } from '#domain/qr-codes.ts';
import { dispositions } from '#domain/refunds.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import { unitEventKinds } from '#domain/units.ts';
import { isOneLine, oneLine } from '#domain/plain-text.ts';
import {
  countText,
  fieldPermission,
  flagText,
  id,
  idOf,
  idText,
  instant,
  INVALID_CHARACTERS,
  money,
  moneyFromZero,
  moneyFromZeroOf,
  optionalLines,
  optionalText,
  reason,
  scanCode,
} from './codecs.ts';
import { moduleText, defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { unit, message, named, productVariation, shape, unitPrices, warranty } from './shapes.ts';
import { tradeIn, tradeInTerms } from './trade-ins.ts';

/** A unit's supplier; a deleted one keeps its name and has no page. */
const unitSupplier = shape('UnitSupplier', { ...named.shape, is_deleted: z.boolean() });

/** A unit as shown in the back office. */
export const inventoryUnit = shape('InventoryUnit', {
  ...unit.shape,
  store: named,
  product_variation: productVariation,
  supplier: unitSupplier.nullable(),
  purchase_cost: fieldPermission('costs.view', money.nullable()),
  notes: z.string().nullable(),
  created_at: instant,
  created_by: named.nullable(),
  updated_at: instant.nullable(),
  sold_at: instant.nullable(),
  age_days: z.int().describe('Whole days since it came; of a sold one, until it was sold'),
});
export type InventoryUnit = z.output<typeof inventoryUnit>;

/** A sale of a unit, for callers who may see it. */
export const unitSale = shape('UnitSale', {
  id,
  number: z.string(),
  completed_at: instant,
  store: named,
  customer: named.nullable(),
  staff: named,
});
export type UnitSale = z.output<typeof unitSale>;

const unitEvent = shape('UnitEvent', {
  at: instant,
  kind: z.enum(unitEventKinds),
  by: named.nullable().describe('Null where nobody is known, or it is not yours to see'),
  store: named.nullable(),
  supplier: unitSupplier.nullable().describe('Who it came from, where it was received'),
  order: z
    .object({ id, number: z.string() })
    .nullable()
    .describe('The purchase order that it was received on, where that is yours to see'),
  reason: z.string().nullable(),
  sale: unitSale.nullable(),
  went_to: z.enum(dispositions).nullable().describe('Of a unit that was refunded'),
  transfer: z
    .object({ id: id.nullable(), number: z.string().nullable(), from_store: named, to_store: named })
    .nullable()
    .describe('Without id and number where it is not yours to see'),
  count: z.object({ id, number: z.string() }).nullable().describe('Where it is yours to see'),
  supplier_return: z
    .object({ id, number: z.string() })
    .nullable()
    .default(null)
    .describe('Where it is yours to see'),
  receipt: z
    .object({ id, number: z.string(), order: z.object({ id, transaction_number: z.string() }) })
    .nullable()
    .describe('That it was received with, where it is yours to see'),
  brought_by: z
    .object({
      customer: fieldPermission('customers.view', named.nullable()),
      name: z.string().nullable().describe('Of somebody who is no customer'),
    })
    .nullable()
    .describe('Who traded it in, where that is yours to see'),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  cost: fieldPermission(
    'costs.view',
    z.object({ before: money.nullable(), after: money.nullable() }).nullable(),
  ),
});
export type UnitEvent = z.output<typeof unitEvent>;

/** The location of a unit in any store, for callers who may see stock. */
export const foundUnit = shape('FoundUnit', {
  id,
  product_variation: productVariation,
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
  qr_code: z.string().nullable().default(null),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
  prices: unitPrices
    .nullable()
    .optional()
    .describe('Null for one without a price; absent from older servers'),
  status: z.enum(unitStatuses),
  store: named,
  is_yours: z.boolean().describe('It stands in one of your stores'),
});

/** A unit with its history, newest event first. */
const unitHistory = shape('UnitLife', {
  ...inventoryUnit.shape,
  warranty: warranty.nullable().describe('Of its last sale; null for one that was never sold'),
  sale: unitSale.nullable().describe('The sale it is out with, where that is yours to see'),
  qr_batch: z.string().nullable().describe('The batch that its label was printed with'),
  same_imei: z
    .array(foundUnit)
    .default([])
    .describe('Other units with one of its IMEIs but for the check digit, from before that was refused'),
  life: z.array(unitEvent),
});
export type UnitHistory = z.output<typeof unitHistory>;

export const whereIs = shape('WhereIs', {
  code: z.string(),
  unit: foundUnit.nullable().describe('Null for one that the chain never had'),
  warranty: warranty.nullable().describe('Of its last sale; null for one that was never sold'),
  sale: unitSale.nullable().describe('Its last sale, where that is yours to see'),
  was_given_back: z.boolean().default(false).describe('It was traded in, and went back to its seller since'),
  label: z
    .object({
      qr_code: z.string(),
      status: z.enum(qrCodeStatuses),
      void_reason: z.string().nullable(),
      order_number: z.string(),
      store: named,
    })
    .nullable()
    .describe('Where the code is one of a label that no unit has'),
});
export type WhereIs = z.output<typeof whereIs>;

const IMEI_MAX = 15;
const SERIAL_MAX = 50;
const QR_MAX = 100;
const NOTES_MAX = 2000;

/** An IMEI as printed, with or without groups. Only the form warns about a wrong check digit. */
const imei = z
  .string()
  .overwrite((text) => ungrouped(text.normalize('NFKC')))
  .regex(/^\d*$/, 'An IMEI has digits only')
  .max(IMEI_MAX, `An IMEI has at most ${IMEI_MAX} digits`)
  .nullable()
  .overwrite((text) => text || null);
const code = (max: number, normalise: (code: string) => string) =>
  z
    .string()
    .overwrite(oneLine)
    .refine(isOneLine, INVALID_CHARACTERS)
    .overwrite(normalise)
    .max(max, `At most ${max} characters`)
    .nullable()
    .overwrite((text) => text || null);

const rating = z
  .int({ error: 'Choose a rating from 1 to 5' })
  .min(1, 'Choose a rating from 1 to 5')
  .max(5, 'Choose a rating from 1 to 5')
  .nullable();

/** The price of one unit alone. */
export const ownPrice = moneyFromZeroOf('Price').refine((price) => price > 0, 'Type a price above 0');

const unitFields = {
  serial_number: code(SERIAL_MAX, normaliseSerial).optional(),
  imei: imei.optional(),
  imei2: imei.optional(),
  qr_code: code(QR_MAX, normaliseQrCode).optional(),
  category: z.enum(unitCategories, { error: 'Category is required' }),
  condition_rating: rating.optional(),
  own_price: ownPrice.nullable().optional().describe('Of this unit alone, with `products.edit`'),
  own_minimum_price: moneyFromZeroOf('Minimum price').nullable().optional(),
  purchase_cost: fieldPermission('costs.view', moneyFromZero.nullable()),
  supplier_id: id.nullable().optional(),
  notes: optionalLines(NOTES_MAX).optional(),
};

/** The form of a new unit; its store is the current one. */
export const unitForm = z.object({
  product_variation_id: idOf('Product variation is required'),
  ...unitFields,
});

/** The changeable fields of a unit; its status is changed separately, with a reason. */
export const unitChanges = z.object(unitFields).partial();

const BROUGHT_BY_MAX = 100;

/** The trade-in form of a known unit: its condition now, who sells it, and how it is paid. */
export const tradeInForm = z.object({
  condition_rating: rating.unwrap(),
  own_price: unitFields.own_price,
  own_minimum_price: unitFields.own_minimum_price,
  notes: optionalLines(NOTES_MAX).optional(),
  ...tradeInTerms,
  purchase_cost: fieldPermission('costs.view', moneyFromZero.nullable()).describe(
    'The `amount` of programs before 1.1.0',
  ),
  brought_by: optionalText(BROUGHT_BY_MAX)
    .optional()
    .describe('The name of the seller from programs before 1.1.0'),
});

/** The trade-in form of a unit new to the shop. */
export const newTradeInForm = z.object({
  product_variation_id: unitForm.shape.product_variation_id,
  serial_number: unitFields.serial_number,
  imei: unitFields.imei,
  imei2: unitFields.imei2,
  qr_code: unitFields.qr_code,
  ...tradeInForm.shape,
});

/** The statuses that can be set by hand. */
const settableStatuses = ['available', 'defective', 'lost'] as const;

/** By time in stock: the newest first, or the oldest. */
const unitSorts = ['age', '-age'] as const;
export type UnitSort = (typeof unitSorts)[number];

const unitFilters = z.strictObject({
  search: z
    .string()
    .max(100)
    .optional()
    .describe('Any part of a serial number, IMEI or QR code, else words of the product'),
  status: z.enum(unitStatuses).optional(),
  store_id: idText.optional().describe('Another one of your stores than the header’s'),
  category: z.enum(unitCategories).optional(),
  product_id: idText.optional(),
  product_variation_id: idText.optional(),
  supplier_id: idText.optional(),
  min_age: countText
    .optional()
    .describe('Days since it came, at least: of what is in stock, unless a status is named'),
  max_age: countText.optional().describe('Days since it came, at most'),
  imei_twice: flagText
    .optional()
    .describe('Units with an IMEI that another unit has, too, from before that was refused'),
  without_price: flagText
    .optional()
    .describe('Used and refurbished units that are not sold until they have a price'),
});
export type UnitFilters = z.output<typeof unitFilters>;

/** The maximum number of units priced at once. */
const PRICED_MAX = 100;

const params = z.object({ itemId: idText });
/** Reads that show stock and where units are. */
const STOCK_SHOWN = [
  'inventory',
  'products',
  'pos.products',
  'dashboard',
  'stores',
  'suppliers.stats',
  'purchaseOrders.receipt',
] as const;
const TRADE_INS_SHOWN = [
  ...STOCK_SHOWN,
  'tradeIns',
  'transactions',
  'payments',
  'shifts',
  'cashMovements',
  'zReadings.day',
] as const;
/** At the till an approval stands for the permission to take units in. */
const TAKES_IN = ['inventory.create', 'transactions.create'] as const;
/** Fields that tell only what the caller had seen: the same trade-in, whatever they hold. */
const SEEN = ['known_payments', 'version'] as const;
const REFUSED_TRADE_INS = [
  'approval_required',
  'shift_required',
  'shift_counted',
  'beyond_drawer',
  'customer_not_found',
  'transaction_not_found',
  'illegal_state',
  'beyond_balance',
  'draft_changed',
  'payments_changed',
  'pos_disabled',
] as const;
const tradedIn = shape('TradedInUnit', {
  ...inventoryUnit.shape,
  trade_in: tradeIn.nullable().default(null).describe('Absent from older servers'),
});
/** Reads that show arrivals: a unit with a label counts towards its order, and a deleted one no longer does. */
const ARRIVALS_SHOWN = [...STOCK_SHOWN, 'purchaseOrders', 'qrCodes'] as const;

export const inventory = defineRoutes('inventory', {
  [moduleText]: {
    title: 'Inventory',
    about:
      'Units with their serial numbers and IMEIs: what stands where, what became of each, and what runs low',
  },
  list: defineRoute({
    method: 'GET',
    path: '/inventory',
    summary: 'Find inventory items',
    permission: 'inventory.view',
    scope: 'store',
    query: unitFilters.extend({ ...pageQuery, sort: z.enum(unitSorts).optional() }),
    response: pageOf(inventoryUnit),
    errors: ['foreign_store'],
  }),
  summary: defineRoute({
    method: 'GET',
    path: '/inventory/summary',
    summary: 'Count the inventory items of the store by their states',
    permission: 'inventory.view',
    scope: 'store',
    response: shape('InventorySummary', {
      available: z.int(),
      locked: z.int(),
      reserved: z.int().default(0).describe('For drafts with payments'),
      in_transit: z.int(),
      defective: z.int(),
      on_hold: z.int().default(0).describe('Traded in, and not cleared yet'),
      lost: z.int(),
      imei_twice: z.int().default(0).describe('Units with an IMEI that another unit has, too'),
      without_price: z.int().default(0).describe('Used and refurbished units in stock without a price'),
    }),
  }),
  export: defineRoute({
    method: 'GET',
    path: '/inventory/export',
    summary: 'Export inventory items',
    permission: 'inventory.view',
    scope: 'store',
    query: unitFilters.extend({ sort: z.enum(unitSorts).optional() }),
    response: fileResponse,
    fileType: 'text/csv',
    errors: ['foreign_store'],
  }),
  whereIs: defineRoute({
    method: 'GET',
    path: '/inventory/where-is',
    summary: 'Find where a unit is, and its warranty',
    permission: 'inventory.view',
    scope: 'chain',
    query: z.strictObject({
      code: scanCode('Type a serial number or an IMEI'),
    }),
    response: whereIs,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/inventory/:itemId',
    summary: 'Get an inventory item with its history',
    permission: 'inventory.view',
    scope: 'chain',
    params,
    response: unitHistory,
    errors: ['item_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/inventory',
    summary: 'Create an inventory item',
    permission: 'inventory.create',
    scope: 'store',
    invalidates: ARRIVALS_SHOWN,
    body: z.strictObject({
      ...unitForm.shape,
      store_id: id.optional().describe('Another one of your stores than the header’s'),
    }),
    aliases: { store: 'store_id', supplier: 'supplier_id' },
    response: inventoryUnit,
    status: 201,
    location: '/inventory/:id',
    errors: ['foreign_store', 'number_taken', 'illegal_state'],
  }),
  tradeInNew: defineRoute({
    method: 'POST',
    path: '/inventory/trade-ins',
    summary: 'Take in a used unit that was never ours',
    auditTarget: 'itemId',
    permission: TAKES_IN,
    scope: 'store',
    invalidates: TRADE_INS_SHOWN,
    approvable: 'trade_in',
    approvedAmount: 'amount',
    uncompared: SEEN,
    body: z.strictObject(newTradeInForm.shape),
    response: tradedIn,
    status: 201,
    location: '/inventory/:id',
    errors: [...REFUSED_TRADE_INS, 'number_taken'],
  }),
  tradeIn: defineRoute({
    method: 'POST',
    path: '/inventory/:itemId/trade-in',
    summary: 'Take a sold unit back in trade',
    permission: TAKES_IN,
    scope: 'store',
    approvable: 'trade_in',
    approvedAmount: 'amount',
    invalidates: TRADE_INS_SHOWN,
    params,
    uncompared: SEEN,
    body: z.strictObject(tradeInForm.shape),
    response: tradedIn,
    errors: [...REFUSED_TRADE_INS, 'item_not_found'],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/inventory/:itemId',
    summary: 'Change an inventory item',
    permission: 'inventory.edit',
    scope: 'chain',
    invalidates: STOCK_SHOWN,
    params,
    body: z.strictObject({
      ...unitChanges.shape,
      status: z.enum(settableStatuses, { error: 'Choose a status' }).optional(),
      reason: reason('Reason required').optional(),
    }),
    aliases: { supplier: 'supplier_id' },
    response: inventoryUnit,
    errors: ['item_not_found', 'item_unavailable', 'illegal_state', 'store_inactive', 'number_taken'],
  }),
  setPrices: defineRoute({
    method: 'PUT',
    path: '/inventory/prices',
    summary: 'Give several inventory items prices of their own',
    permission: 'products.edit',
    scope: 'chain',
    invalidates: STOCK_SHOWN,
    body: z.strictObject({
      items: z
        .array(
          z.strictObject({
            inventory_item_id: id,
            own_price: unitFields.own_price.unwrap(),
            own_minimum_price: unitFields.own_minimum_price,
          }),
        )
        .min(1, 'Type at least one price')
        .max(PRICED_MAX, `At most ${PRICED_MAX} items at once`),
    }),
    response: message,
    errors: ['item_not_found', 'item_unavailable', 'illegal_state', 'store_inactive'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/inventory/:itemId',
    summary: 'Delete an inventory item',
    permission: 'inventory.delete',
    scope: 'chain',
    invalidates: ARRIVALS_SHOWN,
    params,
    body: z.strictObject({ reason: reason('Reason required') }),
    response: message,
    errors: ['item_not_found', 'item_unavailable', 'illegal_state', 'in_use'],
  }),
});
