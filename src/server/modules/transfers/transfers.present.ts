import type { Transfer, TransferableUnit, TransferItem, TransferRow } from '#contract/transfers.ts';
import type { UnitPlace } from '#domain/transfers.ts';
import type { ItemRecord, NamedTransfer, PlacedUnit } from './transfers.repository.ts';

type Place = TransferableUnit['place'] & UnitPlace;

/** Where a unit is; a hold that has lapsed holds nothing. */
export function presentPlace(unit: PlacedUnit, now: number): Place {
  const isHeld = unit.status === 'locked' && (unit.lock_expires_at ?? 0) > now;
  const { transit_id: id, transit_number: number, transit_store_id, transit_store_name } = unit;
  const isOnItsWay =
    id !== null && number !== null && transit_store_id !== null && transit_store_name !== null;
  return {
    status: unit.status === 'locked' && !isHeld ? 'available' : unit.status,
    store: { id: unit.store_id, name: unit.store_name },
    locked_by: isHeld ? unit.locked_by : null,
    transit: isOnItsWay ? { id, number, to_store: { id: transit_store_id, name: transit_store_name } } : null,
  };
}

const unitFields = (unit: PlacedUnit) => ({
  inventory_item_id: unit.inventory_item_id,
  product_id: unit.product_id,
  product_name: unit.product_name,
  variation_name: unit.variation_name,
  serial_number: unit.serial_number,
  imei: unit.imei,
  imei2: unit.imei2,
  qr_code: unit.qr_code,
  category: unit.category,
  condition_rating: unit.condition_rating,
});

export const presentUnit = (unit: PlacedUnit, now: number): TransferableUnit => ({
  ...unitFields(unit),
  place: presentPlace(unit, now),
});

const personOf = (id: number | null, people: ReadonlyMap<number, string>) =>
  id === null ? null : { id, name: people.get(id) ?? '' };

type Around = { people: ReadonlyMap<number, string>; now: number };

export const presentItem = (item: ItemRecord, unit: PlacedUnit, { people, now }: Around): TransferItem => ({
  ...unitFields(unit),
  state: item.state,
  scanned_at: item.scanned_at,
  scanned_by: personOf(item.scanned_by_id, people),
  is_damaged: item.is_damaged === 1,
  settled_at: item.settled_at,
  settled_by: personOf(item.settled_by_id, people),
  reason: item.reason,
  place: item.state === 'extra' ? presentPlace(unit, now) : null,
});

export const presentRow = (row: NamedTransfer): TransferRow => ({
  id: row.id,
  number: row.number,
  status: row.status,
  from_store: { id: row.from_store_id, name: row.from_store_name },
  to_store: { id: row.to_store_id, name: row.to_store_name },
  reason: row.reason,
  sent_at: row.sent_at,
  sent_by: { id: row.sent_by_id, name: row.sent_by_name },
  units_count: row.units_count,
  received_count: row.received_count,
  defective_count: row.defective_count,
  lost_count: row.lost_count,
  returned_count: row.returned_count,
  extra_count: row.extra_count,
});

/** A transfer with its units, in the order in which they were put into it; what came besides comes last. */
export const presentTransfer = (row: NamedTransfer, items: TransferItem[]): Transfer => ({
  ...presentRow(row),
  ended_at: row.ended_at,
  ended_by:
    row.ended_by_id === null || row.ended_by_name === null
      ? null
      : { id: row.ended_by_id, name: row.ended_by_name },
  cancel_reason: row.cancel_reason,
  items,
});
