import { type StoreSettings, storeSettings } from '#contract/stores.ts';
import { FIRST_STORE_SETTINGS } from '#domain/store-rules.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { jsonColumn } from '../../db/json-column.ts';
import { settingsText } from './stores.repository.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** A single row, once there are defaults. */
    store_defaults: { id: number; settings_json: string };
  }
}

/** The id of the table's only row. */
const THE_CHAIN = 1;
const readSettings = jsonColumn(storeSettings);

export async function findStoreDefaults(reader: Reader): Promise<StoreSettings | null> {
  const row = await reader
    .selectFrom('store_defaults')
    .select('settings_json')
    .where('id', '=', THE_CHAIN)
    .executeTakeFirst();
  return row ? readSettings(row.settings_json) : null;
}

/** Locks the row for a change, so that changes run one after the other; returns its settings. */
export async function claimStoreDefaults(writer: Writer): Promise<StoreSettings> {
  const row = await writer
    .insertInto('store_defaults')
    .values({ id: THE_CHAIN, settings_json: settingsText(FIRST_STORE_SETTINGS) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ settings_json: eb.ref('store_defaults.settings_json') })),
    )
    .returning('settings_json')
    .executeTakeFirstOrThrow();
  return readSettings(row.settings_json);
}

export async function saveStoreDefaults(writer: Writer, settings: StoreSettings): Promise<void> {
  const settings_json = settingsText(settings);
  await writer
    .insertInto('store_defaults')
    .values({ id: THE_CHAIN, settings_json })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings_json }))
    .execute();
}
