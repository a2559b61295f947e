import { z } from './zod.ts';
import {
  fieldPermission,
  flagText,
  id,
  idText,
  instant,
  money,
  optionalLines,
  optionalText,
  requiredText,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { changesOf, message, shape } from './shapes.ts';

export const supplier = shape('Supplier', {
  id,
  name: z.string(),
  code: z.string(),
  contact_person: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  payment_terms: z.string().nullable(),
  notes: z.string().nullable(),
  is_active: z.boolean().describe('Inactive ones are not offered for new purchase orders'),
  created_at: instant,
});
export type Supplier = z.output<typeof supplier>;

export const SUPPLIER_CODE_MAX = 20;

/** The supplier form; new suppliers are active. Normalises codes, so that no two differ only by case or width. */
export const supplierForm = z.object({
  name: requiredText('Supplier name', 255),
  code: requiredText('Supplier code', SUPPLIER_CODE_MAX).normalize('NFKC').toUpperCase(),
  contact_person: optionalText(255).optional(),
  email: z
    .email({ error: 'Invalid email format' })
    .max(255, 'Invalid email format')
    .toLowerCase()
    .nullable()
    .optional(),
  // Longer than a number: companies enter two numbers, an extension, a contact person.
  phone: optionalText(100).optional(),
  address: optionalLines(1000).optional(),
  payment_terms: optionalText(100).optional(),
  notes: optionalLines(2000).optional(),
  is_active: z.boolean().optional(),
});
export type SupplierForm = z.output<typeof supplierForm>;
const supplierChanges = changesOf(supplierForm, supplier);
export type SupplierChanges = z.output<typeof supplierChanges>;

/** The chain's totals with a supplier. */
export const supplierStats = shape('SupplierStats', {
  total_inventory_items: z.int().describe('Units that came from them, whatever became of these'),
  active_inventory_items: z.int().describe('Those of them that stand in a store'),
  /** Orders of which something is still to come; absent from older servers. */
  open_orders: z.int().default(0),
  /** The total cost of these units, as far as known. */
  total_value: fieldPermission('costs.view', money),
});
export type SupplierStats = z.output<typeof supplierStats>;

const params = z.object({ supplierId: idText });

export const suppliers = defineRoutes('suppliers', {
  [moduleText]: { title: 'Suppliers', about: 'Who the shop buys from, and what came from each' },
  list: defineRoute({
    method: 'GET',
    path: '/suppliers',
    summary: 'Find suppliers',
    permission: 'inventory.view',
    scope: 'chain',
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional(),
      active: flagText.optional(),
    }),
    response: pageOf(supplier),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/suppliers/:supplierId',
    summary: 'Get a supplier',
    permission: 'inventory.view',
    scope: 'chain',
    params,
    response: supplier,
    errors: ['supplier_not_found'],
  }),
  stats: defineRoute({
    method: 'GET',
    path: '/suppliers/:supplierId/stats',
    summary: 'Count the inventory items that came from a supplier',
    permission: 'inventory.view',
    scope: 'chain',
    params,
    response: supplierStats,
    errors: ['supplier_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/suppliers',
    summary: 'Create a supplier',
    permission: 'inventory.create',
    scope: 'chain',
    invalidates: ['suppliers.list'],
    body: z.strictObject(supplierForm.shape),
    response: supplier,
    status: 201,
    location: '/suppliers/:id',
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/suppliers/:supplierId',
    summary: 'Change a supplier',
    permission: 'inventory.update',
    scope: 'chain',
    invalidates: ['suppliers', 'inventory'],
    params,
    body: supplierChanges,
    response: supplier,
    errors: ['supplier_not_found', 'supplier_changed'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/suppliers/:supplierId',
    summary: 'Delete a supplier',
    permission: 'inventory.delete',
    scope: 'chain',
    invalidates: ['suppliers.list', 'inventory'],
    params,
    response: message,
    errors: ['supplier_not_found'],
  }),
});
