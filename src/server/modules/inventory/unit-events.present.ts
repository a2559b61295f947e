import type { UnitEvent } from '#contract/inventory.ts';
import { namedOrNull } from '#domain/named.ts';
import { can } from '#domain/permissions.ts';
import type { Session } from '../../http/call.ts';
import type { UnitEventRow } from '../units/units.public.ts';
import { presentDetails, supplierOf } from './inventory.present.ts';
import type { DetailRow } from './inventory.repository.ts';

/** Makes an event whose other fields are null. */
export const eventOf = (happened: Pick<UnitEvent, 'kind' | 'at'> & Partial<UnitEvent>): UnitEvent => ({
  by: null,
  store: null,
  supplier: null,
  order: null,
  reason: null,
  sale: null,
  went_to: null,
  transfer: null,
  count: null,
  supplier_return: null,
  receipt: null,
  brought_by: null,
  changes: [],
  cost: null,
  ...happened,
});

/** Returns who brought the unit, for callers who see customers or take units in. */
function bringerOf(row: UnitEventRow, { staff }: Session): UnitEvent['brought_by'] {
  if (row.kind !== 'traded_in') return null;
  if (!can(staff, 'customers.view') && !can(staff, 'inventory.create')) return null;
  return { customer: namedOrNull(row.bringer_id, row.bringer_name), name: row.brought_by };
}

/** Returns the unit's receipt and its order, for callers who work at the receipt's store. */
function receiptOf(row: UnitEventRow, { staff }: Session): UnitEvent['receipt'] {
  const { receipt_id, receipt_number, receipt_store_id, order_id, order_number } = row;
  if (receipt_store_id === null || !staff.store_ids.includes(receipt_store_id)) return null;
  if (receipt_id === null || receipt_number === null || order_id === null || order_number === null)
    return null;
  return {
    id: receipt_id,
    number: receipt_number,
    order: { id: order_id, transaction_number: order_number },
  };
}

/** The suppliers and orders that events name, by id. */
export type NamedByEvents = {
  suppliers: ReadonlyMap<number, UnitEvent['supplier']>;
  orders: ReadonlyMap<number, UnitEvent['order']>;
};

/** Presents an event with the suppliers and orders that it names. */
export const presentEvent = (
  row: UnitEventRow,
  session: Session,
  { suppliers, orders }: NamedByEvents,
): UnitEvent =>
  eventOf({
    at: row.at,
    kind: row.kind,
    by: namedOrNull(row.staff_id, row.staff_name),
    store: namedOrNull(row.store_id, row.store_name),
    supplier: suppliers.get(row.details.supplier_id ?? 0) ?? null,
    order: orders.get(row.details.order_id ?? 0) ?? null,
    reason: row.details.reason ?? null,
    receipt: receiptOf(row, session),
    brought_by: bringerOf(row, session),
    changes: row.details.changes ?? [],
    cost: row.details.cost ?? null,
  });

/** Returns the arrival event of a unit that came before events were kept. */
export const arrival = ({ created_at, created_by_id, creator_name, ...row }: DetailRow): UnitEvent =>
  eventOf({
    at: created_at,
    kind: 'received',
    by: namedOrNull(created_by_id, creator_name),
    supplier: supplierOf(row.supplier_id, row.supplier_name, row.supplier_deleted_at),
  });

/** Returns the event of a unit that is held right now; none if nobody holds it. */
export function holdEvents(row: DetailRow, now: number): UnitEvent[] {
  const { locked_at: at, locked_by_id, locked_by, store } = presentDetails(row, now);
  return at === null
    ? []
    : [eventOf({ at, kind: 'locked', by: namedOrNull(locked_by_id, locked_by), store })];
}
