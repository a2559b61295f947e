import type { Reader, Writer } from '../db/access.ts';

/** The header in which every answer to somebody signed in says how often stores, staff, roles and settings were changed. */
export const SHOP_VERSION = 'X-Shop-Version';

/** Counts a change of theirs, in its transaction. */
export async function countShopChange(writer: Writer): Promise<void> {
  await writer
    .updateTable('shop_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
}

export async function shopVersion(reader: Reader): Promise<number> {
  const { version } = await reader.selectFrom('shop_version').select('version').executeTakeFirstOrThrow();
  return version;
}
