import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { PurchaseOrder, purchaseOrders, supplierOrders } from '#contract/purchase-orders.ts';
import { spanOfDates, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { getStore, isOwn } from '../stores/stores.public.ts';
import { requireSupplier } from '../suppliers/suppliers.public.ts';
import { directionOf, findPage, searchPage, summarise } from './orders-list.repository.ts';
import { type Caller, claimOrder, type Noting, showOrder } from './purchase-orders.locks.ts';
import { notedOrder, presentRow } from './purchase-orders.present.ts';
import { forgetRemaining, noteOrderEvent, updateOrder } from './purchase-orders.repository.ts';

const ORDERS_A_PAGE = 20;

type Asker = { session: Session; storeId: number };

/** Returns the requested store, or the current one; 403 `foreign_store`. */
function storeOf({ store_id }: { store_id?: number | undefined }, { session, storeId }: Asker): number {
  const asked = store_id ?? storeId;
  if (!isOwn(session, asked)) throw new ApiError('foreign_store');
  return asked;
}

type ListQuery = RouteInput<typeof purchaseOrders.list>['query'];

/** Returns one page of a store's orders, newest first by default; dates are the store's days. 403 `foreign_store`. */
export async function listOrders(
  reader: Reader,
  { search = '', status, supplier_id, product_id, from_date, to_date, sort, ...query }: ListQuery,
  asker: Asker,
): Promise<RouteOutput<typeof purchaseOrders.list>> {
  const storeId = storeOf(query, asker);
  const zones = zonesOf(await getStore(reader, storeId));
  const filter = {
    storeIds: [storeId],
    status,
    supplierId: supplier_id,
    productId: product_id,
    ...spanOfDates({ from: from_date, to: to_date }, zones),
  };
  const place = { ...pagePlace(query, ORDERS_A_PAGE), direction: directionOf(sort) };
  const { rows, total } =
    search.trim() === ''
      ? await findPage(reader, filter, place)
      : await searchPage(reader, filter, { search, ...place });
  return pageAnswer(rows.map(presentRow), total, place);
}

/** Summarises a store's orders. 403 `foreign_store`. */
export const summariseOrders = (
  reader: Reader,
  query: RouteInput<typeof purchaseOrders.summary>['query'],
  asker: Asker,
): Promise<RouteOutput<typeof purchaseOrders.summary>> => summarise(reader, storeOf(query, asker));

/** Returns one page of the caller's stores' orders from a supplier, newest first. 404 `supplier_not_found`. */
export async function ordersFrom(
  reader: Reader,
  supplierId: number,
  { staff }: Session,
  query: RouteInput<typeof supplierOrders.transactions>['query'],
): Promise<RouteOutput<typeof supplierOrders.transactions>> {
  await requireSupplier(reader, supplierId);
  const place = pagePlace(query, ORDERS_A_PAGE);
  if (staff.store_ids.length === 0) return pageAnswer([], { count: 0, capped: false }, place);
  const filter = { storeIds: staff.store_ids, supplierId };
  const { rows, total } = await findPage(reader, filter, { ...place, direction: 'desc' });
  return pageAnswer(rows.map(presentRow), total, place);
}

type Ending = RouteInput<typeof purchaseOrders.close>['body'] & { kind: 'cancelled' | 'closed' };

/**
 * Ends an order: cancels it if nothing came, else closes its rest. Nothing is outstanding any more, and it counts as
 * complete, also at an inactive store. Refusals as `claimOrder`, 409 `illegal_state` for the wrong one of both.
 */
export async function endOrder(
  writer: Writer,
  orderId: number,
  { kind, reason, ...form }: Ending,
  { noteChange, noteTarget, ...caller }: Caller & Noting,
): Promise<PurchaseOrder> {
  const { session, now } = caller;
  const order = await claimOrder(writer, orderId, { session, whileInactive: true });
  if (kind === 'cancelled' && order.total_quantity_received > 0) {
    throw new ApiError('illegal_state', { message: 'Some of it was received. Close what is left instead' });
  }
  if (kind === 'closed' && order.total_quantity_received === 0) {
    throw new ApiError('illegal_state', { message: 'Nothing of it was received. Cancel it instead' });
  }
  await forgetRemaining(writer, orderId);
  const columns = updatedColumns('purchase_orders', {
    ...form,
    status: 'complete',
    closed_at: now,
    closed_by_id: session.staff.id,
    close_reason: reason,
  });
  await updateOrder(writer, orderId, columns);
  const quantity = order.total_quantity_ordered - order.total_quantity_received;
  await noteOrderEvent(writer, {
    supplier_transaction_id: orderId,
    at: now,
    kind,
    by_id: session.staff.id,
    quantity,
    reason,
  });
  noteTarget({ name: order.transaction_number, storeId: order.store_id });
  noteChange(notedOrder, { status: order.status }, { status: kind });
  return showOrder(writer, orderId, caller);
}
