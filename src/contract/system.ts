import { z } from './zod.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';

/** The oldest till version that this server supports; older ones are told to update. */
export const OLDEST_CLIENT = '0.1.0';

export const system = defineRoutes('system', {
  [moduleText]: { title: 'Server', about: 'Whether the server runs, and which clients it serves' },
  health: defineRoute({
    method: 'GET',
    path: '/health',
    summary: 'Check the health of the server',
    permission: 'public',
    scope: 'chain',
    whenBusy: true,
    response: z.object({
      status: z.literal('ok'),
      engine: z.string(),
      version: z.string(),
      oldest_client: z.string(),
      /** The same for all servers of one shop, also after a restore: a till knows its shop at another address by it. */
      shop_id: z.string(),
    }),
  }),
  live: defineRoute({
    method: 'GET',
    path: '/health/live',
    summary: 'Check that the server runs, whether or not it has its database',
    permission: 'public',
    scope: 'chain',
    whenBusy: true,
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: defineRoute({
    method: 'GET',
    path: '/health/ready',
    summary: 'Check that the server can answer: it asks its database',
    permission: 'public',
    scope: 'chain',
    whenBusy: true,
    response: z.object({ status: z.literal('ok') }),
  }),
});
