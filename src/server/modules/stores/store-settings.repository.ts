import { z } from '#contract/zod.ts';
import { storeSettings, type StoreSettings } from '#contract/stores.ts';
import type { Reader, Writer } from '../../db/access.ts';

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

/** Whether somebody's drawer is open at one of a store's tills. */
export async function hasOpenShift(reader: Reader, storeId: number): Promise<boolean> {
  const open = reader.selectFrom('shifts').select('id').where('store_id', '=', storeId);
  return (await open.where('closed_at', 'is', null).executeTakeFirst()) !== undefined;
}
