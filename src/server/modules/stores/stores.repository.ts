import type { Selectable } from 'kysely';
import { storeSettings, type Store } from '#contract/stores.ts';
import type { TimeZone } from '#domain/time-zones.ts';
import type { Reader } from '../../db/access.ts';
import type { StoresTable } from '../../db/tables.ts';

function storeOf(row: Selectable<StoresTable>): Store {
  return {
    ...row,
    timezone: row.timezone as TimeZone,
    is_active: row.is_active === 1,
    is_warehouse: row.is_warehouse === 1,
    settings: row.settings_json === null ? null : storeSettings.parse(JSON.parse(row.settings_json)),
  };
}

export async function findStores(reader: Reader, ids: readonly number[]): Promise<Store[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('stores')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('name_key')
    .execute();
  return rows.map(storeOf);
}

export async function findStore(reader: Reader, id: number): Promise<Store | null> {
  const row = await reader.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? storeOf(row) : null;
}
