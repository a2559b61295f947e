import type { Reader, Writer } from './access.ts';
import { compiledRow } from './compiled-query.ts';
import type { Tables } from './tables.ts';

const countUp = compiledRow((writer: Writer, storeId: number, kind: Tables['number_series']['kind']) =>
  writer
    .insertInto('number_series')
    .values({ store_id: storeId, kind, last_no: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'kind'])
        .doUpdateSet((eb) => ({ last_no: eb('number_series.last_no', '+', 1) })),
    )
    .returning('last_no'),
);

const countUpDated = compiledRow((writer: Writer, storeId: number, now: number) =>
  writer
    .insertInto('number_series')
    .values({ store_id: storeId, kind: 'invoice', last_no: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind']).doUpdateSet((eb) => ({
        last_no: eb('number_series.last_no', '+', 1),
        last_at: eb
          .case()
          .when('number_series.last_at', '>', eb.ref('excluded.last_at'))
          .then(eb.ref('number_series.last_at'))
          .else(eb.ref('excluded.last_at'))
          .end(),
      })),
    )
    .returning(['last_no', 'last_at']),
);

/** Takes the next number of a store's series, without gaps: in the transaction that uses it. */
export async function takeNumber(
  writer: Writer,
  storeId: number,
  kind: Tables['number_series']['kind'],
): Promise<number> {
  const row = await countUp(writer, storeId, kind);
  if (!row) throw new Error('A series gave no number');
  return row.last_no;
}

/**
 * Takes the number of a store's next invoice, with its date: `now`, or that of the invoice before where the clock went
 * back. See docs/decisions/clock.md.
 */
export async function takeInvoiceNumber(
  writer: Writer,
  storeId: number,
  now: number,
): Promise<{ no: number; at: number }> {
  const row = await countUpDated(writer, storeId, now);
  if (!row) throw new Error('A series gave no number');
  return { no: row.last_no, at: row.last_at ?? now };
}

/** Milliseconds that two servers of a shop may differ, or a clock be put right, without a word. */
const TOLERANCE = 60_000;

/** Returns the date of a store's last invoice, or of any store's, if the clock is before it; else null. */
export async function findInvoiceAhead(
  reader: Reader,
  now: number,
  storeId?: number,
): Promise<number | null> {
  const row = await reader
    .selectFrom('number_series')
    .select((eb) => eb.fn.max('last_at').as('at'))
    .where('kind', '=', 'invoice')
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? 0))
    .executeTakeFirst();
  const at = row?.at ?? null;
  return at !== null && at > now + TOLERANCE ? at : null;
}

/** Sets a store's next invoice number, forward only; returns which one was the next before. */
export async function setNextInvoiceNumber(writer: Writer, storeId: number, next: number): Promise<number> {
  const series = await writer
    .insertInto('number_series')
    .values({ store_id: storeId, kind: 'invoice', last_no: 0 })
    // Locks the row, so that no number is taken in between.
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'kind'])
        .doUpdateSet((eb) => ({ last_no: eb.ref('number_series.last_no') })),
    )
    .returning('last_no')
    .executeTakeFirstOrThrow();
  if (series.last_no < next - 1)
    await writer
      .updateTable('number_series')
      .set({ last_no: next - 1 })
      .where('store_id', '=', storeId)
      .where('kind', '=', 'invoice')
      .execute();
  return series.last_no + 1;
}

const findInvoiceSeries = compiledRow((reader: Reader, storeId: number) =>
  reader
    .selectFrom('number_series')
    .select(['last_no', 'moved_at', 'moved_from'])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'invoice'),
);

/** Returns the number of a store's last invoice, 0 before the first. */
export const lastInvoiceNo = async (reader: Reader, storeId: number): Promise<number> =>
  (await findInvoiceSeries(reader, storeId))?.last_no ?? 0;

/** Notes that a store's invoices were moved on, for the dashboard. */
export async function noteInvoicesMoved(
  writer: Writer,
  storeId: number,
  { from, now }: { from: number; now: number },
): Promise<void> {
  await writer
    .updateTable('number_series')
    .set({ moved_at: now, moved_from: from })
    .where('store_id', '=', storeId)
    .where('kind', '=', 'invoice')
    .execute();
}

/** Returns when a store's invoices were moved on, and the last number before; null if they never were. */
export async function findInvoicesMoved(
  reader: Reader,
  storeId: number,
): Promise<{ at: number; from: number } | null> {
  const series = await findInvoiceSeries(reader, storeId);
  if (!series || series.moved_at === null) return null;
  return { at: series.moved_at, from: series.moved_from ?? 0 };
}

/** True if a sale of a store has an invoice number. */
export async function isInvoiceTaken(reader: Reader, storeId: number, no: number): Promise<boolean> {
  const row = await reader
    .selectFrom('transactions')
    .select('id')
    .where('store_id', '=', storeId)
    .where('invoice_no', '=', no)
    .executeTakeFirst();
  return row !== undefined;
}

/** More than a shop gives between two copies of its data. */
const LOST_NUMBERS_MAX = 10_000;
const LOST_IDS_MAX = 1_000_000;

/**
 * Leaves out the ids and a store's other numbers that may have been given since a copy of the data was made, so that a
 * till's open cart and a printed QR code never mean something else after that copy was put back.
 */
export async function skipLostNumbers(writer: Writer, storeId: number): Promise<void> {
  await writer
    .updateTable('number_series')
    .set((eb) => ({ last_no: eb('last_no', '+', LOST_NUMBERS_MAX) }))
    .where('store_id', '=', storeId)
    .where('kind', '!=', 'invoice')
    .execute();
  await writer
    .updateTable('id_blocks')
    .set((eb) => ({ next_id: eb('next_id', '+', LOST_IDS_MAX) }))
    .execute();
  writer.renewIds();
}

/** Lets the invoices of stores whose last one is dated ahead of the clock be dated by it again; returns the stores' ids. */
export async function endInvoicesAhead(writer: Writer, now: number): Promise<number[]> {
  const ended = await writer
    .updateTable('number_series')
    .set({ last_at: now })
    .where('kind', '=', 'invoice')
    .where('last_at', '>', now)
    .returning('store_id')
    .execute();
  return ended.map(({ store_id }) => store_id);
}
