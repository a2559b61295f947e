import type { SetupForm } from '#contract/setup.ts';
import { storeSettings } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The settings of the first store: its tax, and of the rest what a store begins with. */
export function firstSettings({
  tax_rate,
  prices_include_tax,
}: Pick<SetupForm, 'tax_rate' | 'prices_include_tax'>): string {
  const settings = z.encode(storeSettings, {
    hours: Object.fromEntries(WEEKDAYS.map((day) => [day, { open: '09:00', close: '21:00' }])),
    features: { pos_enabled: true, online_orders: false, repairs: false },
    payment_methods: ['cash', 'card'],
    tax_rate,
    prices_include_tax,
    receipt_footer: null,
    default_customer_group: 'regular',
  });
  return JSON.stringify(settings);
}
