import { z } from '#contract/zod.ts';
import { storeSettings, type StoreSettings } from '#contract/stores.ts';
import type { Writer } from '../../db/access.ts';

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
