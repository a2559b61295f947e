import type { Insertable, Selectable } from 'kysely';
import type { SupplierForm } from '#contract/suppliers.ts';
import { searchKey, supplierWords, type SearchedSupplier } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { insertWords, replaceWords, searchText } from '../../db/search-words.ts';
import type { Tables } from '../../db/tables.ts';

export type SupplierRow = Selectable<Tables['suppliers']>;

/** A supplier who was not deleted. */
export const findSupplier = (reader: Reader, supplierId: number): Promise<SupplierRow | undefined> =>
  reader
    .selectFrom('suppliers')
    .selectAll()
    .where('id', '=', supplierId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Those who are there and have some codes or names, inactive ones among them. */
export async function findSuppliersCalled(reader: Reader, words: readonly string[]) {
  const wanted = [...new Set(words.filter(Boolean))];
  if (wanted.length === 0) return [];
  return reader
    .selectFrom('suppliers')
    .select(['id', 'code', 'name_key'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(
          'code',
          'in',
          wanted.map((word) => word.normalize('NFKC').toUpperCase()),
        ),
        eb(
          'name_key',
          'in',
          wanted.map((word) => searchKey(word)),
        ),
      ]),
    )
    .execute();
}

/** The suppliers with these ids in this order, deleted ones among them. */
export async function suppliersOf(reader: Reader, ids: readonly number[]): Promise<SupplierRow[]> {
  if (ids.length === 0) return [];
  const rows = await reader.selectFrom('suppliers').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The ids of those who are there, active or inactive ones where that is asked, by name. */
export const suppliersThere = (reader: Reader, active: boolean | undefined) =>
  reader
    .selectFrom('suppliers')
    .select('id')
    .where('deleted_at', 'is', null)
    .$if(active !== undefined, (query) => query.where('is_active', '=', active ? 1 : 0))
    .orderBy('name_key')
    .orderBy('id');

/** What a supplier's own words come to; written with them, so that they are found by nothing else. */
const keysOf = (supplier: SearchedSupplier) => ({
  name_key: searchKey(supplier.name),
  search_text: searchText(supplierWords(supplier)),
});

type Keys = 'name_key' | 'search_text';
export type NewSupplier = Omit<Insertable<Tables['suppliers']>, Keys> & SearchedSupplier;

/** Inserts suppliers with the words they are found by. */
export async function insertSuppliers(writer: Writer, suppliers: readonly NewSupplier[]): Promise<void> {
  const rows = suppliers.map((supplier) => ({ ...supplier, ...keysOf(supplier) }));
  await writer.insertInto('suppliers').values(rows).execute();
  await insertWords(writer, 'supplier', rows);
}

/** Takes a supplier's row, so that two changes never pass each other; undefined where they are deleted. */
export const claimSupplier = (writer: Writer, supplierId: number): Promise<SupplierRow | undefined> =>
  writer
    .updateTable('suppliers')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', supplierId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Changes some columns of a supplier who was claimed, and the words that follow from them. */
export async function updateSupplierRow(
  writer: Writer,
  before: SupplierRow,
  changes: Partial<SupplierForm>,
): Promise<SupplierRow> {
  const columns = updatedColumns('suppliers', changes);
  const keys = keysOf({ ...before, ...columns });
  const after = await writer
    .updateTable('suppliers')
    .set({ ...columns, ...keys })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const texts = { before: before.search_text, after: after.search_text };
  await replaceWords(writer, 'supplier', before.id, texts);
  return after;
}

/** Marks a supplier who was claimed as deleted, found by no word. */
export async function markDeleted(writer: Writer, before: SupplierRow, now: number): Promise<void> {
  await writer.updateTable('suppliers').set({ deleted_at: now }).where('id', '=', before.id).execute();
  await replaceWords(writer, 'supplier', before.id, { before: before.search_text, after: '' });
}
