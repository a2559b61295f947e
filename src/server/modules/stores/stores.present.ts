import { storeSettings, type Store, type StoreEntry } from '#contract/stores.ts';
import type { TimeZone } from '#domain/time-zones.ts';
import { jsonColumn } from '../../db/json-column.ts';
import type { StoresTable } from '../../db/tables.ts';

const readSettings = jsonColumn(storeSettings);

export const presentEntry = (row: StoresTable): StoreEntry => ({
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

export const presentStore = (row: StoresTable): Store => ({
  ...presentEntry(row),
  settings: row.settings_json === null ? null : readSettings(row.settings_json),
});
