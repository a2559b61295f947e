import type { StoreSettingsChanges } from '#contract/store-settings.ts';
import { type StoreSettings, storeSettings } from '#contract/stores.ts';
import { FIRST_STORE_SETTINGS } from '#domain/store-rules.ts';
import { weekOf } from '#domain/store-hours.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { claimStoreDefaults, findStoreDefaults, saveStoreDefaults } from './store-defaults.repository.ts';
import { changedBy, withFittedRules } from './store-settings.usecases.ts';

/** Fills in what settings of older versions lack. */
const whole = (settings: StoreSettings): StoreSettings => ({
  ...settings,
  hours: weekOf(settings.hours),
  shifts: settings.shifts ?? FIRST_STORE_SETTINGS.shifts,
});

/** Returns the settings that new stores begin with. */
export const storeDefaults = async (reader: Reader): Promise<StoreSettings> =>
  whole((await findStoreDefaults(reader)) ?? FIRST_STORE_SETTINGS);

/**
 * Changes the named defaults of new stores; stores that exist keep their settings. With `known`, a three-way merge: 409
 * `settings_changed` with the fields that both sides changed.
 */
export async function changeStoreDefaults(
  writer: Writer,
  { settings: sent, known }: { settings: StoreSettingsChanges; known?: StoreSettingsChanges | undefined },
  noteChange: NoteChange,
): Promise<StoreSettings> {
  const before = whole(await claimStoreDefaults(writer));
  const seen = known ? changedBy(known, before) : {};
  const merged = threeWayMerge(changedBy(sent, before), seen, before, {
    code: 'settings_changed',
    prefix: 'settings.',
  });
  const after = withFittedRules({ ...before, ...merged }, sent);
  await saveStoreDefaults(writer, after);
  noteChange(storeSettings, before, after);
  return after;
}
