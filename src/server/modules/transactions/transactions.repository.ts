import { sql, type Insertable, type Selectable } from 'kysely';
import { numbersText } from '#domain/search-key.ts';
import type { SaleTotals, TaxRule } from '#domain/totals.ts';
import type { UnitCategory } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow, compiledRows, compiledWrite } from '../../db/compiled-query.ts';
import { holdRows } from '../../db/hold-rows.ts';
import { addCodes, removeCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';
import { ENDED } from '../../http/idempotency.ts';
import { unitsWithProduct } from '../units/units.public.ts';
import { zonesOfRow } from '../stores/stores.public.ts';

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

/** Finds a transaction of one of some stores that is not deleted. */
export function findTransaction(
  reader: Reader,
  transactionId: number,
  storeIds: readonly number[],
): Promise<TransactionRow | undefined> {
  return storeIds.length === 0 ? Promise.resolve(undefined) : findIn(reader, transactionId, storeIds);
}

/** Finds a transaction that is known to exist. */
export const findById = compiledRow((reader: Reader, transactionId: number) =>
  reader.selectFrom('transactions').selectAll().where('id', '=', transactionId),
);

export async function findIdByNumber(
  reader: Reader,
  number: string,
  storeIds: readonly number[],
): Promise<number | null> {
  if (storeIds.length === 0) return null;
  const row = await reader
    .selectFrom('transactions')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('invoice_number', '=', number),
        eb('draft_number', '=', number),
        eb('offline_number', '=', number),
      ]),
    )
    .where('store_id', 'in', storeIds)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** True if a sale of any store has this number of a till's own. */
