import type { Insertable } from 'kysely';
import type { StoreChanges } from '#contract/stores.ts';
import { searchKey } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import type { Flag } from '../../db/columns.ts';
import type { Tables } from '../../db/tables.ts';

/** Every store of the chain: a short list, read whole. */
export const findAllStores = (reader: Reader) => reader.selectFrom('stores').selectAll().execute();

/** Keeps a new store, and returns its row; its settings are saved later. */
export const insertStore = (
  writer: Writer,
  store: Omit<Insertable<Tables['stores']>, 'name_key' | 'settings_json'>,
) =>
  writer
    .insertInto('stores')
    .values({ ...store, name_key: searchKey(store.name) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Takes a store's row, so that two changes never pass each other; undefined where there is none. */
export function claimStore(writer: Writer, storeId: number) {
  return writer
    .updateTable('stores')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', storeId)
    .returningAll()
    .executeTakeFirst();
}

/** Changes what is given, and returns the row as it is then. */
export function updateStoreRow(
  writer: Writer,
  storeId: number,
  changes: StoreChanges & { is_active?: boolean },
) {
  const name_key = changes.name === undefined ? undefined : searchKey(changes.name);
  return (
    writer
      .updateTable('stores')
      // With its id, since SQL knows no update of nothing.
      .set({ ...updatedColumns('stores', changes), name_key, id: storeId })
      .where('id', '=', storeId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Takes the rows of all active stores, so that no two are deactivated beside each other; returns their ids. */
export async function claimActiveStores(writer: Writer): Promise<number[]> {
  const rows = await writer
    .updateTable('stores')
    .set({ is_active: 1 satisfies Flag })
    .where('is_active', '=', 1)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
