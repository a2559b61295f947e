import { id } from './codecs.ts';
import { defineRoute, defineRoutes, moduleText } from './define-route.ts';
import { z } from './zod.ts';

export const requests = defineRoutes('requests', {
  [moduleText]: { title: 'Requests', about: 'Whether a request was done whose answer was lost' },
  end: defineRoute({
    method: 'POST',
    path: '/requests/end',
    summary: 'Find out if a request was done, or prevent it',
    permission: 'signed_in',
    scope: 'chain',
    unaudited: true,
    invalidates: [],
    body: z.strictObject({
      key: z
        .string()
        .regex(/^[\x20-\x7E]{1,255}$/, 'A key has letters, digits and signs, at most 255')
        .describe('The Idempotency-Key under which it was sent; of somebody else’s request, a UUID'),
      method: z.enum(['POST', 'PUT', 'DELETE']),
      path: z
        .string()
        .regex(/^\/api\/v1\/[^?#]{1,300}$/, 'Must be an address below /api/v1, without its query')
        .meta({ examples: ['/api/v1/transactions/7/void'] }),
      staff_id: id.optional().describe('Who sent it. Without it: the person who did it, or else the caller'),
    }),
    response: z.object({
      was_done: z.boolean(),
      /** The id of what it made or changed, such as the refund; null if it was not done, or answered none. */
      id: z.int().nullable(),
    }),
  }),
});
