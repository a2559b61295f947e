import { z } from './zod.ts';
import { id, idText, money, fieldPermission } from './codecs.ts';
import { defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { reorderPoint } from './product-types.ts';
import { named, shape } from './shapes.ts';

/** A variation with fewer units in a store than its reorder point there. */
export const lowVariation = shape('LowStock', {
  id: id.describe('The variation’s'),
  name: z.string(),
  image_url: z.string().nullable().describe('Its own photo, or the product’s first'),
  product: shape('LowStockProduct', {
    id,
    name: z.string(),
    sku: z.string(),
    kind: z.string().describe('The product type’s slug, which picks the drawing'),
    product_type: named,
    manufacturer: named,
  }),
  store: named,
  units: z.int().describe('Units that stand in the store'),
  reorder_point: z.int().describe('What holds there'),
  own_reorder_point: z.int().nullable().describe('Null where the type’s holds'),
  missing: z.int().describe('Units up to the reorder point'),
  on_order: z.int().describe('Units that are to come to the store'),
  to_order: z.int().describe('Missing beyond what is on order'),
  barcode: z.string().nullable(),
  cost: fieldPermission('costs.view', money),
  supplier: named
    .nullable()
    .default(null)
    .describe('Who it was last ordered from, while orders can go there; absent from older servers'),
});
export type LowStock = z.output<typeof lowVariation>;

const lowStockLevels = ['out', 'few'] as const;
const lowStockSorts = ['name', '-name', 'missing', '-missing'] as const;
export type LowStockSort = (typeof lowStockSorts)[number];

export const lowStockFilters = z.strictObject({
  search: z.string().max(100).optional().describe('Words of both names, of SKU and barcode'),
  store_id: idText.optional().describe('Another one of your stores than the header’s'),
  product_type_id: idText.optional(),
  manufacturer_id: idText.optional(),
  level: z.enum(lowStockLevels).optional().describe('Out is what is sold out, few what is not'),
});
export type LowStockFilters = z.output<typeof lowStockFilters>;

/** Those of the list that are ordered. */
export const lowStockToOrder = lowStockFilters.extend({
  variation_ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/)
    .optional()
    .describe('Only these variations, as `12,34`'),
});
export type LowStockToOrder = z.output<typeof lowStockToOrder>;

const sort = z.enum(lowStockSorts).optional();

/** A variation's reorder point in a store. */
export const variationPoint = shape('VariationPoint', {
  store: named,
  product_variation: named,
  own_reorder_point: z.int().nullable().describe('Null where the type’s holds'),
});

export const lowStockRoutes = defineRoutes('inventory', {
  lowStock: defineRoute({
    method: 'GET',
    path: '/inventory/low-stock',
    summary: 'Find what runs low at the store',
    permission: 'inventory.view',
    scope: 'store',
    query: lowStockToOrder.extend({ ...pageQuery, sort }),
    response: pageOf(lowVariation),
    errors: ['foreign_store'],
  }),
  exportLowStock: defineRoute({
    method: 'GET',
    path: '/inventory/low-stock/export',
    summary: 'Export what runs low at the store',
    permission: 'inventory.view',
    scope: 'store',
    query: lowStockFilters.extend({ sort }),
    response: fileResponse,
    fileType: 'text/csv',
    errors: ['foreign_store'],
  }),
  setReorderPoint: defineRoute({
    method: 'PUT',
    path: '/products/:productId/variations/:variationId/reorder-point',
    summary: 'Change a reorder point',
    permission: 'products.edit',
    scope: 'store',
    invalidates: ['inventory.lowStock', 'products', 'dashboard'],
    params: z.object({ productId: idText, variationId: idText }),
    body: z.strictObject({
      reorder_point: reorderPoint.describe('Null is what the type says'),
      store_id: id.optional().describe('Another one of your stores than the header’s'),
    }),
    aliases: { store: 'store_id' },
    response: variationPoint,
    errors: ['foreign_store', 'store_inactive'],
  }),
});
