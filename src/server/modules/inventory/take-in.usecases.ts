import type { Insertable, Selectable } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import type { unitForm } from '#contract/inventory.ts';
import type { z } from '#contract/zod.ts';
import { fullerImei, imeiKey } from '#domain/barcodes.ts';
import { codesMet, isCodeOf, type MetCodes, numbersIn, repeatedNumbers } from '#domain/receiving.ts';
import type { UnitStatus } from '#domain/transactions.ts';
import { imeisOf } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { holdUnitNumbers } from '../../db/hold-rows.ts';
import type { Tables } from '../../db/tables.ts';
import type { Session } from '../../http/call.ts';
import { forgetLabel } from '../labels/labels.public.ts';
import { getStore } from '../stores/stores.public.ts';
import { wasGivenBack } from '../transactions/transactions.public.ts';
import { noteCameBack } from '../supplier-returns/supplier-returns.public.ts';
import { findUnitEvents, insertUnits, noteUnitEvent, noteUnitEvents } from '../units/units.public.ts';
import { type DetailRow, findRow, takeIn, updateUnit } from './inventory.repository.ts';
import { findTaken, type TakenNumber } from './unit-form.guards.ts';
import { changesOf } from './unit-form.usecases.ts';

/** A unit that comes to a store from its supplier. */
export type ArrivingUnit = Required<z.output<typeof unitForm>> & {
  purchase_cost: number;
  supplier_id: number;
};

type Said<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Returns the fields of a unit that are neither undefined nor null. */
export const saidOf = <T extends object>(unit: T): Said<T> =>
  Object.fromEntries(
    Object.entries(unit).filter(([, value]) => value !== undefined && value !== null),
  ) as Said<T>;

/** A problem of one of some units: its place among them, and the field. */
export type ArrivalProblem = { place: number; field: string; message: string; owner: DetailRow | null };

type CheckedArrivals = {
  problems: ArrivalProblem[];
  /** By place, the record of a unit that went back to its supplier and comes in again. */
  returned: ReadonlyMap<number, DetailRow>;
};

/** Returns the contradictions within a unit's fields. */
function wrongInItself(unit: ArrivingUnit, place: number, needsNumber: boolean): ArrivalProblem[] {
  const problem = (field: string, message: string) => ({ place, field, message, owner: null });
  return [
    ...(unit.category === 'new' && unit.condition_rating !== null
      ? [problem('condition_rating', 'Only used and refurbished items have a condition rating')]
      : []),
    ...repeatedNumbers(unit).map(({ field, message }) => problem(field, message)),
    ...(needsNumber && unit.serial_number === null && imeisOf(unit).length === 0
      ? [problem('serial_number', 'This product needs a serial number or an IMEI')]
      : []),
  ];
}

/** Returns a problem for each code that an earlier one of the units has, too. */
function twice(units: readonly ArrivingUnit[], nameOf: (place: number) => string): ArrivalProblem[] {
  const met: MetCodes<number> = new Map();
  return units.flatMap((unit, place) =>
    codesMet(unit, place, met).map(({ field, first }) => ({
      place,
      field,
      message: `${nameOf(first)} has this, too`,
      owner: null,
    })),
  );
}

/** Advice on a number that another unit has, by that unit's status. */
const ways: Partial<Record<UnitStatus, string>> = {
  sold: '. It was sold: where a customer brings it back, take it in by Trade In',
  returned: '. It went back to its supplier, and comes in again only as that product',
};

type Numbers = { serial_number: string | null; imei: string | null; imei2: string | null };

/** True if a unit's numbers fit those of a record; a label alone may have been stuck on another unit. */
function isSameUnit(unit: Numbers, record: Numbers): boolean {
  const [wanted, known] = [numbersIn(unit), numbersIn(record)];
  const serials = [unit.serial_number, record.serial_number];
  if (!serials.includes(null) && serials[0] !== serials[1]) return false;
  return wanted.length === 0 || known.length === 0 || wanted.some((number) => isCodeOf(record, number));
}

