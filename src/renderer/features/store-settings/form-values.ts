import type { z } from '#contract/zod.ts';
import { storeSettingsForm } from '#contract/store-settings.ts';
import type { Store } from '#contract/stores.ts';
import { weekdays, weekOf, type Weekday } from '#domain/store-hours.ts';
import { FIRST_STORE_SETTINGS, sellsAtTill } from '#domain/store-rules.ts';
import { valuesFrom } from '#renderer/lib/use-contract-form.ts';

export type SettingsValues = z.input<typeof storeSettingsForm>;

/** What a store's form begins with: its settings, or the defaults while they were never saved. */
export function settingsValues(store: Store): SettingsValues {
  const first = {
    ...FIRST_STORE_SETTINGS,
    // A warehouse begins to sell only when somebody says so.
    features: { ...FIRST_STORE_SETTINGS.features, pos_enabled: sellsAtTill(store) },
  };
  // Whether it keeps shifts is known also while no settings were saved.
  const settings = { ...(store.settings ?? first), shifts: store.shifts };
  const values = valuesFrom(storeSettingsForm, settings);
  const week = weekOf(settings.hours);
  // A switch is on or off: a day without the word would count as changed once it was switched to and fro.
  const hours = Object.fromEntries(
    weekdays.map((day) => [day, { ...week[day], closed: week[day].closed === true }]),
  ) as Record<Weekday, SettingsValues['hours'][Weekday]>;
  return { ...values, hours };
}
