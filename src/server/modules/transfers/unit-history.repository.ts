import { sql } from 'kysely';
import type { Reader } from '../../db/access.ts';

/** Returns a unit's transfers, oldest first: both stores, the sender, the outcome and who settled it. */
export const transfersOfUnit = (reader: Reader, unitId: number) =>
  reader
    .selectFrom('transfer_items as item')
    .innerJoin('transfers as transfer', 'transfer.id', 'item.transfer_id')
    .innerJoin('stores as sender', 'sender.id', 'transfer.from_store_id')
    .innerJoin('stores as receiver', 'receiver.id', 'transfer.to_store_id')
    .innerJoin('staff', 'staff.id', 'transfer.sent_by_id')
    .leftJoin('staff as settler', 'settler.id', 'item.settled_by_id')
    .leftJoin('staff as scanner', 'scanner.id', 'item.scanned_by_id')
    .select([
      'transfer.id as transfer_id',
      'transfer.number',
      'transfer.from_store_id',
      'sender.name as from_store_name',
      'transfer.to_store_id',
      'receiver.name as to_store_name',
      'transfer.sent_at',
      'transfer.sent_by_id',
      'staff.name as sent_by_name',
      'item.state',
      'item.scanned_at',
      'item.scanned_by_id',
      'scanner.name as scanned_by_name',
      'item.settled_at',
      'item.settled_by_id',
      'settler.name as settled_by_name',
      'item.reason',
    ])
    .where('item.inventory_item_id', '=', unitId)
    .orderBy('transfer.sent_at')
    .orderBy('transfer.id')
    .execute();

/** Finds the transfer that a unit is in transit with. */
export const transitOfUnit = (reader: Reader, unitId: number) =>
  reader
    .selectFrom('transfer_items as item')
    .innerJoin('transfers as transfer', 'transfer.id', 'item.transfer_id')
    .innerJoin('stores', 'stores.id', 'transfer.to_store_id')
    .select(['transfer.id', 'transfer.number', 'stores.id as to_store_id', 'stores.name as to_store_name'])
    .where('item.inventory_item_id', '=', unitId)
    .where('item.state', '=', sql.lit('in_transit' as const))
    .executeTakeFirst();

/** Finds the transfers that some units are in transit with. */
export const transitsOfUnits = (reader: Reader, unitIds: readonly number[]) =>
  unitIds.length === 0
    ? Promise.resolve([])
    : reader
        .selectFrom('transfer_items')
        .select(['transfer_id', 'inventory_item_id as unit_id'])
        .where('inventory_item_id', 'in', unitIds)
        .where('state', '=', sql.lit('in_transit' as const))
        .execute();

/** Counts the units in transit to a store, and from it. */
export async function countOnTheWay(reader: Reader, storeId: number) {
  const count = async (end: 'to_store_id' | 'from_store_id') => {
    const { units } = await reader
      .selectFrom('transfers as transfer')
      .innerJoin('transfer_items as item', 'item.transfer_id', 'transfer.id')
      .select(sql<number>`cast(count(*) as integer)`.as('units'))
      .where(`transfer.${end}`, '=', storeId)
      .where('transfer.status', '=', 'in_transit')
      .where('item.state', '=', 'in_transit')
      .executeTakeFirstOrThrow();
    return units;
  };
  const [arriving, leaving] = await Promise.all([count('to_store_id'), count('from_store_id')]);
  return { arriving, leaving };
}
