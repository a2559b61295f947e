export const orderStatuses = ['pending', 'partial', 'complete'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What happened to an order besides what was received on it. */
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

/** The most rows that one order has, and the most units of one of them. */
export const ORDER_ROWS_MAX = 500;
export const ORDER_QUANTITY_MAX = 10_000;

/** `PO-MNL-01-000123`: counted by the store that receives. */
export function orderNumber(storeCode: string, no: number): string {
  return `PO-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** How far an order has come, by the units that were ordered and those that were received. */
export function orderStatus(received: number, ordered: number): OrderStatus {
  if (received >= ordered) return 'complete';
  return received > 0 ? 'partial' : 'pending';
}

type Row = { quantity_ordered: number; quantity_received: number; unit_cost: number };

/** An order's sums over its rows, in units and centavos. */
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
