import { z } from './zod.ts';
import { idText, requiredText } from './codecs.ts';
import { defineRoute } from './define-route.ts';
import { namedPage, pageQuery } from './pages.ts';
import { message, named } from './shapes.ts';

export const manufacturerForm = z.object({ name: requiredText('Name', 100) });

export const manufacturers = {
  list: defineRoute({
    method: 'GET',
    path: '/manufacturers',
    summary: 'Find manufacturers',
    permission: 'products.view',
    scope: 'chain',
    query: z.strictObject({ ...pageQuery, search: z.string().max(100).optional() }),
    response: namedPage,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/manufacturers',
    summary: 'Create a manufacturer',
    permission: 'products.create',
    scope: 'chain',
    touches: ['manufacturers.list'],
    body: z.strictObject(manufacturerForm.shape),
    response: named,
    status: 201,
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/manufacturers/:manufacturerId',
    summary: 'Delete a manufacturer',
    permission: 'products.delete',
    scope: 'chain',
    touches: ['manufacturers.list'],
    params: z.object({ manufacturerId: idText }),
    response: message,
    errors: ['in_use'],
  }),
};
