import { store, storeEntry, storeSettings, type Store, type StoreEntry } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';
import { zonesOf, type Zones } from '#domain/store-time.ts';
import { timeZones, type TimeZone } from '#domain/time-zones.ts';
import { jsonColumn } from '../../db/json-column.ts';
import type { Tables } from '../../db/tables.ts';
import { toShape } from '../../http/to-shape.ts';

const readSettings = jsonColumn(storeSettings);

/** Reads a store's settings, and its shifts: if the settings do not mention them, as the store began. */
function settingsOf({ settings_json, keeps_shifts }: Tables['stores']): Pick<Store, 'settings' | 'shifts'> {
  const settings = settings_json === null ? null : readSettings(settings_json);
  return { settings, shifts: settings?.shifts ?? { enabled: keeps_shifts === 1, difference_limit: 0 } };
}

const readZones = jsonColumn(z.array(z.object({ since: z.number(), timezone: z.enum(timeZones) })));

type ZoneColumns = Pick<Tables['stores'], 'timezone' | 'zones_json'>;

const zonesIn = ({ timezone, zones_json }: ZoneColumns): Pick<StoreEntry, 'timezone' | 'zones'> => ({
  timezone: timezone as TimeZone,
  zones: zones_json === null ? undefined : readZones(zones_json),
});

/** Returns the zones of a store from its columns. */
export const zonesOfRow = (row: ZoneColumns): Zones => zonesOf(zonesIn(row));

export const presentEntry = (row: Tables['stores']): StoreEntry => toShape(storeEntry, row, zonesIn(row));

export const presentStore = (row: Tables['stores']): Store =>
  toShape(store, row, { ...zonesIn(row), ...settingsOf(row) });
