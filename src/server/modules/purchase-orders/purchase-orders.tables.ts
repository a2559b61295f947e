import type { OrderEventKind, OrderStatus } from '#domain/purchase-orders.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    purchase_orders: {
      id: number;
      transaction_number: string;
      store_id: number;
      supplier_id: number;
      status: OrderStatus;
      /** Counts the claims on this row, which is the lock over everything beneath it. */
      claim_no: number;
      notes: string | null;
      /** Kept in step with its items. */
      total_amount: number;
      total_quantity_ordered: number;
      total_quantity_received: number;
      /** Kept in step with its QR codes. */
      qr_codes_count: number;
      created_at: number;
      created_by_id: number;
      /** When it was cancelled, or its rest was closed. */
      closed_at: number | null;
      closed_by_id: number | null;
      close_reason: string | null;
    };
    purchase_order_items: {
      id: number;
      supplier_transaction_id: number;
      position: number;
      product_variation_id: number;
      quantity_ordered: number;
      quantity_received: number;
      /** The outstanding quantity; 0 once the order was closed. */
      remaining_quantity: number;
      unit_cost: number;
    };
    purchase_order_events: {
      id: number;
      supplier_transaction_id: number;
      at: number;
      kind: OrderEventKind;
      by_id: number;
      product_variation_id: number | null;
      quantity: number | null;
      quantity_before: number | null;
      unit_cost: number | null;
      unit_cost_before: number | null;
      reason: string | null;
      goods_receipt_id: number | null;
    };
  }
}
