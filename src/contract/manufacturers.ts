import { z } from './zod.ts';
import { id, idText, requiredText } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { namedQuery, pageOf } from './pages.ts';
import { message, named, shape } from './shapes.ts';

export const manufacturerForm = z.object({ name: requiredText('Name', 100) });
export type ManufacturerForm = z.output<typeof manufacturerForm>;

const manufacturerEntry = shape('ManufacturerEntry', {
  id,
  name: z.string(),
  products_count: z.int().describe('Inactive ones too'),
});
export type ManufacturerEntry = z.output<typeof manufacturerEntry>;

const params = z.object({ manufacturerId: idText });

export const manufacturers = defineRoutes('manufacturers', {
  [moduleText]: { title: 'Manufacturers', about: 'Who makes the products that the shop sells' },
  list: defineRoute({
    method: 'GET',
    path: '/manufacturers',
    summary: 'Find manufacturers',
    permission: 'products.view',
    scope: 'chain',
    query: z.strictObject({
      ...namedQuery,
      sort: z.enum(['name', '-name', 'products_count', '-products_count']).optional(),
    }),
    response: pageOf(manufacturerEntry),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/manufacturers',
    summary: 'Create a manufacturer',
    permission: 'products.create',
    scope: 'chain',
    invalidates: ['manufacturers.list'],
    body: z.strictObject(manufacturerForm.shape),
    response: named,
    status: 201,
    location: '/manufacturers/:id',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/manufacturers/:manufacturerId',
    summary: 'Get a manufacturer',
    permission: 'products.view',
    scope: 'chain',
    params,
    response: named,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/manufacturers/:manufacturerId',
    summary: 'Rename a manufacturer',
    permission: 'products.edit',
    scope: 'chain',
    invalidates: ['manufacturers', 'products', 'pos'],
    params,
    body: z.strictObject(manufacturerForm.shape),
    response: named,
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/manufacturers/:manufacturerId',
    summary: 'Delete a manufacturer',
    permission: 'products.delete',
    scope: 'chain',
    invalidates: ['manufacturers.list'],
    params,
    response: message,
    errors: ['in_use'],
  }),
});
