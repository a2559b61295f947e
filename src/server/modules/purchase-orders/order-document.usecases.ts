import { ApiError } from '#contract/errors.ts';
import {
  orderGreeting,
  orderHtml,
  orderMailSubject,
  orderDocumentText,
  withoutCosts,
  type OrderDocument,
} from '#domain/order-document.ts';
import { can } from '#domain/permissions.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteTarget } from '../../http/call.ts';
import { queueMail, refuseTooManyMails } from '../mail/mail.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { getStore, refuseInactive } from '../stores/stores.public.ts';
import { suppliersOf } from '../suppliers/suppliers.public.ts';
import { noteOrderEvent } from './purchase-orders.repository.ts';
import { showOrder, type Caller } from './purchase-orders.locks.ts';

/** Returns an order with costs for its supplier; only what came if its rest was closed. 404 `order_not_found`. */
export async function showOrderDocument(
  reader: Reader,
  orderId: number,
  caller: Pick<Caller, 'session'>,
): Promise<OrderDocument> {
  const order = await showOrder(reader, orderId, caller);
  const [store, { shop_name }, [supplier]] = await Promise.all([
    getStore(reader, order.store.id),
    chainSettings(reader),
    suppliersOf(reader, [order.supplier.id]),
  ]);
  const isClosed = order.closed !== null && !order.closed.is_cancelled;
  const items = order.items.map(({ product_variation: { name, barcode, product }, ...item }) => {
    const given_up = isClosed ? item.quantity_ordered - item.quantity_received : 0;
    const quantity = item.quantity_ordered - given_up;
    return {
      product: product.name,
      variation: name,
      sku: product.sku,
      barcode,
      quantity,
      given_up,
      unit_cost: item.unit_cost,
      total_cost: quantity * (item.unit_cost ?? 0),
    };
  });
  const sumOf = (field: 'quantity' | 'total_cost') => items.reduce((sum, item) => sum + item[field], 0);
  return {
    transaction_number: order.transaction_number,
    shop_name,
    ordered_on: storeDate(order.created_at, zonesOf(store)),
    ordered_by: order.created_by.name,
    is_cancelled: order.closed?.is_cancelled ?? false,
    is_closed: isClosed,
    supplier: {
      name: order.supplier.name,
      contact_person: supplier?.contact_person ?? null,
      address: supplier?.address ?? null,
      phone: supplier?.phone ?? null,
      email: supplier?.email ?? null,
    },
    deliver_to: { name: store.name, address: store.address, phone: store.phone },
    notes: order.notes,
    items,
    total_quantity: sumOf('quantity'),
    total_amount: sumOf('total_cost'),
  };
}

/**
 * Sends an order to its supplier through the outbox, and records it in the order's history; with costs only if the
 * caller sees them. 404 `order_not_found`, 409 `illegal_state` for a supplier without an address, 409 `store_inactive`,
 * 429 after too many.
 */
export async function emailOrder(
  writer: Writer,
  orderId: number,
  { session, now, noteTarget }: Caller & { noteTarget: NoteTarget },
): Promise<{ message: string }> {
  const order = await showOrder(writer, orderId, { session });
  refuseInactive(session, order.store.id);
  const { email: recipient, name } = order.supplier;
  if (recipient === null) {
    throw new ApiError('illegal_state', { message: `${name} has no email address` });
  }
  const asked = { staffId: session.staff.id };
  await refuseTooManyMails(writer, { ...asked, recipient, now, what: 'orders' });
  const whole = await showOrderDocument(writer, orderId, { session });
  const document = can(session.staff, 'costs.view') ? whole : withoutCosts(whole);
  const greeting = orderGreeting(document);
  const mail = {
    recipient,
    subject: orderMailSubject(document),
    text: `${greeting}\n\n${orderDocumentText(document)}`,
    html: orderHtml(document, greeting),
  };
  await queueMail(writer, mail, now, asked);
  await noteOrderEvent(writer, {
    supplier_transaction_id: orderId,
    at: now,
    kind: 'mailed',
    by_id: session.staff.id,
    reason: recipient,
  });
  noteTarget({ name: order.transaction_number, storeId: order.store.id });
  return { message: `Sent to ${recipient}` };
}
