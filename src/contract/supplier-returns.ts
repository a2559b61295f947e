import { z } from './zod.ts';
import { comeBackStatuses, RETURN_MAX } from '#domain/supplier-returns.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import {
  fieldPermission,
  id,
  idOf,
  idText,
  instant,
  money,
  optionalLines,
  optionalText,
  reason,
  scanCode,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { named, shape } from './shapes.ts';

/** A unit as shown while packing. */
const unitFields = {
  inventory_item_id: id,
  product_name: z.string(),
  variation_name: z.string(),
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
  qr_code: z.string().nullable(),
  category: z.enum(unitCategories),
};

export const returnableUnit = shape('ReturnableUnit', {
  ...unitFields,
  status: z.enum(unitStatuses),
  supplier: named.nullable().describe('Whom it came from, where that is known'),
  problem: z.string().nullable().describe('Why it cannot go back; null where it can'),
});
export type ReturnableUnit = z.output<typeof returnableUnit>;

export const returnItem = shape('SupplierReturnItem', {
  ...unitFields,
  was: z.enum(comeBackStatuses).describe('What it was when it went'),
  purchase_cost: fieldPermission('costs.view', money.nullable()),
  came_back_at: instant.nullable().describe('Null while the supplier has it'),
  came_back_by: named.nullable(),
  came_back_as: z.enum(comeBackStatuses).nullable(),
  never_left: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Why it never went, as when it was sold before: `Sold as …`. It counts as back, without a cost',
    ),
});
export type SupplierReturnItem = z.output<typeof returnItem>;

const rowFields = {
  id,
  number: z.string(),
  supplier: z.object({ ...named.shape, is_deleted: z.boolean() }),
  store: named,
  reference: z.string().nullable().describe('The supplier’s own: an RMA or a credit note'),
  reason: z.string(),
  created_at: instant,
  created_by: named,
  units_count: z.int(),
  back_count: z.int().describe('Units that came in again'),
};
export const returnRow = shape('SupplierReturnRow', rowFields);
export type SupplierReturnRow = z.output<typeof returnRow>;

export const supplierReturn = shape('SupplierReturn', {
  ...rowFields,
  notes: z.string().nullable(),
  total_cost: fieldPermission('costs.view', money).describe(
    'What its units cost that went, as far as that is known',
  ),
  items: z.array(returnItem),
});
export type SupplierReturn = z.output<typeof supplierReturn>;

const unitIdList = (missing: string) =>
  z
    .array(id, { error: missing })
    .min(1, missing)
    .max(RETURN_MAX, `At most ${RETURN_MAX} units at once`)
    .refine((ids) => new Set(ids).size === ids.length, 'The same unit stands there twice');

const later = { reference: optionalText(100).optional(), notes: optionalLines(2000).optional() };

export const supplierReturnForm = z.object({
  supplier_id: idOf('Please select a supplier'),
  item_ids: unitIdList('Scan the units that go back'),
  reason: reason('Reason required'),
  ...later,
});
export const supplierReturnChanges = z.object(later);

const byReturn = z.object({ returnId: idText });
/** Reads that show where units are. */
const UNITS = [
  'supplierReturns',
  'inventory',
  'products',
  'pos.products',
  'dashboard',
  'stores',
  'suppliers.stats',
] as const;

export const supplierReturns = defineRoutes('supplierReturns', {
  [moduleText]: {
    title: 'Supplier returns',
    about: 'Units that went back to their suppliers, and what of them came in again',
  },
  list: defineRoute({
    method: 'GET',
    path: '/supplier-returns',
    summary: 'Find what the store returned to suppliers',
    permission: 'inventory.update',
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      search: z
        .string()
        .max(100)
        .optional()
        .describe('A part of its number or reference, or of a code of one of its units'),
      supplier_id: idText.optional(),
      state: z.enum(['away', 'back']).optional().describe('Whether the supplier still has some of it'),
    }),
    response: pageOf(returnRow),
  }),
  lookUp: defineRoute({
    method: 'GET',
    path: '/supplier-returns/lookup',
    summary: 'Look up what could go back to its supplier',
    permission: 'inventory.update',
    scope: 'store',
    query: z.strictObject({
      code: scanCode('Item not found'),
    }),
    /** Finds the unit with the code, in any store; for a barcode the units of this store, defective ones first. */
    response: z.object({ data: z.array(returnableUnit) }),
    errors: ['code_not_found'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/supplier-returns/:returnId',
    summary: 'Get a return to a supplier',
    permission: 'inventory.update',
    scope: 'chain',
    params: byReturn,
    response: supplierReturn,
    errors: ['return_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/supplier-returns',
    summary: 'Return units to their supplier',
    permission: 'inventory.update',
    scope: 'store',
    invalidates: UNITS,
    body: z.strictObject(supplierReturnForm.shape),
    aliases: { supplier: 'supplier_id' },
    response: supplierReturn,
    status: 201,
    location: '/supplier-returns/:id',
    errors: ['units_unavailable'],
    whileInactive: true,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/supplier-returns/:returnId',
    summary: 'Change what is noted of a return to a supplier',
    permission: 'inventory.update',
    scope: 'chain',
    invalidates: ['supplierReturns'],
    params: byReturn,
    body: z.strictObject(supplierReturnChanges.shape),
    response: supplierReturn,
    errors: ['return_not_found'],
  }),
  takeBack: defineRoute({
    method: 'POST',
    path: '/supplier-returns/:returnId/receive',
    summary: 'Receive units that a supplier sent back',
    permission: 'inventory.update',
    scope: 'chain',
    invalidates: UNITS,
    params: byReturn,
    body: z.strictObject({
      item_ids: unitIdList('Scan the units that came back'),
      status: z.enum(comeBackStatuses, { error: 'Choose a status' }),
    }),
    response: supplierReturn,
    errors: ['return_not_found', 'illegal_state'],
  }),
});
