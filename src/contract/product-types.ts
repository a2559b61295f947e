import { z } from './zod.ts';
import { scannedNumbersChoices } from '#domain/receiving.ts';
import { id, idText, requiredText } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { namedQuery, pageOf } from './pages.ts';
import { message, shape } from './shapes.ts';

export const productType = shape('ProductType', {
  id,
  name: z.string(),
  requires_serial: z.boolean().describe('Units of its products need a serial number or an IMEI'),
  scanned_numbers: z.enum(scannedNumbersChoices).describe('Scanned of each unit that is received'),
  warranty_months: z.int().nullable().describe('Of new units; null and 0 are none'),
  warranty_months_used: z.int().nullable().describe('Of used and refurbished units'),
  reorder_point: z
    .int()
    .nullable()
    .describe('A variation is low in a store that has fewer; null: once it is out'),
});
export type ProductType = z.output<typeof productType>;

const productTypeEntry = shape('ProductTypeEntry', {
  ...productType.shape,
  products_count: z.int().describe('Inactive ones too'),
});
export type ProductTypeEntry = z.output<typeof productTypeEntry>;

const MONTHS_MAX = 120;
const REORDER_MAX = 10_000;

const months = z
  .int({ error: 'Use whole months' })
  .min(0, 'Months cannot be negative')
  .max(MONTHS_MAX, `At most ${MONTHS_MAX} months`)
  .nullable();
/** Months of warranty of types and products: for new units, and for used and refurbished ones. */
export const warrantyFields = { warranty_months: months.optional(), warranty_months_used: months.optional() };

/** The minimum stock of a variation in a store: below it the variation is low; 0 turns this off. */
export const reorderPoint = z
  .int({ error: 'Use a whole number' })
  .min(0, 'The reorder point cannot be negative')
  .max(REORDER_MAX, `At most ${REORDER_MAX}`)
  .nullable();

export const productTypeForm = z.object({
  name: requiredText('Name', 100),
  requires_serial: z.boolean(),
  scanned_numbers: z
    .enum(scannedNumbersChoices)
    .optional()
    .describe('Left out of a new one: what its name suggests, an IMEI of phones and tablets'),
  ...warrantyFields,
  reorder_point: reorderPoint.optional(),
});
export type ProductTypeForm = z.output<typeof productTypeForm>;

const typeSorts = [
  ...(['name', '-name', 'requires_serial', '-requires_serial'] as const),
  ...(['warranty_months', '-warranty_months', 'reorder_point', '-reorder_point'] as const),
  ...(['products_count', '-products_count'] as const),
];

const params = z.object({ productTypeId: idText });

export const productTypes = defineRoutes('productTypes', {
  [moduleText]: { title: 'Product types', about: 'What kinds of products the shop sells' },
  list: defineRoute({
    method: 'GET',
    path: '/product-types',
    summary: 'Find product types',
    permission: 'products.view',
    scope: 'chain',
    query: z.strictObject({ ...namedQuery, sort: z.enum(typeSorts).optional() }),
    response: pageOf(productTypeEntry),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/product-types/:productTypeId',
    summary: 'Get a product type',
    permission: 'products.view',
    scope: 'chain',
    params,
    response: productType,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/product-types',
    summary: 'Create a product type',
    permission: 'products.create',
    scope: 'chain',
    invalidates: ['productTypes.list'],
    body: z.strictObject(productTypeForm.shape),
    response: productType,
    status: 201,
    location: '/product-types/:id',
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/product-types/:productTypeId',
    summary: 'Change a product type',
    permission: 'products.edit',
    scope: 'chain',
    invalidates: ['productTypes', 'products', 'inventory.lowStock', 'dashboard'],
    params,
    body: z.strictObject(productTypeForm.partial().shape),
    response: productType,
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/product-types/:productTypeId',
    summary: 'Delete a product type',
    permission: 'products.delete',
    scope: 'chain',
    invalidates: ['productTypes.list'],
    params,
    response: message,
    errors: ['in_use'],
  }),
});
