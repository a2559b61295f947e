import type { z } from 'zod';
import type { storeSettingsForm } from '#contract/store-settings.ts';
import { weekdays, type Weekday } from '#domain/store-hours.ts';
import type { Caller } from './http.ts';
import { expectDone } from './selling.ts';

/** A store's settings as they are sent and answered. */
export type WireSettings = z.input<typeof storeSettingsForm>;

export const everyDay = (hours: WireSettings['hours'][Weekday]): WireSettings['hours'] =>
  Object.fromEntries(weekdays.map((day) => [day, hours])) as WireSettings['hours'];

/** Returns the whole form with the specification's defaults, and the overrides. */
export const settingsForm = (overrides: Partial<WireSettings> = {}): WireSettings => ({
  hours: everyDay({ open: '09:00', close: '21:00' }),
  features: { pos_enabled: true, online_orders: false, repairs: false },
  payment_methods: ['cash', 'card'],
  tax_rate: 12,
  prices_include_tax: false,
  default_customer_group: 'regular',
  registered_name: null,
  trade_ins: { hold: true },
  tin: null,
  receipt_header: null,
  receipt_footer: null,
  shifts: { enabled: false, difference_limit: 0 },
  offline_sales: { enabled: false, hours: 24, max_total: null, methods: ['cash'] },
  ...overrides,
});

/** Saves a store's settings over the present ones. */
export const saveSettings = async (caller: Caller, storeId: number, overrides: Partial<WireSettings> = {}) =>
  expectDone(await caller.put(`/stores/${storeId}/settings`, { settings: settingsForm(overrides) }));
