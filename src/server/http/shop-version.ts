import type { Reader, Writer } from '../db/access.ts';

declare module '../db/tables.ts' {
  interface Tables {
    /** One row: the number of changes to stores, staff, roles and settings. */
    shop_version: { id: number; version: number };
  }
}

export { SHOP_VERSION_HEADER as SHOP_VERSION } from '#contract/headers.ts';

/** Counts such a change, in its transaction. */
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
