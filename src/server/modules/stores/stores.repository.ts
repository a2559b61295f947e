import type { Insertable } from 'kysely';
import { type Store, type StoreChanges, storeSettings, type StoreSettings } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';
import { searchKey } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { type Flag, updatedColumns } from '../../db/columns.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';
import { presentStore } from './stores.present.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    stores: {
      id: number;
      code: string;
      name: string;
      name_key: string;
      address: string | null;
      phone: string | null;
      email: string | null;
      timezone: string;
      is_active: Flag;
      is_warehouse: Flag;
      settings_json: string | null;
      created_at: number;
      /** True if it keeps shifts while its settings do not say; stores older than shifts do not. */
      keeps_shifts: Flag | null;
      /** The zones that it had one after the other; null while it had only one. */
      zones_json: string | null;
    };
  }
}

export async function findStores(reader: Reader, ids: readonly number[]): Promise<Store[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('stores')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('name_key')
    .execute();
  return rows.map(presentStore);
}

const findRow = compiledRow((reader: Reader, id: number) =>
  reader.selectFrom('stores').selectAll().where('id', '=', id),
);

export async function findStore(reader: Reader, id: number): Promise<Store | null> {
  const row = await findRow(reader, id);
  return row ? presentStore(row) : null;
}

/** A store's settings as they are stored: in the wire's format. */
export const settingsText = (settings: StoreSettings): string =>
  JSON.stringify(z.encode(storeSettings, settings));

export const findStoreByCode = (reader: Reader, code: string) =>
  reader.selectFrom('stores').select(['id', 'name']).where('code', '=', code).executeTakeFirst();

export async function saveStoreSettings(
  writer: Writer,
  storeId: number,
  settings: StoreSettings,
): Promise<void> {
  await writer
    .updateTable('stores')
    .set({ settings_json: settingsText(settings) })
    .where('id', '=', storeId)
    .execute();
}

/** True while a shift is open at one of a store's tills. */
export async function hasOpenShift(reader: Reader, storeId: number): Promise<boolean> {
  const open = reader.selectFrom('shifts').select('id').where('store_id', '=', storeId);
  return (await open.where('closed_at', 'is', null).executeTakeFirst()) !== undefined;
}

/** Selects the ids of a store's active people, by name. */
export const staffIdsOf = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('staff_stores as place')
    .innerJoin('staff', 'staff.id', 'place.staff_id')
    .select('staff.id')
    .where('place.store_id', '=', storeId)
    .where('staff.is_active', '=', 1)
    .orderBy('staff.name_key')
    .orderBy('staff.id');

/** Selects people by id, ordered by name. */
export const staffRows = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'role', 'primary_store_id', 'last_login_at'])
    .where('id', 'in', ids)
    .orderBy('name_key')
    .orderBy('id');

/** Finds all stores of the chain: a short list, read whole. */
export const findAllStores = (reader: Reader) => reader.selectFrom('stores').selectAll().execute();

/** Inserts a new store and returns its row. */
export const insertStore = (writer: Writer, store: Omit<Insertable<Tables['stores']>, 'name_key'>) =>
  writer
    .insertInto('stores')
    .values({ ...store, name_key: searchKey(store.name) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Locks a store's row, so that changes run one after the other; undefined if there is none. */
export function claimStore(writer: Writer, storeId: number) {
  return writer
    .updateTable('stores')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', storeId)
    .returningAll()
    .executeTakeFirst();
}

/** Tables without a foreign key to the stores whose rows say that a store was used. */
const TRACES = ['staff_stores', 'number_series', 'stock_of_stores', 'qr_totals'] as const;

/** True if something of a store was ever kept, besides rows that point to it by a foreign key. */
export async function hasTraces(reader: Reader, storeId: number): Promise<boolean> {
  for (const table of TRACES) {
    const row = await reader
      .selectFrom(table)
      .select('store_id')
      .where('store_id', '=', storeId)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Deletes a store; the engine refuses while rows point to it. */
export async function deleteStoreRow(writer: Writer, storeId: number): Promise<void> {
  await writer.deleteFrom('stores').where('id', '=', storeId).execute();
}

/** Updates the given fields and returns the new row. */
export function updateStoreRow(
  writer: Writer,
  storeId: number,
  changes: StoreChanges & { is_active?: boolean; zones_json?: string },
) {
  const name_key = changes.name === undefined ? undefined : searchKey(changes.name);
  return (
    writer
      .updateTable('stores')
      // With its id, since SQL has no update without columns.
      .set({ ...updatedColumns('stores', changes), name_key, id: storeId })
      .where('id', '=', storeId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Locks the rows of all active stores, so that no two are deactivated at once; returns their ids. */
export async function claimActiveStores(writer: Writer): Promise<number[]> {
  const rows = await writer
    .updateTable('stores')
    .set({ is_active: 1 satisfies Flag })
    .where('is_active', '=', 1)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
