import { ApiError } from '#contract/errors.ts';
import { foundUnit, type UnitHistory } from '#contract/inventory.ts';
import { pricesOfUnit } from '#domain/pricing.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { findCountsOfUnit } from '../counts/counts.public.ts';
import { findUnitEvents, type UnitEventRow } from '../units/units.public.ts';
import { labelOf } from '../labels/labels.public.ts';
import { orderNumbers } from '../purchase-orders/purchase-orders.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import { returnsOfUnit } from '../supplier-returns/supplier-returns.public.ts';
import { suppliersOf } from '../suppliers/suppliers.public.ts';
import { findSalesOfUnit } from '../transactions/transactions.public.ts';
import { transfersOfUnit } from '../transfers/transfers.public.ts';
import { arrival, holdEvents, presentEvent, type NamedByEvents } from './unit-events.present.ts';
import { eventsOfCount, eventsOfReturn, eventsOfTransfer } from './unit-moves.present.ts';
import { eventsOfSale, isBack, presentSale, presentWarranty } from './unit-sales.present.ts';
import { presentDetails, supplierOf } from './inventory.present.ts';
import { findDetails, findSameImei } from './inventory.repository.ts';

type Caller = { session: Session; now: number };

/** Finds the suppliers that some events name, and those orders that the caller may see. */
async function namedBy(
  reader: Reader,
  events: readonly UnitEventRow[],
  session: Session,
): Promise<NamedByEvents> {
  const supplierIds = events.flatMap(({ details }) => details.supplier_id ?? []);
  const suppliers = await suppliersOf(reader, [...new Set(supplierIds)]);
  const orderIds = events.flatMap(({ details }) => details.order_id ?? []);
  const orders = await orderNumbers(reader, [...new Set(orderIds)]);
  const seen = orders.filter(({ store_id }) => isOwn(session, store_id));
  return {
    suppliers: new Map(suppliers.map(({ id, name, deleted_at }) => [id, supplierOf(id, name, deleted_at)])),
    orders: new Map(seen.map(({ id, transaction_number }) => [id, { id, number: transaction_number }])),
  };
}

/** Returns a unit of the caller's stores with its history, the newest first; 404 `item_not_found` for any other. */
export async function showUnit(
  reader: Reader,
  unitId: number,
  { session, now }: Caller,
): Promise<UnitHistory> {
  const row = await findDetails(reader, unitId, session.staff.store_ids);
  if (!row) throw new ApiError('item_not_found');
  const [events, sales, transfers, counts, returns, sameImei] = await Promise.all([
    findUnitEvents(reader, unitId),
    findSalesOfUnit(reader, unitId),
    transfersOfUnit(reader, unitId),
    findCountsOfUnit(reader, unitId),
    returnsOfUnit(reader, unitId),
    findSameImei(reader, unitId),
  ]);
  const label = await labelOf(reader, unitId);
  const named = await namedBy(reader, events, session);
  const known = events.map((event) => presentEvent(event, session, named));
  const hasCome = known.some(({ kind }) => kind === 'received' || kind === 'traded_in');
  const history = [
    ...(hasCome ? known : [arrival(row), ...known]),
    ...transfers.flatMap((transfer) => eventsOfTransfer(transfer, session)),
    ...counts.flatMap((count) => eventsOfCount(count, session)),
    ...returns.flatMap((row) => eventsOfReturn(row, session)),
    ...sales.flatMap((sale) => eventsOfSale(sale, session)),
    ...holdEvents(row, now),
  ];
  const last = sales.at(-1);
  return {
    ...presentDetails(row, now),
    warranty: presentWarranty(sales, now),
    sale: last && !isBack(last) ? presentSale(last, session) : null,
    qr_batch: label?.batch_code ?? null,
    same_imei: sameImei.map((other) =>
      toShape(foundUnit, presentDetails(other, now), {
        prices: pricesOfUnit(other),
        is_yours: isOwn(session, other.store_id),
      }),
    ),
    // Of two events at the same time, the one that was saved later comes first.
    life: history.sort((a, b) => a.at - b.at).reverse(),
  };
}
