import { ONE_CENTAVO, smallestCoins } from '#domain/cash-rounding.ts';
import { z } from './zod.ts';
import { id, money, requiredText } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { changesOf, shape } from './shapes.ts';

export const SHOP_NAME_MAX = 100;
const LOCK_MINUTES_MAX = 240;

/** The settings of all stores of the chain. */
export const chainSettings = shape('ChainSettings', {
  shop_name: z.string(),
  /** True for pesos on the customer screens, the cart and the product cards too, instead of dollars. */
  pesos_everywhere: z.boolean(),
  logo_id: id.nullable(),
  /** Years for which the audit log is kept. */
  audit_years: z.int(),
  logo_url: z.string().nullable(),
  /** True if opening the drawer without a sale needs an approval. */
  approve_no_sale: z.boolean().default(false),
  /** True if taking over a colleague's cart needs an approval. */
  approve_colleague_cart: z.boolean().default(false),
  /** Minutes after which an idle till locks; null for never. */
  lock_after_minutes: z.int().nullable().default(null),
  smallest_coin: money
    .default(ONE_CENTAVO)
    .describe('Cash is rounded to it, in the customer’s favour; 0.01 rounds nothing'),
});
export type ChainSettings = z.output<typeof chainSettings>;

export const chainSettingsForm = z.object({
  shop_name: requiredText('Shop name', SHOP_NAME_MAX),
  pesos_everywhere: z.boolean(),
  logo_id: id.nullable(),
  audit_years: z
    .int({ error: 'Years must be a whole number' })
    .min(1, 'Keep it for at least a year')
    .max(20, 'Keep it for at most 20 years'),
  approve_no_sale: z.boolean(),
  approve_colleague_cart: z.boolean(),
  lock_after_minutes: z
    .int({ error: 'Minutes must be a whole number' })
    .min(1, 'At least a minute')
    .max(LOCK_MINUTES_MAX, `At most ${LOCK_MINUTES_MAX} minutes`)
    .nullable(),
  smallest_coin: money.refine((coin) => smallestCoins.includes(coin), 'Choose 0.01, 0.05, 0.25 or 1'),
});

const chainSettingsChanges = changesOf(chainSettingsForm, chainSettingsForm);
export type ChainSettingsChanges = z.output<typeof chainSettingsChanges>;

export const settings = defineRoutes('settings', {
  [moduleText]: { title: 'Settings', about: 'What holds for every store of the chain' },
  get: defineRoute({
    method: 'GET',
    path: '/settings',
    summary: 'Get the settings of the chain',
    permission: 'signed_in',
    scope: 'chain',
    response: chainSettings,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/settings',
    summary: 'Change the settings of the chain',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['settings'],
    changesShop: true,
    body: chainSettingsChanges,
    response: chainSettings,
    errors: ['media_not_found', 'settings_changed'],
  }),
});
