import { ApiError, fieldError, type FieldErrors } from '#contract/errors.ts';
import { unitForm } from '#contract/inventory.ts';
import type { RowOfReceipt } from '#contract/receiving.ts';
import { can } from '#domain/permissions.ts';
import { RECEIPT_UNITS_MAX, remainingTexts } from '#domain/receiving.ts';
import { insertedColumns, nullsOf } from '../../db/columns.ts';
import type { Session } from '../../http/call.ts';
import type { NamedItem } from '../purchase-orders/purchase-orders.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import {
  isShown,
  MAY_NOT_PRICE,
  saidOf,
  type ArrivalProblem,
  type ArrivingUnit,
} from '../inventory/inventory.public.ts';

/** A unit of a row, with the paths of its fields in the request. */
export type Arriving = {
  unit: ArrivingUnit;
  item: NamedItem;
  /** Returns the path of a field: `items.0.units.3.imei`, `items.0.imeis.3`. */
  pathOf: (field: string) => string;
  /** `Unit 4 of row 1`. */
  name: string;
};

/** The number lists that may replace a row's units, with the field that each fills. */
const LISTS = { serials: 'serial_number', imeis: 'imei', imei2s: 'imei2', qr_codes: 'qr_code' } as const;
type ListName = keyof typeof LISTS;
const listNames = Object.keys(LISTS) as ListName[];
const listOf = new Map<string, string>(listNames.map((name) => [LISTS[name], name]));

type UnitOfRow = NonNullable<RowOfReceipt['units']>[number];

/** Returns the units that a row names, in either form. 422 for both forms, and for more units than the row counts. */
function unitsNamed(row: RowOfReceipt, place: number): UnitOfRow[] {
  const lists = listNames.filter((name) => row[name] !== undefined);
  if (row.units && lists.length > 0) {
    throw fieldError(`items.${place}.units`, 'Name units, or lists of their numbers; not both');
  }
  const named = row.units?.length ?? Math.max(0, ...lists.map((name) => row[name]?.length ?? 0));
  if (named > row.quantity_received) {
    const units = named === 1 ? '1 unit is' : `${named} units are`;
    throw fieldError(
      `items.${place}.quantity_received`,
      `${units} named for a quantity of ${row.quantity_received}`,
    );
  }
  return Array.from({ length: row.quantity_received }, (_, at) => {
    if (row.units) return row.units[at] ?? {};
    return Object.fromEntries(lists.map((name) => [LISTS[name], row[name]?.[at] ?? null]));
  });
}

/** 422 for rows whose item is not in the order, or which exceed what remains of it. */
function refuseBeyond(rows: readonly RowOfReceipt[], items: ReadonlyMap<number, NamedItem>): void {
  const fields: FieldErrors = {};
  const remaining = new Map([...items.values()].map((item) => [item.id, item.remaining_quantity]));
  for (const [place, { supplier_transaction_item_id: id, quantity_received }] of rows.entries()) {
    const left = remaining.get(id);
    if (left === undefined) {
      fields[`items.${place}.supplier_transaction_item_id`] = ['This item is not in the order any more'];
    } else if (quantity_received > left) {
      fields[`items.${place}.quantity_received`] = [remainingTexts(left).onlyOfItem];
    }
    remaining.set(id, (left ?? 0) - quantity_received);
  }
  const [message] = Object.values(fields).flat();
  if (message !== undefined) throw new ApiError('validation_failed', { message, fields });
}

/** 409 if an item's product has changed since its units were scanned. */
function refuseOther(rows: readonly RowOfReceipt[], items: ReadonlyMap<number, NamedItem>): void {
  const fields: FieldErrors = {};
  for (const [place, { supplier_transaction_item_id: id, product_variation_id: seen }] of rows.entries()) {
    const item = items.get(id);
    if (seen === undefined || item === undefined || item.product_variation_id === seen) continue;
    fields[`items.${place}.product_variation_id`] = [
      `This item was changed to ${item.product_name}, ${item.variation_name}`,
    ];
  }
  const [message] = Object.values(fields).flat();
  if (message !== undefined) throw new ApiError('illegal_state', { message, fields });
}

