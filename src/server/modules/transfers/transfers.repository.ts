import { sql, type Insertable, type Updateable } from 'kysely';
import { numbersText } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';
import { unitsWithProduct } from '../units/units.public.ts';

export type TransferRecord = Tables['transfers'];

/** Stays below every engine's limit on bound values. */
const ITEMS_AT_ONCE = 200;

/** Locks a transfer with a status: every change beneath it claims it first and waits for the others. */
export const claim = (writer: Writer, transferId: number, status: Tables['transfers']['status']) =>
  writer
    .updateTable('transfers')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('id', '=', transferId)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst();

export const findTransfer = (reader: Reader, transferId: number) =>
  reader.selectFrom('transfers').selectAll().where('id', '=', transferId).executeTakeFirst();

/** A unit to send; other fields tell what became of it since. */
type NewItem = Partial<Omit<Tables['transfer_items'], 'transfer_id' | 'position'>> & {
  inventory_item_id: number;
};

/** Inserts a transfer with its units, in order, and its search codes. */
export async function insertTransfer(
  writer: Writer,
  transfer: Insertable<Tables['transfers']>,
  units: readonly NewItem[],
): Promise<void> {
  await writer.insertInto('transfers').values(transfer).execute();
  const items = units.map((unit, position) => ({
    transfer_id: transfer.id,
    position,
    state: 'in_transit' as const,
    is_damaged: 0 as const,
    ...unit,
  }));
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    await writer
      .insertInto('transfer_items')
      .values(items.slice(start, start + ITEMS_AT_ONCE))
      .execute();
  }
  await insertCodes(writer, 'transfer_codes', [
    { id: transfer.id, code_text: numbersText([transfer.number]) },
  ]);
}

export type ItemRecord = Tables['transfer_items'];

/** Finds a transfer's units, extra ones included. */
export const findItemRecords = (reader: Reader, transferId: number): Promise<ItemRecord[]> =>
  reader.selectFrom('transfer_items').selectAll().where('transfer_id', '=', transferId).execute();

/** Finds one unit of a transfer, or an extra one. */
export const findItemRecord = (
  reader: Reader,
  transferId: number,
  unitId: number,
): Promise<ItemRecord | undefined> =>
  reader
    .selectFrom('transfer_items')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .where('inventory_item_id', '=', unitId)
    .executeTakeFirst();

/**
 * Finds a unit of a variation without an IMEI or serial number among those sent: the next expected one in packing
 * order, those without a label first; if none is expected, one that was scanned or settled.
 */
export async function findUnnumberedUnit(reader: Reader, transferId: number, variationId: number) {
  const row = await reader
    .selectFrom('transfer_items as item')
    .innerJoin('inventory_items as unit', 'unit.id', 'item.inventory_item_id')
    .select('unit.id')
    .select(({ eb }) =>
      eb
        .case()
        .when('item.state', '!=', 'in_transit')
        .then(sql.lit(2))
        .when('item.scanned_at', 'is not', null)
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end()
        .as('turn'),
    )
    .where('item.transfer_id', '=', transferId)
    .where('item.state', '!=', 'extra')
    .where('unit.product_variation_id', '=', variationId)
    .where('unit.serial_number', 'is', null)
    .where('unit.imei', 'is', null)
    .orderBy('turn')
    .orderBy(({ eb }) => eb.case().when('unit.qr_code', 'is', null).then(sql.lit(0)).else(sql.lit(1)).end())
    .orderBy('item.position')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, is_expected: row.turn === 0 };
}

/** Updates units of a transfer that are still in transit. */
export async function updateOpenItems(
  writer: Writer,
  transferId: number,
  unitIds: readonly number[],
  changes: Updateable<Tables['transfer_items']>,
): Promise<void> {
  if (unitIds.length === 0) return;
  await writer
    .updateTable('transfer_items')
    .set(changes)
    .where('transfer_id', '=', transferId)
    .where('inventory_item_id', 'in', unitIds)
    .where('state', '=', 'in_transit')
    .execute();
}

type Extra = { transferId: number; unitId: number; position: number; by: number; now: number };

/** Inserts an extra unit, which came without being in the transfer. */
export async function insertExtra(writer: Writer, { transferId, unitId, position, by, now }: Extra) {
  await writer
    .insertInto('transfer_items')
    .values({
      transfer_id: transferId,
      inventory_item_id: unitId,
      position,
      state: 'extra',
      is_damaged: 0,
      scanned_at: now,
      scanned_by_id: by,
    })
    .execute();
}

type OneItem = { transferId: number; unitId: number };

export async function updateExtra(
  writer: Writer,
  { transferId, unitId }: OneItem,
  changes: Updateable<Tables['transfer_items']>,
): Promise<void> {
  await writer
    .updateTable('transfer_items')
    .set(changes)
    .where('transfer_id', '=', transferId)
    .where('inventory_item_id', '=', unitId)
    .where('state', '=', 'extra')
    .execute();
}

