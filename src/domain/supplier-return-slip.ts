import { signatureRows, type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import { formatInstant } from './store-time.ts';
import { numberLines } from './units.ts';

/** A return to a supplier, as its slip needs it. */
type PrintedReturn = {
  number: string;
  supplier: { name: string };
  reference: string | null;
  reason: string;
  /** Epoch milliseconds. */
  created_at: number;
  created_by: { name: string };
  items: readonly {
    product_name: string;
    variation_name: string;
    imei: string | null;
    imei2: string | null;
    serial_number: string | null;
    qr_code: string | null;
    /** Why it never went; null for those in the box. */
    never_left: string | null;
  }[];
};

/** Returns the slip that goes with a return to a supplier: the products, and a signature line. */
export function supplierReturnSlip(returned: PrintedReturn, frame: SlipFrame): SlipDocument {
  const packed = returned.items.filter(({ never_left }) => never_left === null);
  const products = Map.groupBy(
    packed,
    ({ product_name, variation_name }) => `${product_name} ${variation_name}`,
  );
  const listed = [...products].flatMap(([product, items]): SlipRow[] => [
    { kind: 'pair', label: product, value: `× ${items.length}`, bold: true },
    ...items.flatMap(numberLines).map((text): SlipRow => ({ kind: 'text', text: `  ${text}` })),
  ]);
  return slipOf(frame, `Return ${returned.number}`, [
    { kind: 'rule' },
    { kind: 'pair', label: 'To', value: returned.supplier.name },
    ...(returned.reference === null
      ? []
      : [{ kind: 'pair' as const, label: 'Reference', value: returned.reference }]),
    { kind: 'pair', label: 'Returned', value: formatInstant(returned.created_at, frame.time_zone) },
    { kind: 'pair', label: 'By', value: returned.created_by.name },
    { kind: 'text', text: `Reason: ${returned.reason}` },
    { kind: 'rule' },
    ...listed,
    { kind: 'rule' },
    { kind: 'pair', label: 'Units', value: String(packed.length), bold: true },
    ...signatureRows('Received by the supplier'),
  ]);
}
