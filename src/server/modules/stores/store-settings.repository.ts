import { z } from '#contract/zod.ts';
import { storeSettings, type Store, type StoreSettings } from '#contract/stores.ts';
import type { Writer } from '../../db/access.ts';
import { presentStore } from './stores.present.ts';

/** Takes a store's row for a change, so that two changes never pass each other; null where there is none. */
export async function claimStore(writer: Writer, storeId: number): Promise<Store | null> {
  const row = await writer
    .updateTable('stores')
    .set((eb) => ({ settings_json: eb.ref('settings_json') }))
    .where('id', '=', storeId)
    .returningAll()
    .executeTakeFirst();
  return row ? presentStore(row) : null;
}

export async function saveStoreSettings(
  writer: Writer,
  storeId: number,
  settings: StoreSettings,
): Promise<void> {
  await writer
    .updateTable('stores')
    .set({ settings_json: JSON.stringify(z.encode(storeSettings, settings)) })
    .where('id', '=', storeId)
    .execute();
}
