import { sql, type Insertable, type Selectable } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import { numbersText } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledChange, compiledRow, compiledRows } from '../../db/compiled-query.ts';
import { insertCodes, replaceCodes } from '../../db/search-codes.ts';
import type { Tables } from '../../db/tables.ts';

export type TransactionRow = Selectable<Tables['transactions']>;
export type LineRow = Selectable<Tables['transaction_items']>;

const findIn = compiledRow((reader: Reader, transactionId: number, storeIds: readonly number[]) =>
  reader
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', transactionId)
    .where('store_id', 'in', storeIds)
    .where('deleted_at', 'is', null),
);

/** A transaction that was not deleted, in one of some stores. */
export function findTransaction(
  reader: Reader,
  transactionId: number,
  storeIds: readonly number[],
): Promise<TransactionRow | undefined> {
  return storeIds.length === 0 ? Promise.resolve(undefined) : findIn(reader, transactionId, storeIds);
}

export async function findIdByNumber(
  reader: Reader,
  number: string,
  storeIds: readonly number[],
): Promise<number | null> {
  if (storeIds.length === 0) return null;
  const row = await reader
    .selectFrom('transactions')
    .select('id')
    .where((eb) => eb.or([eb('invoice_number', '=', number), eb('draft_number', '=', number)]))
    .where('store_id', 'in', storeIds)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The sale that a sold unit went out with. */
export async function findIdByLiveUnit(
  reader: Reader,
  unitId: number,
  storeIds: readonly number[],
): Promise<number | null> {
  if (storeIds.length === 0) return null;
  const row = await reader
    .selectFrom('transaction_items')
    .innerJoin('transactions', 'transactions.id', 'transaction_items.transaction_id')
    .select('transactions.id')
    .where('transaction_items.inventory_item_id', '=', unitId)
    .where('transaction_items.live', '=', 1)
    .where('transactions.store_id', 'in', storeIds)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The draft that somebody has for a customer, in whichever store. */
export const findDraftOf = compiledRow(
  (reader: Reader, { staffId, customerId }: { staffId: number; customerId: number }) =>
    reader
      .selectFrom('transactions')
      .select(['id', 'draft_number'])
      .where('staff_id', '=', staffId)
      .where('customer_id', '=', customerId)
      .where('status', '=', sql.lit('draft' as const))
      .where('deleted_at', 'is', null),
);

/** Takes the row that is the lock over everything beneath a transaction; undefined when it is in another status. */
export const claim = compiledRow(
  (writer: Writer, transactionId: number, storeId: number, statuses: readonly TransactionRow['status'][]) =>
    writer
      .updateTable('transactions')
      .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
      .where('id', '=', transactionId)
      .where('store_id', '=', storeId)
      .where('status', 'in', statuses)
      .where('deleted_at', 'is', null)
      .returningAll(),
);

const insertRow = compiledRow((writer: Writer, row: Insertable<Tables['transactions']>) =>
  writer.insertInto('transactions').values(row).returningAll(),
);

/** Inserts a transaction with the number it is found by. */
export async function insertTransaction(
  writer: Writer,
  row: Insertable<Tables['transactions']>,
): Promise<TransactionRow> {
  const codes = [{ id: row.id, code_text: numbersText([row.draft_number]) }];
  const [inserted] = await Promise.all([
    insertRow(writer, row),
    insertCodes(writer, 'transaction_codes', codes),
  ]);
  if (!inserted) throw new Error('A transaction was inserted and is not there');
  return inserted;
}

/** Keeps the invoice number that a draft gets as a sale among its numbers. */
export async function keepInvoiceNumber(
  writer: Writer,
  { id, draft_number }: Pick<TransactionRow, 'id' | 'draft_number'>,
  invoiceNumber: string,
): Promise<void> {
  await replaceCodes(writer, 'transaction_codes', id, numbersText([draft_number, invoiceNumber]));
}

const updateRow = compiledRow(
  (writer: Writer, transactionId: number, changes: Partial<Omit<TransactionRow, 'id' | 'claim_no'>>) =>
    writer.updateTable('transactions').set(changes).where('id', '=', transactionId).returningAll(),
);

/** Changes some columns of a transaction that was claimed; returns its row as it is now. */
export async function updateTransaction(
  writer: Writer,
  transactionId: number,
  changes: Partial<Omit<TransactionRow, 'id' | 'claim_no'>>,
): Promise<TransactionRow> {
  const row = await updateRow(writer, transactionId, changes);
  if (!row) throw new ApiError('transaction_not_found');
  return row;
}

/** Counts one more printed copy; returns which one it is, another for each of two that are printed at once. */
export async function countCopy(writer: Writer, transactionId: number): Promise<number> {
  const row = await writer
    .updateTable('transactions')
    .set((eb) => ({ copies_printed: eb('copies_printed', '+', 1) }))
    .where('id', '=', transactionId)
    .returning('copies_printed')
    .executeTakeFirstOrThrow();
  return row.copies_printed;
}

export const findLines = compiledRows((reader: Reader, transactionId: number) =>
  reader
    .selectFrom('transaction_items')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('position'),
);

const deleteLines = compiledChange((writer: Writer, transactionId: number) =>
  writer.deleteFrom('transaction_items').where('transaction_id', '=', transactionId),
);

const insertSome = compiledRows((writer: Writer, lines: readonly Insertable<Tables['transaction_items']>[]) =>
  writer.insertInto('transaction_items').values(lines).returningAll(),
);

/** Inserts the lines of a draft that has none; returns them in their order. */
export async function insertLines(
  writer: Writer,
  lines: readonly Insertable<Tables['transaction_items']>[],
): Promise<LineRow[]> {
  const rows = lines.length ? await insertSome(writer, lines) : [];
  return rows.sort((a, b) => a.position - b.position);
}

/** Puts a draft's lines in the place of those it had. */
export async function replaceLines(
  writer: Writer,
  transactionId: number,
  lines: readonly Insertable<Tables['transaction_items']>[],
): Promise<LineRow[]> {
  const [, inserted] = await Promise.all([deleteLines(writer, transactionId), insertLines(writer, lines)]);
  return inserted;
}

/** The months that the unit of a line is sold with: its product's, else its type's, else none. */
const monthsOfLine = (reader: Reader) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select(
      sql<number>`coalesce(case when unit.category = 'new'
        then coalesce(product.warranty_months, type.warranty_months)
        else coalesce(product.warranty_months_used, type.warranty_months_used) end, 0)`.as('months'),
    )
    .where('unit.id', '=', sql.ref<number>('transaction_items.inventory_item_id'));

/** Says of a sale's lines that their units are out with it, and what warranty they were sold with; returns that. */
export const makeLinesLive = compiledRows((writer: Writer, transactionId: number) =>
  writer
    .updateTable('transaction_items')
    .set({ live: 1, warranty_months: monthsOfLine(writer) })
    .where('transaction_id', '=', transactionId)
    .returning(['id', 'warranty_months']),
);

/** Who made a transaction, and where, with the time zone there. */
export async function findNames(reader: Reader, row: Pick<TransactionRow, 'staff_id' | 'store_id'>) {
  const staff = await reader
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', '=', row.staff_id)
    .executeTakeFirstOrThrow();
  const store = await reader
    .selectFrom('stores')
    .select(['id', 'name', 'timezone'])
    .where('id', '=', row.store_id)
    .executeTakeFirstOrThrow();
  const { timezone, ...named } = store;
  return { staff, store: named, timezone };
}
