import { z } from './zod.ts';
import { paymentMethods } from '#domain/payments.ts';
import { timeZones } from '#domain/time-zones.ts';
import { id, percent } from './codecs.ts';
import { defineRoute } from './define-route.ts';
import { shape } from './shapes.ts';

const openingHours = shape('OpeningHours', {
  open: z.string(),
  close: z.string(),
  closed: z.boolean().optional(),
});

export const storeSettings = shape('StoreSettings', {
  hours: z.record(z.string(), openingHours),
  features: z.object({ pos_enabled: z.boolean(), online_orders: z.boolean(), repairs: z.boolean() }),
  payment_methods: z.array(z.enum(paymentMethods)),
  tax_rate: percent,
  prices_include_tax: z.boolean(),
  receipt_footer: z.string().nullable(),
  default_customer_group: z.string(),
});
export type StoreSettings = z.output<typeof storeSettings>;

export const store = shape('Store', {
  id,
  code: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  timezone: z.enum(timeZones),
  is_active: z.boolean(),
  is_warehouse: z.boolean(),
  /** Null until they were saved for the first time. */
  settings: storeSettings.nullable(),
});
export type Store = z.output<typeof store>;

export const stores = {
  list: defineRoute({
    method: 'GET',
    path: '/stores',
    summary: 'List your stores',
    permission: 'signed_in',
    scope: 'chain',
    beforePasswordChange: true,
    response: z.array(store),
  }),
  current: defineRoute({
    method: 'GET',
    path: '/stores/current',
    summary: 'Get the current store',
    permission: 'signed_in',
    scope: 'store',
    response: store,
  }),
  switch: defineRoute({
    method: 'POST',
    path: '/stores/switch',
    summary: 'Switch to another store',
    permission: 'signed_in',
    scope: 'chain',
    touches: [],
    body: z.strictObject({ store_id: id }),
    response: store,
    errors: ['foreign_store'],
  }),
};