/**
 * Returns the record that all taken codes of a unit belong to, if that unit went back to its supplier. A unit with a
 * number that the record lacks is another one.
 */
function recordOf(unit: ArrivingUnit, taken: readonly TakenNumber[]): DetailRow | null {
  const owner = taken[0]?.owner;
  if (owner?.status !== 'returned' || owner.product_variation_id !== unit.product_variation_id) return null;
  return taken.every((one) => one.owner?.id === owner.id) && isSameUnit(unit, owner) ? owner : null;
}

const TRADE_IT_IN = '. It was given back to its seller: take it in by Trade In';

/** Returns what to do about a number that another unit has, as text. */
async function wayWith(reader: Reader, owner: DetailRow, unit: ArrivingUnit): Promise<string> {
  if (await wasGivenBack(reader, owner)) return TRADE_IT_IN;
  const [number] = numbersIn(owner);
  return owner.status === 'returned' && number !== undefined && !isSameUnit(unit, owner)
    ? `. It went back to its supplier, and comes in again only as ${number}`
    : (ways[owner.status] ?? '');
}

/**
 * Checks arriving units: contradictions, codes that two of them have, and codes that are taken. A unit with the codes
 * of one that went back to its supplier comes in again on its record.
 * @param nameOf returns the display text of the unit at a place
 * @param ownLabels the codes that the units get as their labels
 */
export async function checkArrivals(
  writer: Writer,
  units: readonly ArrivingUnit[],
  {
    needsNumber,
    nameOf,
    ownLabels,
  }: {
    needsNumber: (place: number) => boolean;
    nameOf: (place: number) => string;
    ownLabels?: ReadonlySet<string>;
  },
): Promise<CheckedArrivals> {
  const problems = [
    ...units.flatMap((unit, place) => wrongInItself(unit, place, needsNumber(place))),
    ...twice(units, nameOf),
  ];
  await holdUnitNumbers(writer);
  const returned = new Map<number, DetailRow>();
  const placeOf = new Map<number, number>();
  for (const [place, taken] of (await findTaken(writer, units, null, ownLabels)).entries()) {
    const unit = units[place];
    if (!unit) continue;
    const record = recordOf(unit, taken);
    if (!record || (await wasGivenBack(writer, record))) {
      for (const { field, message, owner } of taken) {
        const way = owner ? await wayWith(writer, owner, unit) : '';
        problems.push({ place, field, message: message + way, owner });
      }
      continue;
    }
    const before = placeOf.get(record.id);
    if (before === undefined) {
      placeOf.set(record.id, place);
      returned.set(place, record);
    } else {
      const field = taken[0]?.field ?? 'serial_number';
      problems.push({ place, field, message: `${nameOf(before)} is this unit, too`, owner: null });
    }
  }
  return { problems, returned };
}

/** Returns the IMEIs of a record whose unit comes in again: of those that it has already, the more complete ones. */
function imeisAfter(record: Numbers, unit: Numbers): Partial<Pick<Numbers, 'imei' | 'imei2'>> {
  const [known, given] = [imeisOf(record), imeisOf(unit)];
  const sameIn = (imeis: readonly string[], imei: string) =>
    imeis.find((one) => imeiKey(one) === imeiKey(imei));
  if (given.every((imei) => sameIn(known, imei) !== undefined)) {
    const kept = (imei: string | null) => imei && fullerImei(imei, sameIn(given, imei) ?? imei);
    return { imei: kept(record.imei), imei2: kept(record.imei2) };
  }
  const taken = (imei: string | null) => imei && fullerImei(sameIn(known, imei) ?? imei, imei);
  return saidOf({ imei: taken(unit.imei), imei2: taken(unit.imei2) });
}

type Taking = { session: Session; storeId: number; now: number };

