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

/** The entries of some shifts, or of a store; `outside`: only those without a shift. */
type Of = { shiftIds: readonly number[] } | { storeId: number; outside?: boolean };

/**
 * Counts the float of a till that is opened again in a period once: it is the same money, which was counted anew, so only the
 * first one came into the drawer.
 */
async function withFloatsOnce(
  reader: Reader,
  all: readonly EntrySum[],
  of: Of,
  { from, to }: Span,
): Promise<EntrySum[]> {
  const isAgain = all.some(({ kind, quantity }) => kind === 'float' && quantity > 1);
  if (!isAgain) return [...all];
  const floats = await reader
    .selectFrom('till_entries')
    .select(['till_id', 'amount'])
    .where('kind', '=', 'float')
    .where((eb) => ('shiftIds' in of ? eb('shift_id', 'in', of.shiftIds) : eb('store_id', '=', of.storeId)))
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const firsts = [...Map.groupBy(floats, ({ till_id }) => till_id).values()].flatMap(
    ([first]) => first ?? [],
  );
  const amount = firsts.reduce((sum, float) => sum + float.amount, 0);
  return all.map((sum) => (sum.kind === 'float' ? { ...sum, amount } : sum));
}

/** Sums the entries of some shifts in a period, by kind and method. */
export async function sumShifts(
  reader: Reader,
  shiftIds: readonly number[],
  span: Span,
): Promise<EntrySum[]> {
  const { from, to } = span;
  const own = sums(reader).where('shift_id', 'in', shiftIds).where('at', '>=', from).where('at', '<', to);
  return withFloatsOnce(reader, await own.execute(), { shiftIds }, span);
}

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
  span: Span,
  { outside = false } = {},
): Promise<EntrySum[]> {
  const { from, to } = span;
  const all = sums(reader).where('store_id', '=', storeId).where('at', '>=', from).where('at', '<', to);
  // Floats have their shifts.
  if (outside) return all.where('shift_id', 'is', null).execute();
  return withFloatsOnce(reader, await all.execute(), { storeId }, span);
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

/** Written out, so that the partial index of late entries is used. */
const isLate = sql<boolean>`is_late = 1`;

/** Gives a till's late entries that no shift has to the one that is opened next. */
export async function giveLateEntries(
  writer: Writer,
  { storeId, tillId, shiftId }: { storeId: number; tillId: number; shiftId: number },
): Promise<void> {
  await writer
    .updateTable('till_entries')
    .set({ shift_id: shiftId })
    .where('store_id', '=', storeId)
    .where('till_id', '=', tillId)
    .where('shift_id', 'is', null)
    .where(isLate)
    .execute();
}

/** Finds the late entries that a store's shifts have in a period, or some of its shifts have. */
export const findLateEntries = (
  reader: Reader,
  storeId: number,
  of: Span | { shiftIds: readonly number[] },
) =>
  reader
    .selectFrom('till_entries')
    .select(['shift_id', 'at'])
    .where('store_id', '=', storeId)
    .where('shift_id', 'is not', null)
    .where(isLate)
    .where((eb) =>
      'shiftIds' in of
        ? eb('shift_id', 'in', of.shiftIds)
        : eb.and([eb('at', '>=', of.from), eb('at', '<', of.to)]),
    )
    .$narrowType<{ shift_id: number }>()
    .execute();

const selectLateSales = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('till_entries as entry')
    .innerJoin('transactions as sale', 'sale.id', 'entry.transaction_id')
    .innerJoin('tills as till', 'till.id', 'entry.till_id')
    .select([
      'sale.id',
      'sale.invoice_number as number',
      'sale.offline_number',
      'entry.amount as total',
      'till.id as till_id',
      'till.name as till_name',
    ])
    .where('entry.store_id', '=', storeId)
    .where('entry.kind', '=', 'sale')
    .where(sql<boolean>`entry.is_late = 1`)
    .$narrowType<{ number: string }>()
    .orderBy('entry.at')
    .orderBy('entry.id');

/** Finds the late sales that some shifts of a store have in a period. */
export const findLateSales = (
  reader: Reader,
  { storeId, shiftIds }: { storeId: number; shiftIds: readonly number[] },
  { from, to }: Span,
) =>
  selectLateSales(reader, storeId)
    .where('entry.shift_id', 'in', shiftIds)
    .where('entry.at', '>=', from)
    .where('entry.at', '<', to)
    .execute();

/**
 * Lets a reading name the late sales of a store whose tills are retired, or have not opened since the day before its own, and that
 * no reading has named; returns them.
 */
export async function nameLateSales(
  writer: Writer,
  { storeId, before, readingId }: { storeId: number; before: number; readingId: number },
) {
  const retired = writer.selectFrom('tills').select('id').where('retired_at', 'is not', null);
  const named = await writer
    .updateTable('till_entries')
    .set({ named_in_z_id: readingId })
    .where('store_id', '=', storeId)
    .where('shift_id', 'is', null)
    .where('named_in_z_id', 'is', null)
    .where('kind', '=', 'sale')
    .where(isLate)
    .where((eb) => eb.or([eb('at', '<', before), eb('till_id', 'in', retired)]))
    .returning('id')
    .execute();
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  return selectLateSales(writer, storeId).where('entry.id', 'in', ids).execute();
}
