import { storeSettings, type StoreSettings } from '#contract/stores.ts';
import { tenders } from '#domain/payments.ts';
import { searchKey } from '#domain/search-key.ts';
import { FIRST_STORE_SETTINGS, taxRuleOf } from '#domain/store-rules.ts';
import { DAY } from '#domain/store-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { DEFAULT_TAX_RULE, type TaxRule } from '#domain/totals.ts';
import { z } from '#contract/zod.ts';
import type { Writer } from '../db/access.ts';
import { hoursText, type DemoDay } from './demo-day.ts';
import { insertRows } from './insert-rows.ts';
import shop from './shop.json' with { type: 'json' };

export type FilledStore = { id: number; code: string; warehouse: boolean; tax: TaxRule };

/** Stores whose settings were saved once; the others have the defaults. */
const SAVED = ['MNL-01', 'CEB-01'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const settings: Omit<StoreSettings, 'hours'> = {
  features: { pos_enabled: true, online_orders: false, repairs: false },
  payment_methods: [...tenders],
  tax_rate: 1200,
  prices_include_tax: FIRST_STORE_SETTINGS.prices_include_tax,
  registered_name: null,
  trade_ins: { hold: true },
  tin: null,
  receipt_header: null,
  receipt_footer: 'Thank you. Keep this receipt for your warranty.',
  default_customer_group: 'regular',
  offline_sales: FIRST_STORE_SETTINGS.offline_sales,
};

export async function fillStores(
  writer: Writer,
  { now, day }: { now: number; day: DemoDay },
): Promise<FilledStore[]> {
  const hours = Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, hoursText(day)]));
  const saved = { ...settings, hours };
  const filled = shop.stores.map((store) => ({
    id: writer.nextId(),
    code: store.code,
    warehouse: store.warehouse,
    tax: SAVED.includes(store.code) ? taxRuleOf(settings) : DEFAULT_TAX_RULE,
  }));
  await insertRows(
    writer,
    'stores',
    shop.stores.map((store, index) => ({
      id: filled[index]?.id ?? 0,
      code: store.code,
      name: store.name,
      name_key: searchKey(store.name),
      address: store.address,
      phone: store.phone,
      email: store.email,
      timezone: DEFAULT_TIME_ZONE,
      is_active: 1,
      is_warehouse: store.warehouse ? 1 : 0,
      settings_json: SAVED.includes(store.code) ? JSON.stringify(z.encode(storeSettings, saved)) : null,
      created_at: now - 700 * DAY,
    })),
  );
  // Stores that are added from now on sell like these, and keep shifts.
  const defaults = { ...saved, shifts: FIRST_STORE_SETTINGS.shifts };
  await insertRows(writer, 'store_defaults', [
    { id: 1, settings_json: JSON.stringify(z.encode(storeSettings, defaults)) },
  ]);
  return filled;
}
