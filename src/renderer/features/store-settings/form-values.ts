import type { z } from '#contract/zod.ts';
import { storeSettingsForm } from '#contract/store-settings.ts';
import type { Store, StoreSettings } from '#contract/stores.ts';
import { weekdays, weekOf, type Weekday } from '#domain/store-hours.ts';
import {
  FIRST_STORE_SETTINGS,
  sellsAtTill,
  UNSAVED_STORE_SETTINGS,
  withOwnPos,
} from '#domain/store-rules.ts';
import { valuesFrom } from '#renderer/lib/use-contract-form.ts';

export type SettingsValues = z.input<typeof storeSettingsForm>;

/** Returns a store's settings as they hold: the saved ones, else what it does without any. */
export const heldSettings = (store: Store): StoreSettings => ({
  ...(store.settings ?? withOwnPos(UNSAVED_STORE_SETTINGS, sellsAtTill(store))),
  // A store has rules for shifts even if no settings were saved.
  shifts: store.shifts,
});

/** Returns the values of a form for some settings. */
export function valuesOfSettings(settings: StoreSettings): SettingsValues {
  const values = valuesFrom(storeSettingsForm, {
    ...settings,
    shifts: settings.shifts ?? FIRST_STORE_SETTINGS.shifts,
  });
  const week = weekOf(settings.hours);
  // Normalised to a boolean: a day without `closed` would count as changed after toggling it twice.
  const hours = Object.fromEntries(
    weekdays.map((day) => [day, { ...week[day], closed: week[day].closed === true }]),
  ) as Record<Weekday, SettingsValues['hours'][Weekday]>;
  return { ...values, hours };
}

export const settingsValues = (store: Store): SettingsValues => valuesOfSettings(heldSettings(store));
