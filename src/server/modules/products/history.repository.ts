import type { Reader, Writer } from '../../db/access.ts';

/** A changed field; both values as on the wire. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** The subject of a change, who made it and when. */
export type Changed = { productId: number; variationId: number | null; staffId: number; at: number };

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

export async function insertHistory(
  writer: Writer,
  { productId, variationId, staffId, at }: Changed,
  changes: readonly FieldChange[],
): Promise<void> {
  const rows = changes.map(({ field, before, after }) => ({
    id: writer.nextId(),
    product_id: productId,
    product_variation_id: variationId,
    at,
    staff_id: staffId,
    field,
    before_json: json(before),
    after_json: json(after),
  }));
  if (rows.length) await writer.insertInto('product_history').values(rows).execute();
}

/** Returns the ids of a product's history entries, newest first; cost changes only if the caller sees costs. */
export const selectHistoryIds = (reader: Reader, productId: number, seesCosts: boolean) =>
  reader
    .selectFrom('product_history')
    .select('id')
    .where('product_id', '=', productId)
    .$if(!seesCosts, (query) => query.where('field', '<>', 'cost'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');

/** Returns history entries with the names of the staff member and the variation. */
export const selectHistory = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('product_history as entry')
    .leftJoin('staff', 'staff.id', 'entry.staff_id')
    .leftJoin('product_variations as variation', 'variation.id', 'entry.product_variation_id')
    .selectAll('entry')
    .select(['staff.name as staff_name', 'variation.name as variation_name'])
    .where('entry.id', 'in', ids)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc');
export type HistoryRow = Awaited<ReturnType<ReturnType<typeof selectHistory>['executeTakeFirstOrThrow']>>;
