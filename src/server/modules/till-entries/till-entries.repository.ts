import { sql, type Insertable } from 'kysely';
import type { EntrySum } from '#domain/shifts.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledWrite } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';

export const insertEntries = compiledWrite(
  (writer: Writer, rows: readonly Insertable<Tables['till_entries']>[]) =>
    writer.insertInto('till_entries').values(rows),
);

/** A whole number on both engines: PostgreSQL's `sum` changes the type of bigints, and is null without rows. */
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
      total('cash_rounding').as('cash_rounding'),
    ])
    .groupBy(['kind', 'method']);

/** From an instant until before another, in milliseconds. */
type Span = { from: number; to: number };

/** Sums a shift's entries by kind and method. */
export const sumShift = (reader: Reader, shiftId: number): Promise<EntrySum[]> =>
  sums(reader).where('shift_id', '=', shiftId).execute();

/** Sums the entries of some shifts in a period, by kind and method. */
export const sumShifts = (
  reader: Reader,
  shiftIds: readonly number[],
  { from, to }: Span,
): Promise<EntrySum[]> =>
  sums(reader).where('shift_id', 'in', shiftIds).where('at', '>=', from).where('at', '<', to).execute();

/** The entries of some shifts, or of a store; `outside`: only those without a shift. */
type Of = { shiftIds: readonly number[] } | { storeId: number; outside?: boolean };

/** Finds the first and the last invoice number of some sales, optionally in a period. */
export function findInvoices(reader: Reader, of: Of, span?: Span) {
  const sales = reader
    .selectFrom('till_entries')
    .select([
      sql<number | null>`min(invoice_no)`.as('first_no'),
      sql<number | null>`max(invoice_no)`.as('last_no'),
    ])
    .where('kind', '=', 'sale');
  const own =
    'shiftIds' in of
      ? sales.where('shift_id', 'in', of.shiftIds)
      : sales
          .where('store_id', '=', of.storeId)
          .$if(of.outside === true, (query) => query.where('shift_id', 'is', null));
  const within = span ? own.where('at', '>=', span.from).where('at', '<', span.to) : own;
  return within.executeTakeFirstOrThrow();
}

/** Sums a store's entries in a period by kind and method; `outside`: only those without a shift. */
export async function sumStore(
  reader: Reader,
  storeId: number,
  { from, to }: Span,
  { outside = false } = {},
): Promise<EntrySum[]> {
  const all = sums(reader).where('store_id', '=', storeId).where('at', '>=', from).where('at', '<', to);
  return outside ? all.where('shift_id', 'is', null).execute() : all.execute();
}

/** Counts and sums the payments taken in a period by method, minus those deleted in it. */
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