/** 422 for a request that receives nothing, or more than one receipt takes. */
export function refuseCount(rows: readonly RowOfReceipt[]): void {
  const count = rows.reduce((sum, row) => sum + row.quantity_received, 0);
  if (count === 0) throw fieldError('items', 'Please specify quantities to receive');
  if (count > RECEIPT_UNITS_MAX) {
    throw fieldError(
      'items',
      `At most ${RECEIPT_UNITS_MAX} units in one receipt. Receive the rest with another one`,
    );
  }
}

/** 422 for prices from somebody who may not change prices. */
export function refusePrices(rows: readonly RowOfReceipt[], { staff }: Session): void {
  if (can(staff, 'products.edit')) return;
  const place = rows.findIndex(({ own_price }) => typeof own_price === 'number');
  if (place >= 0) throw fieldError(`items.${place}.own_price`, MAY_NOT_PRICE);
}

const NO_UNIT = nullsOf(unitForm);

/** Builds a unit's columns; the row fills what the unit does not say. */
function unitOf(row: RowOfReceipt, unit: UnitOfRow, { product_variation_id, unit_cost }: NamedItem) {
  const {
    supplier_transaction_item_id,
    quantity_received,
    units,
    serials,
    imeis,
    imei2s,
    qr_codes,
    scanned_numbers,
    ...said
  } = row;
  // A row's condition of used units does not apply to a new unit among them.
  const isUnrated = unit.category === 'new' && unit.condition_rating === undefined;
  return insertedColumns('inventory_items', {
    ...NO_UNIT,
    ...said,
    ...saidOf(unit),
    ...(isUnrated ? { condition_rating: null } : {}),
    product_variation_id,
    purchase_cost: unit_cost,
  });
}

/**
 * Returns the units that some rows bring for a locked order. 409 `illegal_state` for an item that was changed to
 * another product, 422 for more than remains, and for contradictory rows.
 */
export function arrivingUnits(
  rows: readonly RowOfReceipt[],
  ordered: readonly NamedItem[],
  supplier_id: number,
): Arriving[] {
  const items = new Map(ordered.map((item) => [item.id, item]));
  refuseOther(rows, items);
  refuseBeyond(rows, items);
  return rows.flatMap((row, place) => {
    const item = items.get(row.supplier_transaction_item_id);
    if (!item) return [];
    return unitsNamed(row, place).map((unit, at): Arriving => ({
      item,
      name: `Unit ${at + 1} of row ${place + 1}`,
      pathOf: (field) => {
        const list = listOf.get(field);
        if (list !== undefined && !row.units) return `items.${place}.${list}.${at}`;
        if (!row.units || !(field in unit || list !== undefined)) return `items.${place}.${field}`;
        return `items.${place}.units.${at}.${field}`;
      },
      unit: { ...unitOf(row, unit, item), supplier_id },
    }));
  });
}

/** Builds the refusal of units, problems on their fields; names a number's unit if the caller may see it. */
export function refusalOf(
  arriving: readonly Arriving[],
  problems: readonly ArrivalProblem[],
  session: Session,
): ApiError {
  const told = problems.flatMap(({ place, field, message, owner }) => {
    const path = arriving[place]?.pathOf(field);
    return path === undefined ? [] : [{ path, message, owner }];
  });
  const taken_by = Object.fromEntries(
    told.flatMap(({ path, owner }) =>
      owner && isOwn(session, owner.store_id) && isShown(owner) ? [[path, owner.id]] : [],
    ),
  );
  const isTaken = problems.some(({ field }) => field !== 'condition_rating');
  const fields: FieldErrors = Object.fromEntries(told.map(({ path, message }) => [path, [message]]));
  const [first] = problems;
  const name = first && arriving[first.place]?.name;
  const message = first ? `${name ?? 'A unit'}: ${first.message}` : undefined;
  return isTaken
    ? new ApiError('number_taken', { message, fields, details: { taken_by } })
    : new ApiError('validation_failed', { message, fields });
}