export async function deleteExtra(writer: Writer, { transferId, unitId }: OneItem) {
  await writer
    .deleteFrom('transfer_items')
    .where('transfer_id', '=', transferId)
    .where('inventory_item_id', '=', unitId)
    .where('state', '=', 'extra')
    .execute();
}

export async function updateTransfer(
  writer: Writer,
  transferId: number,
  changes: Updateable<Tables['transfers']>,
): Promise<void> {
  await writer.updateTable('transfers').set(changes).where('id', '=', transferId).execute();
}

/** Selects transfers with the names of their stores and people. */
export function selectTransfers(reader: Reader) {
  return reader
    .selectFrom('transfers as transfer')
    .innerJoin('stores as sender', 'sender.id', 'transfer.from_store_id')
    .innerJoin('stores as receiver', 'receiver.id', 'transfer.to_store_id')
    .innerJoin('staff', 'staff.id', 'transfer.sent_by_id')
    .leftJoin('staff as ender', 'ender.id', 'transfer.ended_by_id')
    .selectAll('transfer')
    .select([
      'sender.name as from_store_name',
      'receiver.name as to_store_name',
      'staff.name as sent_by_name',
      'ender.name as ended_by_name',
    ]);
}
export type NamedTransfer = Awaited<
  ReturnType<ReturnType<typeof selectTransfers>['executeTakeFirstOrThrow']>
>;

/** Finds a transfer with one of some stores at either end. */
export const findNamedTransfer = (reader: Reader, transferId: number, storeIds: readonly number[]) =>
  selectTransfers(reader)
    .where('transfer.id', '=', transferId)
    .where(({ eb, or }) =>
      or([eb('transfer.from_store_id', 'in', storeIds), eb('transfer.to_store_id', 'in', storeIds)]),
    )
    .executeTakeFirst();

/** Selects units with product, store, holder, and the transfer they are in transit with. */
function selectPlacedUnits(reader: Reader) {
  return unitsWithProduct(reader)
    .innerJoin('stores', 'stores.id', 'unit.store_id')
    .leftJoin('staff as holder', 'holder.id', 'unit.locked_by_id')
    .leftJoin('transfer_items as transit', (join) =>
      join
        .onRef('transit.inventory_item_id', '=', 'unit.id')
        .on('transit.state', '=', sql.lit('in_transit' as const)),
    )
    .leftJoin('transfers', 'transfers.id', 'transit.transfer_id')
    .leftJoin('stores as destination', 'destination.id', 'transfers.to_store_id')
    .select([
      'unit.id as inventory_item_id',
      'product.id as product_id',
      'product.name as product_name',
      'variation.name as variation_name',
      'unit.serial_number',
      'unit.imei',
      'unit.imei2',
      'unit.qr_code',
      'unit.category',
      'unit.condition_rating',
      'unit.status',
      'unit.store_id',
      'stores.name as store_name',
      'unit.lock_expires_at',
      'unit.till_lock_until',
      'holder.name as locked_by',
      'transfers.id as transit_id',
      'transfers.number as transit_number',
      'destination.id as transit_store_id',
      'destination.name as transit_store_name',
    ]);
}
export type PlacedUnit = Awaited<ReturnType<ReturnType<typeof selectPlacedUnits>['executeTakeFirstOrThrow']>>;

/** Finds units in any store, by id. */
export async function findPlacedUnits(reader: Reader, unitIds: readonly number[]): Promise<PlacedUnit[]> {
  if (unitIds.length === 0) return [];
  return selectPlacedUnits(reader).where('unit.id', 'in', unitIds).orderBy('unit.id').execute();
}

const unitIdsOf = (reader: Reader, transferId: number) =>
  reader.selectFrom('transfer_items').select('inventory_item_id').where('transfer_id', '=', transferId);

/** Finds the units of a transfer to show, extra ones included. */
export async function findUnitsOf(reader: Reader, transferId: number): Promise<PlacedUnit[]> {
  return selectPlacedUnits(reader).where('unit.id', 'in', unitIdsOf(reader, transferId)).execute();
}

/** Finds the names of the people who scanned or settled units of a transfer. */
export async function findPeopleOf(reader: Reader, transferId: number): Promise<Map<number, string>> {
  const rows = await reader
    .selectFrom('staff')
    .select(['id', 'name'])
    .where(({ eb, or, selectFrom }) => {
      const those = (column: 'scanned_by_id' | 'settled_by_id') =>
        selectFrom('transfer_items').select(column).where('transfer_id', '=', transferId);
      return or([eb('id', 'in', those('scanned_by_id')), eb('id', 'in', those('settled_by_id'))]);
    })
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Finds the variation with a barcode. */
export async function findVariationOfBarcode(
  reader: Reader,
  codes: readonly string[],
): Promise<number | null> {
  const row = await reader
    .selectFrom('product_variations')
    .select('id')
    .where('barcode', 'in', codes)
    .executeTakeFirst();
  return row?.id ?? null;
}
