import { storeSettings, type Store, type StoreEntry } from '#contract/stores.ts';
import type { TimeZone } from '#domain/time-zones.ts';
import { jsonColumn } from '../../db/json-column.ts';
import type { Tables } from '../../db/tables.ts';

const readSettings = jsonColumn(storeSettings);

export const presentEntry = (row: Tables['stores']): StoreEntry => ({
  id: row.id,
  code: row.code,
  name: row.name,
  address: row.address,
  phone: row.phone,
  email: row.email,
  timezone: row.timezone as TimeZone,
  is_active: row.is_active === 1,
  is_warehouse: row.is_warehouse === 1,
});

/** Its settings, and whether it keeps shifts: as it began while they say nothing of it. */
function settingsOf({ settings_json, keeps_shifts }: Tables['stores']): Pick<Store, 'settings' | 'shifts'> {
  const settings = settings_json === null ? null : readSettings(settings_json);
  return { settings, shifts: settings?.shifts ?? { enabled: keeps_shifts === 1, difference_limit: 0 } };
}

export const presentStore = (row: Tables['stores']): Store => ({
  ...presentEntry(row),
  ...settingsOf(row),
});
