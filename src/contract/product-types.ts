import { z } from './zod.ts';
import { id, idText, requiredText } from './codecs.ts';
import { defineRoute } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { message, shape } from './shapes.ts';

export const productType = shape('ProductType', {
  id,
  name: z.string(),
  requires_serial: z.boolean().describe('Units of its products need a serial number or an IMEI'),
});
export type ProductType = z.output<typeof productType>;

export const productTypeForm = z.object({ name: requiredText('Name', 100), requires_serial: z.boolean() });

const params = z.object({ productTypeId: idText });

export const productTypes = {
  list: defineRoute({
    method: 'GET',
    path: '/product-types',
    summary: 'Find product types',
    permission: 'products.view',
    scope: 'chain',
    query: z.strictObject({ ...pageQuery, search: z.string().max(100).optional() }),
    response: pageOf(productType),
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
    touches: ['productTypes.list'],
    body: z.strictObject(productTypeForm.shape),
    response: productType,
    status: 201,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/product-types/:productTypeId',
    summary: 'Change a product type',
    permission: 'products.edit',
    scope: 'chain',
    touches: ['productTypes'],
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
    touches: ['productTypes.list'],
    params,
    response: message,
    errors: ['in_use'],
  }),
};
