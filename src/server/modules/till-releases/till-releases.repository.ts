import type { Reader, Writer } from '../../db/access.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** The versions that were chosen for tills: for one, for those of a store, or for all. */
    till_versions: {
      id: number;
      /** 0 for all stores. */
      store_id: number;
      /** 0 for all tills of the store. */
      till_id: number;
      version: string;
    };
  }
}

/** A till, the tills of a store (`till_id` 0), or all (`store_id` 0, too). */
export type VersionPlace = { store_id: number; till_id: number };

export const ALL_TILLS: VersionPlace = { store_id: 0, till_id: 0 };

/** Finds the versions chosen for all tills, for those of a store, and for each of these. */
export const findVersions = (reader: Reader, storeId: number) =>
  reader.selectFrom('till_versions').selectAll().where('store_id', 'in', [0, storeId]).execute();

export async function findVersion(reader: Reader, place: VersionPlace): Promise<string | null> {
  const row = await reader
    .selectFrom('till_versions')
    .select('version')
    .where('store_id', '=', place.store_id)
    .where('till_id', '=', place.till_id)
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Chooses the version of a place; null leaves it to the place above. */
export async function saveVersion(
  writer: Writer,
  place: VersionPlace,
  version: string | null,
): Promise<void> {
  if (version === null) {
    await writer
      .deleteFrom('till_versions')
      .where('store_id', '=', place.store_id)
      .where('till_id', '=', place.till_id)
      .execute();
    return;
  }
  await writer
    .insertInto('till_versions')
    .values({ id: writer.nextId(), ...place, version })
    .onConflict((conflict) => conflict.columns(['store_id', 'till_id']).doUpdateSet({ version }))
    .execute();
}
