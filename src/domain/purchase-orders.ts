export const orderStatuses = ['pending', 'partial', 'complete'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  partial: 'In Progress',
  complete: 'Complete',
};

/** The events of an order besides goods receipts. */
export const orderEventKinds = [
  'created',
  'item_added',
  'item_changed',
  'item_removed',
  'received',
  'unit_deleted',
  'codes_generated',
  'mailed',
  'closed',
  'cancelled',
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

/** The maximum number of rows of an order, and of units in a row. */
export const ORDER_ROWS_MAX = 500;
export const ORDER_QUANTITY_MAX = 10_000;

/** Returns `PO-MNL-01-000123`, numbered by the receiving store. */
export function orderNumber(storeCode: string, no: number): string {
  return `PO-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** Returns an order's status by its received and ordered units. */
export function orderStatus(received: number, ordered: number): OrderStatus {
  if (received >= ordered) return 'complete';
  return received > 0 ? 'partial' : 'pending';
}

type Row = { quantity_ordered: number; quantity_received: number; unit_cost: number };

/** Returns an order's totals over its rows, in units and centavos. */
export function orderTotals(rows: readonly Row[]): {
  total_quantity_ordered: number;
  total_quantity_received: number;
  total_amount: number;
} {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    total_quantity_ordered: sum((row) => row.quantity_ordered),
    total_quantity_received: sum((row) => row.quantity_received),
    total_amount: sum((row) => row.quantity_ordered * row.unit_cost),
  };
}
