import { sql, type Insertable } from 'kysely';
import type { QrCodeStatus } from '#domain/qr-codes.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { isFree, selectUnits } from '../units/units.public.ts';

/** Selects codes with batch, order, linked unit, and the people who made and voided them. */
const selectCodes = (reader: Reader) =>
  reader
    .selectFrom('qr_codes as code')
    .innerJoin('qr_batches as batch', 'batch.id', 'code.batch_id')
    .innerJoin('purchase_orders as order', 'order.id', 'code.supplier_transaction_id')
    .innerJoin('stores as store', 'store.id', 'code.store_id')
    .innerJoin('staff as maker', 'maker.id', 'batch.created_by_id')
    .leftJoin('staff as voider', 'voider.id', 'code.voided_by_id')
    .leftJoin('inventory_items as unit', 'unit.id', 'code.inventory_item_id')
    .leftJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .leftJoin('products as product', 'product.id', 'variation.product_id')
    .selectAll('code')
    .select([
      'batch.batch_code',
      'batch.created_by_id as maker_id',
      'maker.name as maker_name',
      'order.transaction_number',
      'order.status as order_status',
      'store.name as store_name',
      'voider.name as voider_name',
      'unit.store_id as unit_store_id',
      'variation.id as variation_id',
      'variation.name as variation_name',
      'product.id as product_id',
      'product.name as product_name',
    ]);
export type CodeRow = Awaited<ReturnType<ReturnType<typeof selectCodes>['executeTakeFirstOrThrow']>>;

type CodeFilter = { storeId: number; batchId?: number | undefined; status?: QrCodeStatus | undefined };

/** Selects the codes that match a filter: newest first, but a batch in the order of its sheet. */
export const codesMatching = (reader: Reader, { storeId, batchId, status }: CodeFilter) => {
  const codes = reader
    .selectFrom('qr_codes as code')
    .select('code.id')
    .$if(status !== undefined, (query) => query.where('code.status', '=', status ?? 'unused'));
  return batchId === undefined
    ? codes.where('code.store_id', '=', storeId).orderBy('code.created_at', 'desc').orderBy('code.id', 'desc')
    : codes.where('code.batch_id', '=', batchId).orderBy('code.id');
};

/** Selects codes by id, in the order of their list. */
export const codesByIds = (reader: Reader, ids: readonly number[], isBatch: boolean) =>
  selectCodes(reader)
    .where('code.id', 'in', ids)
    .$if(!isBatch, (query) => query.orderBy('code.created_at', 'desc'))
    .orderBy('code.id', isBatch ? 'asc' : 'desc');

export const findCode = (reader: Reader, code: string): Promise<CodeRow | undefined> =>
  selectCodes(reader).where('code.qr_code', '=', code).executeTakeFirst();

const selectBatches = (reader: Reader) =>
  reader
    .selectFrom('qr_batches as batch')
    .innerJoin('purchase_orders as order', 'order.id', 'batch.supplier_transaction_id')
    .selectAll('batch')
    .select('order.transaction_number');
export type BatchRow = Awaited<ReturnType<ReturnType<typeof selectBatches>['executeTakeFirstOrThrow']>>;

/** Finds a batch of one of some stores. */
export async function findBatch(
  reader: Reader,
  batchCode: string,
  storeIds: readonly number[],
): Promise<BatchRow | undefined> {
  const row = await selectBatches(reader).where('batch.batch_code', '=', batchCode).executeTakeFirst();
  return row && storeIds.includes(row.store_id) ? row : undefined;
}

/** Returns a store's newest batches. */
export const recentBatches = (reader: Reader, storeId: number, most: number): Promise<BatchRow[]> =>
  selectBatches(reader)
    .where('batch.store_id', '=', storeId)
    .orderBy('batch.created_at', 'desc')
    .orderBy('batch.id', 'desc')
    .limit(most)
    .execute();

/** Counts a store's codes by status. */
export async function countByStatus(reader: Reader, storeId: number): Promise<Record<QrCodeStatus, number>> {
  const row = await reader
    .selectFrom('qr_totals')
    .select(['unused', 'linked', 'voided'])
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row ?? { unused: 0, linked: 0, voided: 0 };
}

/** Returns a batch's codes that are not voided, in order. */
export async function codesOnSheet(reader: Reader, batchId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('qr_codes')
    .select('qr_code')
    .where('batch_id', '=', batchId)
    .where('status', '<>', 'voided')
    .orderBy('id')
    .execute();
  return rows.map(({ qr_code }) => qr_code);
}

export async function insertBatch(
  writer: Writer,
  batch: Omit<Insertable<Tables['qr_batches']>, QrCodeStatus>,
  codes: readonly string[],
): Promise<void> {
  // Triggers count the codes.
  await writer
    .insertInto('qr_batches')
    .values({ ...batch, unused: 0, linked: 0, voided: 0 })
    .execute();
  const { id: batch_id, store_id, supplier_transaction_id, created_at } = batch;
  const rows: Insertable<Tables['qr_codes']>[] = codes.map((qr_code) => ({
    id: writer.nextId(),
    qr_code,
    batch_id,
    store_id,
    supplier_transaction_id,
    status: 'unused',
    created_at,
  }));
  await writer.insertInto('qr_codes').values(rows).execute();
}

/** Deletes a batch's unused codes, and the batch once it is empty; returns how many codes were deleted. */
export async function deleteUnused(writer: Writer, batchId: number): Promise<number> {
  const deleted = await writer
    .deleteFrom('qr_codes')
    .where('batch_id', '=', batchId)
    .where('status', '=', 'unused')
    .returning('id')
    .execute();
  await writer
    .deleteFrom('qr_batches')
    .where('id', '=', batchId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('qr_codes').select('qr_codes.id').whereRef('qr_codes.batch_id', '=', 'qr_batches.id'),
        ),
      ),
    )
    .execute();
  return deleted.length;
}

type Linkable = { orderId: number; storeIds: readonly number[]; unitId: number | null; now: number };

/** Selects units from an order's receipts that have no code and that nobody holds. */
const linkable = (reader: Reader, { orderId, storeIds, unitId, now }: Linkable) =>
  reader
    .selectFrom('inventory_items')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('goods_receipts as receipt')
        .innerJoin('goods_receipt_items as came', 'came.goods_receipt_id', 'receipt.id')
        .select(sql<number>`came.inventory_item_id`.as('id'))
        .where('receipt.supplier_transaction_id', '=', orderId)
        .where('came.inventory_item_id', 'is not', null),
    )
    .where('qr_code', 'is', null)
    .where('store_id', 'in', storeIds)
    .where((eb) => eb.or([isFree(eb, now), eb('status', 'in', ['defective', 'lost'])]))
    .$if(unitId !== null, (query) => query.where('id', '=', unitId));

/** Returns the first linkable units and their total. */
export async function findLinkable(reader: Reader, asked: Linkable, most: number) {
  if (asked.storeIds.length === 0) return { units: [], total: 0 };
  const { total } = await linkable(reader, asked)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ids = await linkable(reader, asked).select('id').orderBy('id').limit(most).execute();
  const units =
    ids.length === 0
      ? []
      : await selectUnits(reader)
          .where(
            'unit.id',
            'in',
            ids.map(({ id }) => id),
          )
          .orderBy('unit.id')
          .execute();
  return { units, total: Number(total) };
}
