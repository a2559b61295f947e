import { ApiError, fieldError } from '#contract/errors.ts';
import { AMOUNT_TOO_LARGE, MAX_AMOUNT } from '#contract/codecs.ts';
import type { OrderForm, PurchaseOrder } from '#contract/purchase-orders.ts';
import { orderNumber, orderTotals } from '#domain/purchase-orders.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import { getStore, isOwn, refuseInactive } from '../stores/stores.public.ts';
import { findSupplier } from '../suppliers/suppliers.public.ts';
import { noteOrderEvent } from './purchase-orders.repository.ts';
import { costsOf, showOrder, type Caller, type Noting } from './purchase-orders.locks.ts';
import { notedOrder } from './purchase-orders.present.ts';
import * as rows from './purchase-orders.repository.ts';

/** Finds an active supplier; 422 on the field for one who is inactive or missing. */
async function activeSupplier(reader: Reader, supplierId: number) {
  const supplier = await findSupplier(reader, supplierId);
  if (!supplier) throw fieldError('supplier_id', 'Please select a supplier');
  if (supplier.is_active !== 1) {
    throw fieldError('supplier_id', `${supplier.name} is inactive. Select another supplier`);
  }
  return supplier;
}

/** 422 if an order's total exceeds the largest amount. */
export function refuseTooMuch({ total_amount }: { total_amount: number }): void {
  if (total_amount > MAX_AMOUNT) throw fieldError('items', `${AMOUNT_TOO_LARGE} in one order`);
}

/**
 * Places an order with a supplier for one of the caller's stores. 403 `foreign_store`, 409 `store_inactive`, 422 for an
 * inactive supplier and for rows that cannot be ordered.
 */
export async function placeOrder(
  writer: Writer,
  { items: wanted, ...form }: OrderForm,
  { noteChange, noteTarget, ...caller }: Caller & Noting,
): Promise<PurchaseOrder> {
  const { session, now } = caller;
  if (!isOwn(session, form.store_id)) throw new ApiError('foreign_store');
  refuseInactive(session, form.store_id);
  const supplier = await activeSupplier(writer, form.supplier_id);
  const costs = await costsOf(writer, wanted, (place, name) => `items.${place}.${name}`);
  const { code } = await getStore(writer, form.store_id);
  const id = writer.nextId();
  const items = wanted.map((row, position) =>
    insertedColumns('purchase_order_items', {
      ...row,
      id: writer.nextId(),
      supplier_transaction_id: id,
      position,
      quantity_received: 0,
      remaining_quantity: row.quantity_ordered,
      unit_cost: costs[position] ?? 0,
    }),
  );
  const totals = orderTotals(items);
  refuseTooMuch(totals);
  const number = orderNumber(code, await takeNumber(writer, form.store_id, 'order'));
  await rows.insertOrder(
    writer,
    insertedColumns('purchase_orders', {
      ...form,
      id,
      transaction_number: number,
      status: 'pending',
      claim_no: 0,
      ...totals,
      qr_codes_count: 0,
      created_at: now,
      created_by_id: session.staff.id,
    }),
    supplier,
  );
  await rows.insertItems(writer, items);
  await noteOrderEvent(writer, {
    supplier_transaction_id: id,
    at: now,
    kind: 'created',
    by_id: session.staff.id,
    quantity: totals.total_quantity_ordered,
  });
  noteTarget({ name: number, storeId: form.store_id });
  noteChange(notedOrder, null, {
    status: 'pending',
    supplier: supplier.name,
    units: totals.total_quantity_ordered,
  });
  return showOrder(writer, id, caller);
}