export async function hasOfflineNumber(reader: Reader, number: string): Promise<boolean> {
  const row = await reader
    .selectFrom('transactions')
    .select('id')
    .where('offline_number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the id of the sale that a sold unit went out with. */
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

/** Finds a person's draft for a customer, in any store. */
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

/** Locks the row of a transaction, and thereby everything beneath it; undefined if it has another status. */
export const claim = compiledRow(
  (writer: Writer, transactionId: number, storeId: number, statuses: readonly TransactionRow['status'][]) =>
    holdRows(
      writer,
      writer
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', transactionId)
        .where('store_id', '=', storeId)
        .where('status', 'in', statuses)
        .where('deleted_at', 'is', null),
    ),
);

const insertRow = compiledWrite((writer: Writer, row: Insertable<Tables['transactions']>) =>
  writer.insertInto('transactions').values(row),
);

/** The columns that a draft has not yet. */
const NOT_YET = {
  invoice_no: null,
  invoice_number: null,
  receipt_email: null,
  buyer_name: null,
  buyer_tin: null,
  buyer_address: null,
  completed_at: null,
  completed_by_id: null,
  voided_at: null,
  voided_by_id: null,
  void_reason: null,
  deleted_at: null,
  deleted_by_id: null,
  deletion_reason: null,
  exchange_refund_id: null,
  offline_number: null,
} as const;

/** Inserts a draft with its search number; returns its row. */
export function insertDraft(
  writer: Writer,
  draft: Omit<TransactionRow, keyof typeof NOT_YET>,
): TransactionRow {
  insertRow(writer, draft);
  addCodes(writer, 'draft_codes', draft.id, numbersText([draft.draft_number]));
  return { ...NOT_YET, ...draft };
}

/** Removes the search number of a draft that is one no more. */
export const forgetDraftNumber = (writer: Writer, draftId: number): void =>
  removeCodes(writer, 'draft_codes', [draftId]);

/** Stores a sale's search numbers, once it has an invoice number. */
export function keepNumbers(
  writer: Writer,
  { id, draft_number, offline_number }: Pick<TransactionRow, 'id' | 'draft_number' | 'offline_number'>,
  invoiceNumber: string,
): void {
  forgetDraftNumber(writer, id);
  const numbers = [draft_number, invoiceNumber, ...(offline_number === null ? [] : [offline_number])];
  addCodes(writer, 'transaction_codes', id, numbersText(numbers));
}

type Changes = Partial<Omit<TransactionRow, 'id' | 'claim_no'>>;

const updateRow = compiledWrite((writer: Writer, transactionId: number, changes: Changes) =>
  writer.updateTable('transactions').set(changes).where('id', '=', transactionId),
);

/** Updates columns of a locked transaction; returns its new row. */
export function updateTransaction(writer: Writer, locked: TransactionRow, changes: Changes): TransactionRow {
  updateRow(writer, locked.id, changes);
  return { ...locked, ...changes };
}

/** The copies of a sale whose receipt was not printed when it was made: the first paper is the original, number 0. */
export const NO_PAPER = -1;

/** Counts one more printed paper and returns its number, unique even for concurrent prints. */
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

/** Finds the keys of a person's requests that completed a draft; none once they are forgotten. */
export async function findCompletionKeys(
  reader: Reader,
  transactionId: number,
  staffId: number,
): Promise<string[]> {
  const kept = await reader
    .selectFrom('idempotency_keys')
    .select('key')
    .where('staff_id', '=', staffId)
    .where('method', '=', 'POST')
    .where('path', '=', `/api/v1/transactions/${transactionId}/complete`)
    .where('body_hash', '!=', ENDED)
    .execute();
  return kept.map(({ key }) => key);
}

const deleteLines = compiledWrite((writer: Writer, transactionId: number) =>
  writer.deleteFrom('transaction_items').where('transaction_id', '=', transactionId),
);

const insertSome = compiledWrite(
  (writer: Writer, lines: readonly Insertable<Tables['transaction_items']>[]) =>
    writer.insertInto('transaction_items').values(lines),
);

/** The columns that the line of a draft has not yet, or that are the same for each. */
const NOT_SOLD = {
  kind: 'unit',
  note: null,
  tax_kind: 'vatable',
  unit_cost: null,
  refunded_at: null,
  refund_id: null,
  traded_in_at: null,
  warranty_months: null,
  warranty_from: null,
  category: null,
  condition_rating: null,
  disputed: 0,
  sold_by_id: null,
} as const;
export type DraftLine = Omit<LineRow, keyof typeof NOT_SOLD> & Partial<Pick<LineRow, keyof typeof NOT_SOLD>>;

/** Inserts the lines of a draft without any, in the order of their positions; returns their rows. */
export function insertLines(writer: Writer, lines: readonly DraftLine[]): LineRow[] {
  const inserted = lines.map((line): LineRow => ({ ...NOT_SOLD, ...line }));
  if (inserted.length) insertSome(writer, inserted);
  return inserted;
}

/** Replaces a draft's lines. */
export function replaceLines(writer: Writer, transactionId: number, lines: readonly DraftLine[]): LineRow[] {
  deleteLines(writer, transactionId);
  return insertLines(writer, lines);
}

/** Selects the warranty months of a line's unit: the product's, else the type's, else none. */
const monthsOfLine = (reader: Reader) =>
  unitsWithProduct(reader)
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select(
      sql<number>`coalesce(case when unit.category = 'new'
        then coalesce(product.warranty_months, type.warranty_months)
        else coalesce(product.warranty_months_used, type.warranty_months_used) end, 0)`.as('months'),
    )
    .where('unit.id', '=', sql.ref<number>('transaction_items.inventory_item_id'));

const ofUnit = (
  reader: Reader,
  column: 'category' | 'condition_rating' | 'product_variation_id' | 'purchase_cost',
) =>
  reader
    .selectFrom('inventory_items as unit')
    .select(`unit.${column}`)
    .where('unit.id', '=', sql.ref<number>('transaction_items.inventory_item_id'));

const AS_SOLD = [
  'warranty_months',
  'category',
  'condition_rating',
  'product_variation_id',
  'unit_cost',
] as const;

const asSold = (writer: Writer) => ({
  warranty_months: monthsOfLine(writer),
  category: ofUnit(writer, 'category').$castTo<UnitCategory>(),
  condition_rating: ofUnit(writer, 'condition_rating').$castTo<number | null>(),
  product_variation_id: ofUnit(writer, 'product_variation_id').$castTo<number>(),
  unit_cost: ofUnit(writer, 'purchase_cost').$castTo<number | null>(),
});

/** Gives a disputed line its unit, with the warranty, the condition and the cost that this is sold with. */
export async function nameUnit(writer: Writer, lineId: number, unitId: number): Promise<void> {
  const line = writer.updateTable('transaction_items').where('id', '=', lineId);
  await line.set({ inventory_item_id: unitId, disputed: 0 }).execute();
  await line.set(asSold(writer)).execute();
}

/** Marks a sale's lines as live and stores what they are sold with; returns it. */
export const makeLinesLive = compiledRows((writer: Writer, transactionId: number) =>
  writer
    .updateTable('transaction_items')
    .set({ live: 1, ...asSold(writer) })
    .where('transaction_id', '=', transactionId)
    .returning(['id', ...AS_SOLD]),
);

/** Corrects what the unit of a live line had cost, if it is out with a sale. */
export async function correctCost(writer: Writer, unitId: number, unit_cost: number | null): Promise<void> {
  await writer
    .updateTable('transaction_items')
    .set({ unit_cost })
    .where('inventory_item_id', '=', unitId)
    .where('live', '=', 1)
    .execute();
}

/** Lets the warranty of a sale's lines run on from the unit that they replace. */
export async function continueWarranty(
  writer: Writer,
  transactionId: number,
  warranty: Partial<Pick<LineRow, 'warranty_months' | 'warranty_from'>>,
): Promise<void> {
  await writer
    .updateTable('transaction_items')
    .set(warranty)
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** Gives a locked draft of one line other figures, without discounts. */
export async function repriceDraft(
  writer: Writer,
  draft: TransactionRow,
  { cart_discount: _none, ...figures }: Omit<SaleTotals, 'lines'>,
  { rate: tax_rate, pricesIncludeTax }: TaxRule,
): Promise<void> {
  const { subtotal: price } = figures;
  const prices_include_tax = pricesIncludeTax ? (1 as const) : (0 as const);
  updateTransaction(writer, draft, { ...figures, tax_rate, prices_include_tax, discounts_json: null });
  await writer
    .updateTable('transaction_items')
    .set({
      price,
      final_price: price,
      net_amount: figures.taxable_amount,
      tax_amount: figures.tax_amount,
      ...{ discount_amount: 0, discount_reason: null, discounts_json: null },
    })
    .where('transaction_id', '=', draft.id)
    .execute();
}

/** Finds the names of a transaction's staff member and store, with the store's time zones. */
export async function findNames(reader: Reader, row: Pick<TransactionRow, 'staff_id' | 'store_id'>) {
  const staff = await reader
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', '=', row.staff_id)
    .executeTakeFirstOrThrow();
  const store = await reader
    .selectFrom('stores')
    .select(['id', 'name', 'timezone', 'zones_json'])
    .where('id', '=', row.store_id)
    .executeTakeFirstOrThrow();
  return { staff, store: { id: store.id, name: store.name }, zones: zonesOfRow(store) };
}
