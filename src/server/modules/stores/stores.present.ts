import { store, storeEntry, storeSettings, type Store, type StoreEntry } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';
import { timeZones, type TimeZone } from '#domain/time-zones.ts';
import { jsonColumn } from '../../db/json-column.ts';
import type { Tables } from '../../db/tables.ts';
import { toShape } from '../../http/to-shape.ts';

const readSettings = jsonColumn(storeSettings);

export const presentEntry = (row: Tables['stores']): StoreEntry =>
  toShape(storeEntry, row, { timezone: row.timezone as TimeZone });

/** Reads a store's settings, and its shifts: if the settings do not mention them, as the store began. */
function settingsOf({ settings_json, keeps_shifts }: Tables['stores']): Pick<Store, 'settings' | 'shifts'> {
  const settings = settings_json === null ? null : readSettings(settings_json);
  return { settings, shifts: settings?.shifts ?? { enabled: keeps_shifts === 1, difference_limit: 0 } };
}

const readZones = jsonColumn(z.array(z.object({ since: z.number(), timezone: z.enum(timeZones) })));

export const presentStore = (row: Tables['stores']): Store =>
  toShape(store, row, {
    timezone: row.timezone as TimeZone,
    zones: row.zones_json === null ? undefined : readZones(row.zones_json),
    ...settingsOf(row),
  });
