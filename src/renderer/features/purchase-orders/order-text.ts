import { unitsText } from '#domain/units.ts';
import type { OrderEvent, OrderRow, PurchaseOrder } from '#contract/purchase-orders.ts';
import { formatMoney } from '#domain/money.ts';
import type { StateBadgeProps } from '#renderer/ui/state-badge.tsx';

type Standing = Pick<OrderRow, 'status' | 'is_closed' | 'total_quantity_received'>;

/** Returns the state of an order; a cancelled one counts as complete, with nothing received. */
export const shownState = ({
  status,
  is_closed,
  total_quantity_received,
}: Standing): StateBadgeProps<'order'>['state'] =>
  is_closed && total_quantity_received === 0 ? 'cancelled' : status;

/** Returns "Rest closed" for an order that was completed without receiving all of it; the badge omits that. */
export const closedText = (order: Standing): string | null =>
  order.is_closed && shownState(order) === 'complete' ? 'Rest closed' : null;

const productOf = ({ product_variation: of }: OrderEvent) => (of ? `${of.product_name}, ${of.name}` : 'Item');

export function eventTitle(event: OrderEvent): string {
  const units = unitsText(event.quantity ?? 0);
  switch (event.kind) {
    case 'created':
      return `${units} ordered`;
    case 'item_added':
      return `${productOf(event)} added`;
    case 'item_changed':
      return `${productOf(event)} changed`;
    case 'item_removed':
      return `${productOf(event)} removed`;
    case 'received':
      return `${units} received`;
    case 'unit_deleted':
      return `${productOf(event)} deleted from stock, to come again`;
    case 'codes_generated':
      return event.quantity === 1
        ? '1 QR code generated'
        : `${(event.quantity ?? 0).toLocaleString('en-PH')} QR codes generated`;
    case 'mailed':
      return 'Sent by email';
    case 'closed':
      return `Rest of ${units} closed`;
    case 'cancelled':
      return 'Order cancelled';
  }
}

const pesos = (amount: number) => formatMoney(amount, 'purchasing');

/** Formats an item's quantity and cost before and after: `10 → 12 units · ₱18,500.00 each`. */
export function eventDetails({ kind, quantity, quantity_before, cost }: OrderEvent): string | null {
  if (!kind.startsWith('item_')) return null;
  const became = quantity ?? quantity_before ?? 0;
  const was = quantity_before ?? became;
  const units = was === became ? unitsText(became) : `${was.toLocaleString('en-PH')} → ${unitsText(became)}`;
  const after = cost?.after ?? cost?.before ?? null;
  const before = cost?.before ?? after;
  if (after === null || before === null) return units;
  return `${units} · ${before === after ? '' : `${pesos(before)} → `}${pesos(after)} each`;
}

/**
 * Names who has scanned how many units without receiving them, of an order or of one of its items: `Scanned and not
 * received yet: Ana Cruz 12 units, you 1 unit.` Null if nobody has.
 */
export function scannedText(
  { open_receipts }: Pick<PurchaseOrder, 'open_receipts'>,
  { staffId, itemId }: { staffId: number; itemId?: number | undefined },
): string | null {
  const counts = open_receipts.flatMap(({ by, is_here, units_count, items }) => {
    const ofItem = items.find((item) => item.supplier_transaction_item_id === itemId)?.quantity ?? 0;
    const units = itemId === undefined ? units_count : ofItem;
    const own = is_here ? 'you' : 'you at another computer';
    return units > 0 ? [`${by.id === staffId ? own : by.name} ${unitsText(units)}`] : [];
  });
  return counts.length > 0 ? `Scanned and not received yet: ${counts.join(', ')}.` : null;
}
