import { signatureRows, type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import { formatInstant } from './store-time.ts';
import { numberLines } from './units.ts';

/** A goods receipt, as its slip needs it: without costs. */
type PrintedReceipt = {
  number: string;
  order: { transaction_number: string };
  supplier: { name: string };
  store: { name: string };
  received_by: { name: string };
  /** Epoch milliseconds. */
  received_at: number;
  units_count: number;
  notes: string | null;
  items: readonly {
    product_variation: { name: string; product: { name: string } };
    quantity_received: number;
    units: readonly {
      serial_number: string | null;
      imei: string | null;
      imei2: string | null;
      qr_code: string | null;
    }[];
  }[];
};

/** Returns the goods-received note: the received products and units, and signature lines. */
export function goodsReceivedSlip(receipt: PrintedReceipt, frame: SlipFrame): SlipDocument {
  const listed = receipt.items.flatMap(({ product_variation: of, quantity_received, units }): SlipRow[] => [
    { kind: 'pair', label: `${of.product.name} ${of.name}`, value: `× ${quantity_received}`, bold: true },
    ...units.flatMap(numberLines).map((text): SlipRow => ({ kind: 'text', text: `  ${text}` })),
  ]);
  return slipOf(frame, `Goods received ${receipt.number}`, [
    { kind: 'rule' },
    { kind: 'pair', label: 'Order', value: receipt.order.transaction_number },
    { kind: 'pair', label: 'Supplier', value: receipt.supplier.name },
    { kind: 'pair', label: 'Received at', value: receipt.store.name },
    { kind: 'pair', label: 'Received', value: formatInstant(receipt.received_at, frame.time_zone) },
    { kind: 'pair', label: 'Received by', value: receipt.received_by.name },
    ...(receipt.notes === null ? [] : [{ kind: 'text' as const, text: `Notes: ${receipt.notes}` }]),
    { kind: 'rule' },
    ...listed,
    { kind: 'rule' },
    { kind: 'pair', label: 'Units', value: String(receipt.units_count), bold: true },
    ...signatureRows('Received by'),
    ...signatureRows('Delivered by'),
  ]);
}
