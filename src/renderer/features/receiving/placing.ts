import type { ExpectedSerial } from '#contract/receiving.ts';
import { isImei } from '#domain/barcodes.ts';
import { announcedBy, unitNumberLabels, unitNumbers, type UnitNumberField } from '#domain/receiving.ts';
import type { Line, LineChoices, ScannedUnit } from './receipt-draft.ts';

/** `iPhone 17, 256 GB`. */
export const lineName = ({ product, variation }: Line) => `${product}, ${variation}`;

const missingOf = (unit: ScannedUnit | null, { numbers }: LineChoices) =>
  unitNumbers.filter((field) => numbers.includes(field) && !unit?.[field]);

/** The number of a unit that is scanned next, in the order of its line; null where it has all. */
export const nextNumber = (unit: ScannedUnit | null, choices: LineChoices): UnitNumberField | null =>
  missingOf(unit, choices)[0] ?? null;

/**
 * Where a number belongs in a unit: where somebody said, by what it looks like, else where the next one is missing; in
 * words where it belongs nowhere.
 */
export function fieldFor(
  code: string,
  unit: ScannedUnit | null,
  choices: LineChoices,
  aimed: UnitNumberField | null,
): UnitNumberField | { words: string } {
  const missing = missingOf(unit, choices);
  if (aimed && missing.includes(aimed)) return aimed;
  const imei = missing.find((field) => field !== 'serial_number');
  if (isImei(code) && imei) return imei;
  const [next] = missing;
  if (next === undefined) return { words: 'This unit has all its numbers' };
  if (next === 'serial_number' || /^\d{14,15}$/.test(code)) return next;
  return { words: `This is no IMEI. Scan the ${unitNumberLabels[next]} of this unit, or press Next unit` };
}

/** How a unit was announced, if at all; null where nothing of the order was. */
export function announcementOf(
  unit: ScannedUnit,
  { variationId }: Pick<Line, 'variationId'>,
  announced: readonly ExpectedSerial[],
): { words: string; isRight: boolean } | null {
  if (announced.length === 0) return null;
  const one = announcedBy(announced)(unit);
  if (!one) return { words: 'Not announced', isRight: false };
  const of = one.product_variation;
  return of && of.id !== variationId
    ? { words: `Announced as ${of.product_name}, ${of.name}`, isRight: false }
    : { words: 'Announced', isRight: true };
}
