import { type Insertable, type Selectable, sql } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { SupplierForm, SupplierStats } from '#contract/suppliers.ts';
import { type SearchedSupplier, searchKey, type SearchTerm, supplierWords } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import {
  findByWords,
  type Found,
  holdsEvery,
  insertWords,
  replaceWords,
  searchText,
} from '../../db/search-words.ts';
import type { Tables } from '../../db/tables.ts';

export type SupplierRow = Selectable<Tables['suppliers']>;

/** Finds a supplier who is not deleted. */
export const findSupplier = (reader: Reader, supplierId: number): Promise<SupplierRow | undefined> =>
  reader
    .selectFrom('suppliers')
    .selectAll()
    .where('id', '=', supplierId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Finds suppliers by code or name, inactive ones included, deleted ones not. */
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

/** Finds suppliers by id, in this order, deleted ones included. */
export async function suppliersOf(reader: Reader, ids: readonly number[]): Promise<SupplierRow[]> {
  if (ids.length === 0) return [];
  const rows = await reader.selectFrom('suppliers').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Selects the ids of suppliers who are not deleted, by name; optionally only active or inactive ones. */
export const suppliersThere = (reader: Reader, active: boolean | undefined) =>
  reader
    .selectFrom('suppliers')
    .select('id')
    .where('deleted_at', 'is', null)
    .$if(active !== undefined, (query) => query.where('is_active', '=', active ? 1 : 0))
    .orderBy('name_key')
    .orderBy('id');

/** Builds a supplier's search columns; always written together with their source fields. */
const keysOf = (supplier: SearchedSupplier) => ({
  name_key: searchKey(supplier.name),
  search_text: searchText(supplierWords(supplier)),
});

type Keys = 'name_key' | 'search_text';
export type NewSupplier = Omit<Insertable<Tables['suppliers']>, Keys> & SearchedSupplier;

/** Inserts suppliers with their search words. */
export async function insertSuppliers(writer: Writer, suppliers: readonly NewSupplier[]): Promise<void> {
  const rows = suppliers.map((supplier) => ({ ...supplier, ...keysOf(supplier) }));
  await writer.insertInto('suppliers').values(rows).execute();
  await insertWords(writer, 'supplier', rows);
}

/** Locks a supplier's row, so that changes run one after the other; undefined if they are deleted. */
export const claimSupplier = (writer: Writer, supplierId: number): Promise<SupplierRow | undefined> =>
  writer
    .updateTable('suppliers')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', supplierId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Updates columns of a locked supplier, and the search words built from them. */
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

/** Marks a locked supplier as deleted and removes their search words. */
export async function markDeleted(writer: Writer, before: SupplierRow, now: number): Promise<void> {
  await writer.updateTable('suppliers').set({ deleted_at: now }).where('id', '=', before.id).execute();
  await replaceWords(writer, 'supplier', before.id, { before: before.search_text, after: '' });
}

/** Finds the suppliers who have all of some words, by name; optionally only active or inactive ones. */
export function searchSuppliers(
  reader: Reader,
  terms: readonly SearchTerm[],
  active: boolean | undefined,
): Promise<Found> {
  const conditions = [
    sql`suppliers.deleted_at is null`,
    ...(active === undefined ? [] : [sql`suppliers.is_active = ${active ? 1 : 0}`]),
    ...(terms.length > 1 ? [holdsEvery('suppliers.search_text', terms)] : []),
  ];
  return findByWords(reader, {
    kind: 'supplier',
    terms,
    limit: TOTAL_CAP,
    nameOf: sql`(select suppliers.name_key from suppliers
      where suppliers.id = found.subject_id and ${sql.join(conditions, sql` and `)})`,
  });
}

const count = sql<number>`cast(count(*) as integer)`.as('count');
/** Worded like the index of units that are not for sale. */
const isNotForSale = sql<boolean>`status in ('in_transit', 'defective', 'lost', 'returned')`;

/** Worded like the index of open orders. */
const isOpen = sql<boolean>`status in ('pending', 'partial')`;

/** Returns a supplier's kept totals, and the units in stock: those unsold minus the few that are not for sale. */
export async function countUnits(reader: Reader, supplierId: number): Promise<Required<SupplierStats>> {
  const totals = await reader
    .selectFrom('supplier_totals')
    .select(['units', 'value'])
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  const own = reader.selectFrom('inventory_items').select(count).where('supplier_id', '=', supplierId);
  const unsold = await own.where('sold_at', 'is', null).executeTakeFirstOrThrow();
  const notForSale = await own.where(isNotForSale).executeTakeFirstOrThrow();
  const orders = await reader
    .selectFrom('purchase_orders')
    .select(count)
    .where('supplier_id', '=', supplierId)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return {
    total_inventory_items: totals?.units ?? 0,
    active_inventory_items: unsold.count - notForSale.count,
    open_orders: orders.count,
    total_value: totals?.value ?? 0,
  };
}
