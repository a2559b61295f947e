import {
  expectedSerial,
  type ExpectedSerial,
  type ExpectedSerials,
  type GoodsReceipt,
  receiptRow,
  type ReceiptRow,
  receivedUnit,
} from '#contract/receiving.ts';
import { announcedBy } from '#domain/receiving.ts';
import { toShape } from '../../http/to-shape.ts';
import { type NamedItem, presentItem } from '../purchase-orders/purchase-orders.public.ts';
import type { ExpectedRow, ReceiptRecord, ReceivedRow } from './receiving.repository.ts';

export const presentRow = (receipt: ReceiptRecord): ReceiptRow =>
  toShape(receiptRow, receipt, {
    received_by: { id: receipt.received_by_id, name: receipt.receiver_name },
    store: { id: receipt.store_id, name: receipt.store_name },
    total_cost: receipt.total_cost ?? 0,
  });

/** Groups a receipt's units by the order's items, in the order's order. */
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

export const presentExpected = (row: ExpectedRow, unitId: number | null): ExpectedSerial =>
  toShape(expectedSerial, row, {
    product_variation:
      row.product_variation_id === null
        ? null
        : {
            id: row.product_variation_id,
            name: row.variation_name ?? '',
            product_name: row.product_name ?? '',
          },
    inventory_item_id: unitId,
  });

type Came = { id: number; serial_number: string | null; imei: string | null; imei2: string | null };

/** Compares the announced units with those that came. */
export function compareExpected(announced: readonly ExpectedRow[], came: readonly Came[]): ExpectedSerials {
  const find = announcedBy(announced);
  const unitOf = new Map<number, number>();
  let unannounced = 0;
  for (const unit of came) {
    const found = find(unit);
    if (found?.agrees) unitOf.set(found.announced.id, unit.id);
    else unannounced += 1;
  }
  return {
    data: announced.map((row) => presentExpected(row, unitOf.get(row.id) ?? null)),
    received: unitOf.size,
    missing: announced.length - unitOf.size,
    // Without a list, no unit counts as unannounced.
    unannounced: announced.length === 0 ? 0 : unannounced,
  };
}