/** Writes the given fields of a unit that comes in again onto its record, which keeps the others. */
async function takeBackIn(
  writer: Writer,
  record: DetailRow,
  { product_variation_id, condition_rating, purchase_cost, supplier_id, ...unit }: ArrivingUnit,
  { session, storeId, now }: Taking,
): Promise<{ unitId: number; eventId: number }> {
  const staffId = session.staff.id;
  const before = await findRow(writer, record.id);
  const taken = await takeIn(writer, record.id, 'returned', {
    store_id: storeId,
    condition_rating,
    purchase_cost,
    supplier_id,
    created_at: now,
    created_by_id: staffId,
    updated_at: now,
  });
  // Of concurrent calls, the second one waits here.
  if (!before || !taken)
    throw new ApiError('number_taken', { message: `${record.product_name} came in again meanwhile` });
  const said = { ...saidOf(unit), ...imeisAfter(before, unit) };
  if (unit.qr_code !== null && unit.qr_code !== before.qr_code) {
    await forgetLabel(writer, record.id, { session, now, reason: `Replaced by ${unit.qr_code}` });
  }
  await updateUnit(writer, taken, said);
  await keepArrival(writer, before);
  const after: Selectable<Tables['inventory_items']> = { ...taken, ...said };
  const { changes = [], ...cost } = changesOf({ ...before, supplier_id }, after, []);
  if (record.store_id !== storeId) {
    const { name } = await getStore(writer, storeId);
    changes.unshift({ field: 'store', before: record.store_name, after: name });
  }
  const event = { unitId: record.id, kind: 'received', at: now, staffId, storeId } as const;
  return {
    unitId: record.id,
    eventId: await noteUnitEvent(writer, event, { supplier_id, changes, ...cost }),
  };
}

/**
 * Takes in units that were checked in the same transaction, all from one supplier, and writes their history. Returns
 * each unit's id and that of its event, in their order.
 */
export async function takeUnitsIn(
  writer: Writer,
  units: readonly ArrivingUnit[],
  { returned }: Pick<CheckedArrivals, 'returned'>,
  taking: Taking,
): Promise<{ unitId: number; eventId: number }[]> {
  const { session, storeId, now } = taking;
  const staffId = session.staff.id;
  const made = units.map((unit, place): Insertable<Tables['inventory_items']> | null =>
    returned.has(place)
      ? null
      : {
          ...unit,
          id: writer.nextId(),
          store_id: storeId,
          status: 'available',
          created_at: now,
          created_by_id: staffId,
        },
  );
  const fresh = made.filter((unit) => unit !== null);
  await insertUnits(writer, fresh);
  const supplier_id = units[0]?.supplier_id;
  const eventIds = await noteUnitEvents(
    writer,
    fresh.map(({ id }) => ({ unitId: id, kind: 'received' as const, at: now, staffId, storeId })),
    supplier_id === undefined ? {} : { supplier_id },
  );
  const eventOf = new Map(fresh.map(({ id }, at) => [id, eventIds[at] ?? 0]));
  const taken: { unitId: number; eventId: number }[] = [];
  for (const [place, unit] of units.entries()) {
    const unitId = made[place]?.id;
    const record = returned.get(place);
    if (record) taken.push(await takeBackIn(writer, record, unit, taking));
    else if (unitId !== undefined) taken.push({ unitId, eventId: eventOf.get(unitId) ?? 0 });
  }
  const unitIds = [...returned.values()].map(({ id }) => id);
  if (unitIds.length > 0) await noteCameBack(writer, { unitIds, as: 'available', by: staffId, now });
  return taken;
}

/** Writes the arrival event of a unit that is older than unit history, before what it says is overwritten. */
export async function keepArrival(
  writer: Writer,
  unit: { id: number; created_at: number; created_by_id: number | null; supplier_id: number | null },
) {
  const events = await findUnitEvents(writer, unit.id);
  if (events.some(({ kind }) => kind === 'received' || kind === 'traded_in')) return;
  const { id: unitId, created_at: at, created_by_id: staffId, supplier_id } = unit;
  const event = { unitId, kind: 'received', at, staffId, storeId: null } as const;
  await noteUnitEvent(writer, event, supplier_id === null ? {} : { supplier_id });
}
