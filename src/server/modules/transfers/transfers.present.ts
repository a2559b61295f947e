import type { UnitDeposit } from '#contract/shapes.ts';
import {
  transfer,
  transferableUnit,
  transferItem,
  transferRow,
  type Transfer,
  type TransferableUnit,
  type TransferItem,
  type TransferRow,
} from '#contract/transfers.ts';
import { namedOrNull } from '#domain/named.ts';
import type { UnitPlace } from '#domain/transfers.ts';
import { toShape } from '../../http/to-shape.ts';
import { isHeldNow, statusNow } from '../units/units.public.ts';
import type { ItemRecord, NamedTransfer, PlacedUnit } from './transfers.repository.ts';

type Place = TransferableUnit['place'] & UnitPlace;

/** Presents where a unit is, and what was paid for it on a draft; a lapsed hold holds nothing. */
export function presentPlace(unit: PlacedUnit, now: number, deposit: UnitDeposit | null = null): Place {
  const { transit_id: id, transit_number: number, transit_store_id, transit_store_name } = unit;
  const isOnItsWay =
    id !== null && number !== null && transit_store_id !== null && transit_store_name !== null;
  return {
    status: statusNow(unit, now),
    store: { id: unit.store_id, name: unit.store_name },
    locked_by: isHeldNow(unit, now) ? unit.locked_by : null,
    transit: isOnItsWay ? { id, number, to_store: { id: transit_store_id, name: transit_store_name } } : null,
    deposit,
  };
}

export const presentUnit = (unit: PlacedUnit, now: number, deposit: UnitDeposit | null): TransferableUnit =>
  toShape(transferableUnit, unit, { place: presentPlace(unit, now, deposit) });

const personOf = (id: number | null, people: ReadonlyMap<number, string>) =>
  id === null ? null : { id, name: people.get(id) ?? '' };

type Around = { people: ReadonlyMap<number, string>; now: number };

export const presentItem = (item: ItemRecord, unit: PlacedUnit, { people, now }: Around): TransferItem =>
  toShape(
    transferItem,
    { ...unit, ...item },
    {
      scanned_by: personOf(item.scanned_by_id, people),
      settled_by: personOf(item.settled_by_id, people),
      place: item.state === 'extra' ? presentPlace(unit, now) : null,
    },
  );

export const presentRow = (row: NamedTransfer): TransferRow =>
  toShape(transferRow, row, {
    from_store: { id: row.from_store_id, name: row.from_store_name },
    to_store: { id: row.to_store_id, name: row.to_store_name },
    sent_by: { id: row.sent_by_id, name: row.sent_by_name },
  });

/** Presents a transfer with its units by position; extra ones come last. */
export const presentTransfer = (row: NamedTransfer, items: TransferItem[]): Transfer =>
  toShape(transfer, row, {
    ...presentRow(row),
    ended_by: namedOrNull(row.ended_by_id, row.ended_by_name),
    items,
  });
