import { sql, type Insertable } from 'kysely';
import type { EntrySum } from '#domain/shifts.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRows } from '../../db/compiled-query.ts';
import type { TillEntriesTable } from '../../db/tables.ts';

export const insertEntries = compiledRows((writer: Writer, rows: readonly Insertable<TillEntriesTable>[]) =>
  writer.insertInto('till_entries').values(rows).returning('id'),
);

/** `sum` makes another type of bigints on PostgreSQL, and null of nothing: this is a whole number on both engines. */
const total = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

const sums = (reader: Reader) =>
  reader
    .selectFrom('till_entries')
    .select([
      'kind',
      'method',
      total('amount').as('amount'),
      total('quantity').as('quantity'),
      total('discount').as('discount'),
      total('tax').as('tax'),
      total('written_off').as('written_off'),
    ])
    .groupBy(['kind', 'method']);

/** Instants from the start to before the end. */
export type Span = { from: number; to: number };

/** The entries of a shift by kind and method; of a span of it where one is given. */
export async function sumShift(reader: Reader, shiftId: number, span?: Span): Promise<EntrySum[]> {
  const all = sums(reader).where('shift_id', '=', shiftId);
  return span ? all.where('at', '>=', span.from).where('at', '<', span.to).execute() : all.execute();
}

/** The entries of a store within a time, by kind and method; `outside`: only those of no shift. */
export async function sumStore(
  reader: Reader,
  storeId: number,
  { from, to }: Span,
  { outside = false } = {},
): Promise<EntrySum[]> {
  const all = sums(reader).where('store_id', '=', storeId).where('at', '>=', from).where('at', '<', to);
  return outside ? all.where('shift_id', 'is', null).execute() : all.execute();
}

/** The payments that came in within a time by method, less those that were deleted then. */
export function tallyTaken(
  reader: Reader,
  storeId: number,
  { from, to }: Span,
): Promise<{ method: PaymentMethod; count: number; total: number }[]> {
  return reader
    .selectFrom('till_entries')
    .select(['method', sql<number>`cast(sum(quantity) as integer)`.as('count'), total('amount').as('total')])
    .where('store_id', '=', storeId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('kind', '=', 'payment')
    .$narrowType<{ method: PaymentMethod }>()
    .groupBy('method')
    .having((eb) => eb.or([eb(eb.fn.sum('quantity'), '<>', 0), eb(eb.fn.sum('amount'), '<>', 0)]))
    .execute();
}
