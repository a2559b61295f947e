import { z } from '#contract/zod.ts';
import type { UnitEventKind } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';

/** The details of an event; amounts in centavos. */
const kept = z.object({
  reason: z.string().optional(),
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .optional(),
  /** The supplier that the unit came from. */
  supplier_id: z.int().optional(),
  /** The purchase order that it was received on. */
  order_id: z.int().optional(),
  cost: z.object({ before: z.int().nullable(), after: z.int().nullable() }).optional(),
});
export type UnitEventDetails = z.output<typeof kept>;

type Noted = {
  unitId: number;
  kind: UnitEventKind;
  at: number;
  staffId: number | null;
  storeId: number | null;
};

/** Records the same event for some units and returns the ids. Sales, transfers and counts have their own tables. */
export async function noteUnitEvents(
  writer: Writer,
  events: readonly Noted[],
  details: UnitEventDetails = {},
): Promise<number[]> {
  if (events.length === 0) return [];
  const details_json = Object.values(details).some(Boolean) ? JSON.stringify(details) : null;
  const rows = events.map(({ unitId, kind, at, staffId, storeId }) => ({
    id: writer.nextId(),
    inventory_item_id: unitId,
    at,
    kind,
    staff_id: staffId,
    store_id: storeId,
    details_json,
  }));
  await writer.insertInto('unit_events').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Records an event of one unit; returns its id. */
export async function noteUnitEvent(
  writer: Writer,
  noted: Noted,
  details?: UnitEventDetails,
): Promise<number> {
  const [id] = await noteUnitEvents(writer, [noted], details);
  if (id === undefined) throw new Error('An event was not kept');
  return id;
}

/** Finds a unit's events in order, with the customer or the order that it came from. */
export async function findUnitEvents(reader: Reader, unitId: number) {
  const rows = await reader
    .selectFrom('unit_events as event')
    .leftJoin('staff', 'staff.id', 'event.staff_id')
    .leftJoin('stores', 'stores.id', 'event.store_id')
    .leftJoin('trade_ins as brought', 'brought.id', 'event.id')
    .leftJoin('customers as bringer', 'bringer.id', 'brought.customer_id')
    .leftJoin('goods_receipt_items as arrival', 'arrival.id', 'event.id')
    .leftJoin('goods_receipts as receipt', 'receipt.id', 'arrival.goods_receipt_id')
    .leftJoin('purchase_orders as order', 'order.id', 'receipt.supplier_transaction_id')
    .select([
      'event.id',
      'event.at',
      'event.kind',
      'event.details_json',
      'event.staff_id',
      'staff.name as staff_name',
      'event.store_id',
      'stores.name as store_name',
      'brought.customer_id as bringer_id',
      'bringer.name as bringer_name',
      'brought.brought_by',
      'receipt.id as receipt_id',
      'receipt.number as receipt_number',
      'receipt.store_id as receipt_store_id',
      'order.id as order_id',
      'arrival.supplier_transaction_item_id as order_item_id',
      'order.transaction_number as order_number',
    ])
    .where('event.inventory_item_id', '=', unitId)
    .orderBy('event.at')
    .orderBy('event.id')
    .execute();
  return rows.map(({ details_json, ...row }) => ({
    ...row,
    details: details_json === null ? {} : kept.parse(JSON.parse(details_json)),
  }));
}
export type UnitEventRow = Awaited<ReturnType<typeof findUnitEvents>>[number];
