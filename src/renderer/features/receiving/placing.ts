import type { ExpectedSerial } from '#contract/receiving.ts';
import { isImei, codesToFind } from '#domain/barcodes.ts';
import { looksLikeLabel } from '#domain/qr-codes.ts';
import {
  announcedBy,
  codesIn,
  RECEIPT_UNITS_MAX,
  unitCodeLabels,
  unitCodeFields,
  type UnitCodeField,
} from '#domain/receiving.ts';
import {
  countOf,
  nextNo,
  type Line,
  type LineChoices,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';

/** `iPhone 17, 256 GB`. */
export const lineName = ({ product, variation }: Line) => `${product}, ${variation}`;

/** Finds the lines whose barcode or SKU the code is. */
export function linesWith(lines: readonly Line[], code: string): Line[] {
  const codes = codesToFind(code);
  return lines.filter((line) => line.codes.some((one) => codes.includes(one)));
}

const missingOf = (unit: ScannedUnit | null, { numbers }: LineChoices) =>
  unitCodeFields.filter((field) => numbers.includes(field) && !unit?.[field]);

/** Returns the number of a unit to scan next, in the line's order; null if it has all. */
export const nextNumber = (unit: ScannedUnit | null, choices: LineChoices): UnitCodeField | null =>
  missingOf(unit, choices)[0] ?? null;

/**
 * Returns the field of a scanned number: the one the user chose, else by its looks, else the next missing one; the
 * reason as text if none fits.
 */
export function fieldFor(
  code: string,
  unit: ScannedUnit | null,
  choices: LineChoices,
  aimed: UnitCodeField | null,
  hasLabels = false,
): UnitCodeField | { text: string } {
  const missing = missingOf(unit, choices);
  if (aimed && missing.includes(aimed)) return aimed;
  if (hasLabels && looksLikeLabel(code) && !unit?.qr_code) return 'qr_code';
  const imei = missing.find((field) => field === 'imei' || field === 'imei2');
  if (isImei(code) && imei) return imei;
  const [next] = missing;
  if (next === undefined) return { text: 'This unit has all its numbers' };
  if (next === 'serial_number' || (next !== 'qr_code' && /^\d{14,15}$/.test(code))) return next;
  if (next === 'qr_code')
    return { text: 'This is no label. Scan the label of this unit, or press Next unit' };
  return { text: `This is no IMEI. Scan the ${unitCodeLabels[next]} of this unit, or press Next unit` };
}

type Placing = { draft: ReceiptDraft; line: Line; open: ScannedUnit | null };

/**
 * Returns why a number is refused, and for what: the receipt has it already, or no more units fit; null if it is
 * accepted.
 */
export function whyNotPlaced(
  code: string,
  { draft, line, open }: Placing,
): { what: string; outcome: string } | null {
  const owner = draft.units.find((unit) => codesIn(unit).includes(code));
  if (owner) {
    const what = `Unit ${open?.no ?? nextNo(draft)}: scanned twice`;
    return { what, outcome: `Unit ${owner.no} of this receipt has this number` };
  }
  if (open) return null;
  if (countOf(draft, line) >= line.remaining) {
    return { what: lineName(line), outcome: `All ${line.remaining} that remain are here already` };
  }
  return draft.units.length < RECEIPT_UNITS_MAX
    ? null
    : {
        what: lineName(line),
        outcome: `At most ${RECEIPT_UNITS_MAX} units in one receipt: receive these first`,
      };
}

/** Says how a unit was announced, if at all; null if nothing of the order was. */
export function announcementOf(
  unit: ScannedUnit,
  { variationId }: Pick<Line, 'variationId'>,
  announced: readonly ExpectedSerial[],
): { text: string; isRight: boolean } | null {
  if (announced.length === 0) return null;
  const one = announcedBy(announced)(unit);
  if (!one) return { text: 'Not announced', isRight: false };
  const of = one.product_variation;
  return of && of.id !== variationId
    ? { text: `Announced as ${of.product_name}, ${of.name}`, isRight: false }
    : { text: 'Announced', isRight: true };
}
