import type { Reader, Writer } from '../../db/access.ts';

/** Finds the labels with some codes, in any store, with the order that each was made for. */
export async function findLabels(reader: Reader, codes: readonly string[]) {
  if (codes.length === 0) return [];
  return reader
    .selectFrom('qr_codes as label')
    .innerJoin('purchase_orders as order', 'order.id', 'label.supplier_transaction_id')
    .innerJoin('stores as store', 'store.id', 'label.store_id')
    .selectAll('label')
    .select(['order.transaction_number', 'store.name as store_name'])
    .where('label.qr_code', 'in', codes)
    .execute();
}
export type LabelRow = Awaited<ReturnType<typeof findLabels>>[number];

/** Finds the label of a unit, and the batch that it was printed with. */
export const labelOf = (reader: Reader, unitId: number) =>
  reader
    .selectFrom('qr_codes as label')
    .innerJoin('qr_batches as batch', 'batch.id', 'label.batch_id')
    .select(['label.id', 'label.qr_code', 'batch.batch_code'])
    .where('label.inventory_item_id', '=', unitId)
    .executeTakeFirst();

type Done = { by: number; now: number };

/** Links an unused code to a unit; false if it is no longer unused. */
export async function linkLabel(
  writer: Writer,
  { id }: Pick<LabelRow, 'id'>,
  unitId: number,
  { by, now }: Done,
): Promise<boolean> {
  const row = await writer
    .updateTable('qr_codes')
    .set({ status: 'linked', inventory_item_id: unitId, linked_at: now, linked_by_id: by })
    .where('id', '=', id)
    .where('status', '=', 'unused')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const voidedBy = ({ by, now, reason }: Done & { reason: string }) =>
  ({ status: 'voided', voided_at: now, voided_by_id: by, void_reason: reason }) as const;

/** Voids an unused code; false if it is no longer unused. */
export async function voidUnused(
  writer: Writer,
  { id }: Pick<LabelRow, 'id'>,
  done: Done & { reason: string },
): Promise<boolean> {
  const row = await writer
    .updateTable('qr_codes')
    .set(voidedBy(done))
    .where('id', '=', id)
    .where('status', '=', 'unused')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Voids the code of a unit and unlinks it; returns the order that it was made for, undefined if the unit has none. */
export const voidOfUnit = (
  writer: Writer,
  unitId: number,
  done: Done & { reason: string },
): Promise<{ supplier_transaction_id: number } | undefined> =>
  writer
    .updateTable('qr_codes')
    .set({ ...voidedBy(done), inventory_item_id: null })
    .where('inventory_item_id', '=', unitId)
    .returning('supplier_transaction_id')
    .executeTakeFirst();
