import { z } from '#contract/zod.ts';
import {
  orderEvent,
  openReceipt,
  orderItem,
  orderRow,
  purchaseOrder,
  type OrderEvent,
  type OrderItem,
  type OrderRow,
  type PurchaseOrder,
} from '#contract/purchase-orders.ts';
import { needsNumber, numbersToScan } from '#domain/receiving.ts';
import { toShape } from '../../http/to-shape.ts';
import type { OpenReceiptRow, Receiver } from './open-receipts.repository.ts';
import type { NamedItem, NamedOrder, OrderEventRow } from './purchase-orders.repository.ts';

/** The audited fields of an order; each action names those it changes. */
export const notedOrder = z
  .object({ status: z.string(), supplier: z.string(), units: z.int(), received: z.int() })
  .partial();

export const presentItem = (item: NamedItem): OrderItem =>
  toShape(orderItem, item, {
    product_variation: {
      id: item.product_variation_id,
      name: item.variation_name,
      barcode: item.barcode,
      image_url: item.image_url ?? item.product_image_url,
      retail_price: item.retail_price,
      product: {
        id: item.product_id,
        name: item.product_name,
        sku: item.sku,
        kind: item.kind,
        requires_serial: needsNumber(item),
        scanned_numbers: numbersToScan(item),
        has_own_numbers: item.scanned_numbers !== null,
      },
    },
    total_cost: item.unit_cost * item.quantity_ordered,
  });

const presentEvent = (event: OrderEventRow): OrderEvent =>
  toShape(orderEvent, event, {
    by: { id: event.by_id, name: event.by_name },
    product_variation:
      event.product_variation_id === null
        ? null
        : {
            id: event.product_variation_id,
            name: event.variation_name ?? '',
            product_name: event.product_name ?? '',
          },
    cost:
      event.unit_cost === null && event.unit_cost_before === null
        ? null
        : { before: event.unit_cost_before, after: event.unit_cost },
    receipt:
      event.goods_receipt_id === null || event.receipt_number === null
        ? null
        : { id: event.goods_receipt_id, number: event.receipt_number },
  });

export const presentRow = (order: NamedOrder): OrderRow =>
  toShape(orderRow, order, {
    is_closed: order.closed_at !== null,
    supplier: { id: order.supplier_id, name: order.supplier_name },
    store: { id: order.store_id, name: order.store_name },
    created_by: { id: order.created_by_id, name: order.creator_name },
  });

function closingOf(order: NamedOrder): PurchaseOrder['closed'] {
  const { closed_at: at, closed_by_id: id, closer_name: name, close_reason: reason } = order;
  if (at === null || id === null) return null;
  return {
    at,
    by: { id, name: name ?? '' },
    reason: reason ?? '',
    is_cancelled: order.total_quantity_received === 0,
  };
}

type OfOrder = {
  items: readonly NamedItem[];
  events: readonly OrderEventRow[];
  open: readonly OpenReceiptRow[];
  /** Whose own scans are told apart from those of others. */
  receiver: Receiver;
};

export const presentOrder = (order: NamedOrder, { items, events, open, receiver }: OfOrder): PurchaseOrder =>
  toShape(purchaseOrder, order, {
    ...presentRow(order),
    supplier: {
      id: order.supplier_id,
      name: order.supplier_name,
      email: order.supplier_email,
      is_deleted: order.supplier_deleted_at !== null,
    },
    closed: closingOf(order),
    items: items.map(presentItem),
    open_receipts: open.map((row) =>
      toShape(openReceipt, row, {
        by: { id: row.staff_id, name: row.receiver_name },
        is_here: row.staff_id === receiver.staffId && row.computer === receiver.computer,
      }),
    ),
    history: events.map(presentEvent),
  });
