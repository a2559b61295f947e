import { signatureRows, type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import { formatInstant } from './store-time.ts';
import type { TransferItemState } from './transfers.ts';

/** A transfer, as its slip needs it. */
export type PrintedTransfer = {
  number: string;
  from_store: { name: string };
  to_store: { name: string };
  sent_by: { name: string };
  /** Epoch milliseconds. */
  sent_at: number;
  reason: string | null;
  items: readonly {
    product_name: string;
    variation_name: string;
    imei: string | null;
    imei2: string | null;
    serial_number: string | null;
    qr_code: string | null;
    state: TransferItemState;
    reason: string | null;
  }[];
};

type PrintedItem = PrintedTransfer['items'][number];

/** Remarks on units that did not simply arrive. */
const remarks: Partial<Record<TransferItemState, string>> = {
  defective: 'DAMAGED',
  lost: 'LOST',
  returned: 'NOT SENT',
  cancelled: 'NOT SENT',
  extra: 'NOT ANNOUNCED',
};

function codesOf({ imei, imei2, serial_number, qr_code }: PrintedItem): string[] {
  const imeis = [imei, imei2].filter((one) => one !== null).map((one) => `IMEI ${one}`);
  if (serial_number !== null) return [...imeis, `SN ${serial_number}`];
  return imeis.length > 0 || qr_code === null ? imeis : [qr_code];
}

function unitRows(item: PrintedItem): SlipRow[] {
  const remark = remarks[item.state];
  return [
    ...codesOf(item).map((text): SlipRow => ({ kind: 'text', text: `  ${text}` })),
    ...(remark
      ? [{ kind: 'text' as const, text: `  ${remark} ${item.reason ?? ''}`.trimEnd(), bold: true }]
      : []),
  ];
}

/** Returns the slip that goes with a box: the products and units, and signature lines for both stores. */
export function transferSlip(transfer: PrintedTransfer, frame: SlipFrame): SlipDocument {
  const sent = transfer.items.filter(({ state }) => state !== 'extra');
  const products = Map.groupBy(
    transfer.items,
    ({ product_name, variation_name }) => `${product_name} ${variation_name}`,
  );
  const listed = [...products].flatMap(([product, items]): SlipRow[] => [
    { kind: 'pair', label: product, value: `× ${items.length}`, bold: true },
    ...items.flatMap(unitRows),
  ]);
  return slipOf(frame, `Transfer ${transfer.number}`, [
    { kind: 'rule' },
    { kind: 'pair', label: 'From', value: transfer.from_store.name },
    { kind: 'pair', label: 'To', value: transfer.to_store.name },
    { kind: 'pair', label: 'Sent', value: formatInstant(transfer.sent_at, frame.time_zone) },
    { kind: 'pair', label: 'Sent by', value: transfer.sent_by.name },
    ...(transfer.reason === null ? [] : [{ kind: 'text' as const, text: `Reason: ${transfer.reason}` }]),
    { kind: 'rule' },
    ...listed,
    { kind: 'rule' },
    { kind: 'pair', label: 'Units', value: String(sent.length), bold: true },
    ...signatureRows('Packed by'),
    ...signatureRows('Received by'),
  ]);
}
