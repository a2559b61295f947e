import { z } from './zod.ts';
import { timeZones } from '#domain/time-zones.ts';
import { newPasswordForm } from './account.ts';
import { percent, requiredText } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { SHOP_NAME_MAX } from './settings.ts';
import { message } from './shapes.ts';
import { loginForm } from './staff.ts';

const STORE_CODE_WORDS = 'The code is at most 10 letters, digits and hyphens';

/** The form that sets up a new chain. */
export const setupForm = z.object({
  shop_name: requiredText('Shop name', SHOP_NAME_MAX),
  store_code: requiredText('Store code', 20)
    .toUpperCase()
    .regex(/^[A-Z0-9-]{1,10}$/, STORE_CODE_WORDS),
  store_name: requiredText('Store name', 100),
  timezone: z.enum(timeZones, { error: 'Timezone is required' }),
  tax_rate: percent,
  prices_include_tax: z
    .boolean()
    .optional()
    .describe('Absent: as the law of the timezone’s country wants tags to be (true for Asia/Manila)'),
  pesos_everywhere: z
    .boolean()
    .optional()
    .describe('True for ₱ on the cart, the product cards and the customer screens; else $'),
  admin_name: requiredText('Your name', 100),
  admin_email: loginForm.shape.email,
  ...newPasswordForm.shape,
  /** True to grant `inventory.update` to managers and warehouse staff. */
  staff_receive_goods: z.boolean(),
});
export type SetupForm = z.output<typeof setupForm>;

export const setup = defineRoutes('setup', {
  [moduleText]: { title: 'Set-up', about: 'A new chain: its first store and its first admin' },
  state: defineRoute({
    method: 'GET',
    path: '/setup',
    summary: 'Ask whether the chain has still to be set up',
    permission: 'public',
    scope: 'chain',
    response: z.object({
      is_needed: z.boolean(),
      needs_code: z.boolean().describe('Asked for on other computers: the code stands in the server’s log'),
    }),
  }),
  make: defineRoute({
    method: 'POST',
    path: '/setup',
    summary: 'Set up a new chain: its first store and its first admin',
    auditTarget: 'staffId',
    permission: 'public',
    scope: 'chain',
    invalidates: ['setup'],
    secret: true,
    unaudited: true,
    body: z.strictObject({
      ...setupForm.shape,
      code: z.string().max(50).optional().describe('From the server’s log, where it is asked for'),
    }),
    response: message,
    status: 201,
    errors: ['setup_done', 'illegal_state', 'wrong_setup_code', 'too_many_attempts'],
  }),
});
