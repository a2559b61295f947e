import type { Store } from '#contract/stores.ts';
import type { Reader } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { presentStore } from './stores.present.ts';

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
