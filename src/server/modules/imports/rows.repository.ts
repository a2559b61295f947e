import { type Insertable, type Selectable, sql } from 'kysely';
import type { ImportRowState } from '#domain/imports.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';
import type { ImportRow } from './imports.repository.ts';
import { priceFields } from '../products/products.public.ts';
import type { MadeName } from './kind-rules.ts';

export type FileRow = Selectable<Tables['import_rows']>;

/** Returns the ids of what a row made. */
export const madeIn = ({ made_id, also_made_json }: FileRow): number[] => [
  ...(made_id === null ? [] : [made_id]),
  ...(also_made_json === null ? [] : (JSON.parse(also_made_json) as number[])),
];

/** Returns the first rows that have at most `limit` units together, and at least one row. */
export function firstOf(rows: FileRow[], limit: number, unitsIn: (row: FileRow) => number): FileRow[] {
  let units = 0;
  const end = rows.findIndex((row, at) => {
    units += unitsIn(row);
    return at > 0 && units > limit;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

export async function insertRows(
  writer: Writer,
  rows: readonly Insertable<Tables['import_rows']>[],
): Promise<void> {
  if (rows.length) await writer.insertInto('import_rows').values(rows).execute();
}

/** Saves the results of an import's rows; existing rows are updated. */
export async function saveOutcomes(
  writer: Writer,
  rows: readonly Insertable<Tables['import_rows']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await writer
    .insertInto('import_rows')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['import_id', 'row_no']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        made_id: eb.ref('excluded.made_id'),
        also_made_json: eb.ref('excluded.also_made_json'),
        problems_json: eb.ref('excluded.problems_json'),
      })),
    )
    .execute();
}

/** Deletes at most `limit` rows of an import; returns true if none are left. */
export async function forgetRows(writer: Writer, importId: number, limit: number): Promise<boolean> {
  const some = writer
    .selectFrom('import_rows')
    .select('row_no')
    .where('import_id', '=', importId)
    .orderBy('row_no')
    .limit(limit);
  const gone = await writer
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('row_no', 'in', some)
    .executeTakeFirst();
  return Number(gone.numDeletedRows) < limit;
}

/** Finds cancelled imports that still have rows. */
export const findCancelled = (reader: Reader) =>
  reader
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'cancelled')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('import_rows').select('row_no').whereRef('import_rows.import_id', '=', 'imports.id')),
    )
    .execute();

/** Finds the rows of the next groups in a state after one, whole groups only. */
export async function findGroups(
  reader: Reader,
  importId: number,
  { state, after, limit }: { state: ImportRowState; after: number; limit: number },
): Promise<FileRow[]> {
  const groups = await reader
    .selectFrom('import_rows')
    .select('group_no')
    .where('import_id', '=', importId)
    .where('state', '=', state)
    .where('group_no', '>', after)
    .groupBy('group_no')
    .orderBy('group_no')
    .limit(limit)
    .execute();
  const last = groups.at(-1)?.group_no;
  if (last === undefined) return [];
  return reader
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('state', '=', state)
    .where('group_no', '>', after)
    .where('group_no', '<=', last)
    .orderBy('group_no')
    .orderBy('row_no')
    .execute();
}

/** Selects an import's rows in a state, or only those with warnings, in the file's order; the row number is the id. */
export const rowIds = (reader: Reader, importId: number, state: ImportRowState, isWarned: boolean) =>
  reader
    .selectFrom('import_rows')
    .select('row_no as id')
    .where('import_id', '=', importId)
    .where('state', '=', state)
    .$if(isWarned, (query) => query.where('warnings_json', 'is not', null))
    .orderBy('group_no')
    .orderBy('row_no');

export const rowsOf = (reader: Reader, importId: number, rowNos: readonly number[]) =>
  reader
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('row_no', 'in', rowNos)
    .orderBy('group_no')
    .orderBy('row_no');

/** Finds the next rows with problems, in the order of the file. */
export const findTroubled = (reader: Reader, importId: number, after: number, limit: number) =>
  reader
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('row_no', '>', after)
    .where('problems_json', 'is not', null)
    .orderBy('row_no')
    .limit(limit)
    .execute();

/** Finds rows with these keys of which an earlier import of the same content has made something that is there. */
export const findMadeBefore = (
  reader: Reader,
  { content_hash, kind, id }: Pick<ImportRow, 'content_hash' | 'kind' | 'id'>,
  keys: readonly string[],
) =>
  reader
    .selectFrom('imports')
    .innerJoin('import_rows as row', 'row.import_id', 'imports.id')
    .select('row.row_key')
    .where('imports.content_hash', '=', content_hash)
    .where('imports.kind', '=', kind)
    .where('imports.id', '<>', id)
    .where('row.row_key', 'in', keys)
    .where('row.state', 'in', [sql.lit('made' as const), sql.lit('kept' as const)])
    .execute();

/** Finds those of some stores that are active. */
export const findStoresOf = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('stores')
    .select(['id', 'code', 'name', 'name_key'])
    .where('id', 'in', ids.length ? ids : [0])
    .where('is_active', '=', 1)
    .execute();
export type PlaceRow = Awaited<ReturnType<typeof findStoresOf>>[number];

type Named = 'product_types' | 'manufacturers' | 'customer_groups' | 'signup_channels';

/** Finds the ids of names in a lookup, ignoring case. */
export async function findByNames(
  reader: Reader,
  table: Named,
  names: readonly string[],
): Promise<(name: string) => number | undefined> {
  const wanted = [...new Set(names.filter(Boolean).map(uniqueName))];
  const rows = wanted.length
    ? await reader
        .selectFrom(table)
        .select(['id', 'unique_name'])
        .where('unique_name', 'in', wanted)
        .execute()
    : [];
  const ids = new Map(rows.map((row) => [row.unique_name, row.id]));
  return (name) => ids.get(uniqueName(name));
}

/** Deletes types and manufacturers of which there is no product. */
export async function removeUnusedNames(writer: Writer, names: readonly MadeName[]): Promise<void> {
  for (const { table, id } of names) {
    const column = table === 'manufacturers' ? 'manufacturer_id' : 'product_type_id';
    await writer
      .deleteFrom(table)
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('products').select('products.id').where(column, '=', id))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('stock_counts').select('stock_counts.id').where('product_type_id', '=', id))),
      )
      .execute();
  }
}

/** Finds the customers with some phone numbers, by their keys. */
export async function findByPhones(reader: Reader, keys: readonly string[]) {
  const rows = keys.length
    ? await reader
        .selectFrom('customers')
        .select(['name', 'phone_key'])
        .where('phone_key', 'in', keys)
        .where('deleted_at', 'is', null)
        .execute()
    : [];
  return new Map(rows.map((row) => [row.phone_key, row.name]));
}

/** Returns the prices of some variations. */
export const pricesOf = (reader: Reader, variationIds: readonly number[]) =>
  reader
    .selectFrom('product_variations')
    .select(['id', ...priceFields])
    .where('id', 'in', variationIds.length ? variationIds : [0])
    .execute();

/** Returns a variation's prices and holds its row from here on. */
export const findPrices = compiledRow((writer: Writer, variationId: number) =>
  writer
    .updateTable('product_variations')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', variationId)
    .returning(priceFields),
);
