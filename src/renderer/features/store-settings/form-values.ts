import type { z } from '#contract/zod.ts';
import { storeSettingsForm } from '#contract/store-settings.ts';
import type { Store } from '#contract/stores.ts';
import { weekdays, weekOf, type Weekday } from '#domain/store-hours.ts';
import { FIRST_STORE_SETTINGS, sellsAtTill } from '#domain/store-rules.ts';
import { valuesFrom } from '#renderer/lib/use-contract-form.ts';

export type SettingsValues = z.input<typeof storeSettingsForm>;

/** Returns the initial values of a store's form: its settings, or the defaults if none were saved. */
export function settingsValues(store: Store): SettingsValues {
  const first = {
    ...FIRST_STORE_SETTINGS,
    // A warehouse sells only once that is switched on.
    features: { ...FIRST_STORE_SETTINGS.features, pos_enabled: sellsAtTill(store) },
  };
  // The store has its shift settings even if no settings were saved.
  const settings = { ...(store.settings ?? first), shifts: store.shifts };
  const values = valuesFrom(storeSettingsForm, settings);
  const week = weekOf(settings.hours);
  // Normalised to a boolean: a day without `closed` would count as changed after toggling it twice.
  const hours = Object.fromEntries(
    weekdays.map((day) => [day, { ...week[day], closed: week[day].closed === true }]),
  ) as Record<Weekday, SettingsValues['hours'][Weekday]>;
  return { ...values, hours };
}
