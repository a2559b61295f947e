import { ApiError } from '#contract/errors.ts';
import type { UnitEvent, UnitLife } from '#contract/inventory.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findUnitEvents, type UnitEventRow } from '../inventory/inventory.public.ts';
import { suppliersOf } from '../suppliers/suppliers.public.ts';
import { findSalesOfUnit } from '../transactions/transactions.public.ts';
import { eventsOfSale, isBack, presentSale, presentWarranty } from './unit-sales.present.ts';
import { named, presentDetails, supplierOf } from './units.present.ts';
import { findDetails, type DetailRow } from './units.repository.ts';

type Caller = { session: Session; now: number };

const presentEvent = (
  { at, kind, details, ...row }: UnitEventRow,
  suppliers: ReadonlyMap<number, UnitEvent['supplier']>,
): UnitEvent => ({
  at,
  kind,
  by: named(row.staff_id, row.staff_name),
  store: named(row.store_id, row.store_name),
  supplier: suppliers.get(details.supplier_id ?? 0) ?? null,
  reason: details.reason ?? null,
  sale: null,
  changes: details.changes ?? [],
  cost: details.cost ?? null,
});

/** That a unit came, which only those say that came since events are kept. */
const arrival = ({ created_at, created_by_id, creator_name, ...row }: DetailRow): UnitEvent => ({
  at: created_at,
  kind: 'received',
  by: named(created_by_id, creator_name),
  store: null,
  supplier: supplierOf(row.supplier_id, row.supplier_name, row.supplier_deleted_at),
  reason: null,
  sale: null,
  changes: [],
  cost: null,
});

/** The suppliers whom some events name. */
async function suppliersNamed(reader: Reader, events: readonly UnitEventRow[]) {
  const ids = events.flatMap(({ details }) => details.supplier_id ?? []);
  const rows = await suppliersOf(reader, [...new Set(ids)]);
  return new Map(rows.map(({ id, name, deleted_at }) => [id, supplierOf(id, name, deleted_at)]));
}

/** A unit of one of the caller's stores with its whole life, the newest first; 404 `item_not_found` for any other. */
export async function showUnit(reader: Reader, itemId: number, { session, now }: Caller): Promise<UnitLife> {
  const row = await findDetails(reader, itemId, session.staff.store_ids);
  if (!row) throw new ApiError('item_not_found');
  const [events, sales] = await Promise.all([
    findUnitEvents(reader, itemId),
    findSalesOfUnit(reader, itemId),
  ]);
  const suppliers = await suppliersNamed(reader, events);
  const known = events.map((event) => presentEvent(event, suppliers));
  const life = [
    ...(known.some(({ kind }) => kind === 'received') ? known : [arrival(row), ...known]),
    ...sales.flatMap((sale) => eventsOfSale(sale, session)),
  ];
  const last = sales.at(-1);
  return {
    ...presentDetails(row, now),
    warranty: presentWarranty(sales, now),
    sale: last && !isBack(last) ? presentSale(last, session) : null,
    // Of two at the same time the later one was kept behind the other.
    life: life.sort((a, b) => a.at - b.at).reverse(),
  };
}
