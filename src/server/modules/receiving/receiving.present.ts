import { receiptRow, receivedUnit, type GoodsReceipt, type ReceiptRow } from '#contract/receiving.ts';
import { toShape } from '../../http/to-shape.ts';
import { presentItem, type NamedItem } from '../purchase-orders/purchase-orders.public.ts';
import type { ReceiptRecord, ReceivedRow } from './receiving.repository.ts';

export const presentRow = (receipt: ReceiptRecord): ReceiptRow =>
  toShape(receiptRow, receipt, {
    received_by: { id: receipt.received_by_id, name: receipt.receiver_name },
    store: { id: receipt.store_id, name: receipt.store_name },
    total_cost: receipt.total_cost ?? 0,
  });

/** A receipt with its units by the items of the order, in the order's own order. */
export function presentReceipt(
  receipt: ReceiptRecord,
  { items, units }: { items: readonly NamedItem[]; units: readonly ReceivedRow[] },
): GoodsReceipt {
  const byItem = Map.groupBy(units, (unit) => unit.supplier_transaction_item_id);
  return {
    ...presentRow(receipt),
    order: { id: receipt.supplier_transaction_id, transaction_number: receipt.transaction_number },
    supplier: { id: receipt.supplier_id, name: receipt.supplier_name },
    items: items.flatMap((item) => {
      const own = byItem.get(item.id) ?? [];
      const [first] = own;
      if (!first) return [];
      return {
        supplier_transaction_item_id: item.id,
        product_variation: presentItem(item).product_variation,
        quantity_received: own.length,
        unit_cost: first.unit_cost,
        units: own.map((unit) =>
          toShape(receivedUnit, unit, { status: unit.status === 'locked' ? 'available' : unit.status }),
        ),
      };
    }),
  };
}
