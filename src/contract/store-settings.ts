import { z } from './zod.ts';
import { tenders } from '#domain/payments.ts';
import { isNoReturnNotice, NO_RETURN_REFUSAL } from '#domain/no-return-notice.ts';
import { customerGroups } from '#domain/pricing.ts';
import { plainDay } from '#domain/store-hours.ts';
import {
  id,
  idText,
  moneyFromZeroOf,
  optionalLines,
  optionalText,
  optionalTin,
  percentOf,
} from './codecs.ts';
import { defineRoute, defineRoutes } from './define-route.ts';
import { message } from './shapes.ts';
import { store, storeSettings } from './stores.ts';

export const RECEIPT_FOOTER_MAX = 200;
export const RECEIPT_HEADER_MAX = 200;
const REGISTERED_NAME_MAX = 200;

const NO_TIME = 'Enter a time such as 09:00';
const timeOfDay = z
  .string({ error: NO_TIME })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: NO_TIME, abort: true });

const day = z
  .strictObject({ open: timeOfDay, close: timeOfDay, closed: z.boolean().optional() })
  .refine(({ open, close, closed }) => closed === true || open < close, {
    path: ['close'],
    error: 'Must be after the opening time',
  })
  .overwrite(plainDay);

const methods = z
  .array(z.enum(tenders), { error: 'At least one payment method is required' })
  .min(1, 'At least one payment method is required')
  .max(tenders.length)
  // Sorted in the order that is shown everywhere.
  .overwrite((named) => tenders.filter((method) => named.includes(method)));

const OFFLINE_HOURS_MAX = 72;
const HOURS = `Enter whole hours from 1 to ${OFFLINE_HOURS_MAX}`;

/** The rules for selling without the server; `methods` are some of the store's. */
const offlineRulesForm = z.strictObject({
  enabled: z.boolean(),
  hours: z.int({ error: HOURS }).min(1, HOURS).max(OFFLINE_HOURS_MAX, HOURS),
  max_total: moneyFromZeroOf('Largest total')
    .refine((total) => total > 0, 'Enter an amount above zero')
    .nullable(),
  methods,
});

const allowsReturns = (text: string | null) => text === null || !isNoReturnNotice(text);

/** All settings of a store, as in its form. */
export const storeSettingsForm = z
  .strictObject({
    hours: z.strictObject({
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: day,
      sunday: day,
    }),
    features: z.strictObject({ pos_enabled: z.boolean(), online_orders: z.boolean(), repairs: z.boolean() }),
    payment_methods: methods,
    tax_rate: percentOf({
      missing: 'Tax rate is required',
      outOfRange: 'Tax rate must be between 0 and 100',
    }),
    /** Off if absent at first. */
    prices_include_tax: z.boolean().optional(),
    default_customer_group: z.enum(customerGroups, { error: 'Default customer group is required' }),
    registered_name: optionalText(REGISTERED_NAME_MAX).optional(),
    tin: optionalTin().optional(),
    /** Further lines below the TIN at the top of a receipt, such as a permit. */
    receipt_header: optionalLines(
      RECEIPT_HEADER_MAX,
      `Further lines must be ${RECEIPT_HEADER_MAX} characters or less`,
    )
      .refine(allowsReturns, NO_RETURN_REFUSAL)
      .optional(),
    /** Null removes it. */
    receipt_footer: optionalLines(
      RECEIPT_FOOTER_MAX,
      `Receipt footer must be ${RECEIPT_FOOTER_MAX} characters or less`,
    )
      .refine(allowsReturns, NO_RETURN_REFUSAL)
      .optional(),
    /** On if absent at first. */
    trade_ins: z.strictObject({ hold: z.boolean() }).optional(),
    shifts: z
      .strictObject({ enabled: z.boolean(), difference_limit: moneyFromZeroOf('Difference') })
      .optional(),
    /** Off if absent at first. */
    offline_sales: offlineRulesForm.optional(),
  })
  .meta({ id: 'StoreSettingsForm' });
export type StoreSettingsForm = z.output<typeof storeSettingsForm>;

/** The changed settings; days of the week and features may be given one by one. Absent ones stay. */
const { hours, features } = storeSettingsForm.shape;
const storeSettingsChanges = storeSettingsForm
  .partial()
  .extend({ hours: hours.partial().optional(), features: features.partial().optional() })
  .meta({ id: 'StoreSettingsChanges' });
export type StoreSettingsChanges = z.output<typeof storeSettingsChanges>;

const changedSettings = z.strictObject({
  settings: storeSettingsChanges,
  /** The settings that the caller saw, for the three-way merge: refuses fields that both sides changed. */
  known: storeSettingsChanges.optional(),
});

/** The fields of a store's settings, as they can be applied to other stores. */
export const settingsFields = storeSettingsForm.keyof().options;
export type SettingsField = (typeof settingsFields)[number];

/** The most stores whose settings are changed by one call. */
const APPLIED_MAX = 200;

const byStore = z.object({ storeId: idText });

/** Routes for a store's settings, part of the stores' module. */
export const storeSettingsRoutes = defineRoutes('stores', {
  settings: defineRoute({
    method: 'GET',
    path: '/stores/:storeId/settings',
    summary: 'Get a store with its settings, to change them',
    permission: 'stores.settings',
    scope: 'chain',
    params: byStore,
    response: store,
    errors: ['store_not_found'],
  }),
  updateSettings: defineRoute({
    method: 'PUT',
    path: '/stores/:storeId/settings',
    summary: 'Change the settings of a store',
    permission: 'stores.settings',
    scope: 'chain',
    invalidates: ['stores'],
    changesShop: true,
    params: byStore,
    body: changedSettings,
    response: store,
    errors: ['store_not_found', 'settings_changed', 'illegal_state', 'store_inactive'],
  }),
  applySettings: defineRoute({
    method: 'POST',
    path: '/stores/:storeId/settings/apply',
    summary: 'Apply settings of a store to other stores',
    permission: 'stores.settings',
    scope: 'chain',
    invalidates: ['stores'],
    changesShop: true,
    // Each changed store has an audit event of its own.
    unaudited: true,
    params: byStore,
    body: z.strictObject({
      store_ids: z.array(id).min(1, 'Choose a store').max(APPLIED_MAX),
      fields: z.array(z.enum(settingsFields)).min(1, 'Choose what is applied'),
    }),
    response: message,
    errors: ['store_not_found', 'illegal_state', 'store_inactive'],
  }),
  defaults: defineRoute({
    method: 'GET',
    path: '/settings/store-defaults',
    summary: 'Get the settings that new stores begin with',
    permission: 'stores.settings',
    scope: 'chain',
    response: storeSettings,
  }),
  updateDefaults: defineRoute({
    method: 'PUT',
    path: '/settings/store-defaults',
    summary: 'Change the settings that new stores begin with',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['stores.defaults'],
    changesShop: true,
    body: changedSettings,
    response: storeSettings,
    errors: ['settings_changed'],
  }),
});
