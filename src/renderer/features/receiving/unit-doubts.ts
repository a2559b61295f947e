import type { ExpectedSerial } from '#contract/receiving.ts';
import { imeiKey } from '#domain/barcodes.ts';
import {
  announcedBy,
  isCodeOf,
  isImeiField,
  numbersIn,
  unitCodeLabels,
  type UnitCodeField,
} from '#domain/receiving.ts';
import { completed, missingOf } from './placing.ts';
import {
  choicesOf,
  type Line,
  type LineChoices,
  type ReceiptDraft,
  type ScannedUnit,
} from './receipt-draft.ts';

// Which units may have the numbers of two phones: they are not received until somebody compared them with the box.

/** Why a unit must be compared with its box, and which of its numbers were not scanned. */
export type Doubt = { text: string; lacks: readonly UnitCodeField[] };

/** True if a unit has both kinds of numbers, so that their order tells where one was missed. */
export const hasBothKinds = ({ numbers }: LineChoices): boolean =>
  numbers.includes('serial_number') && numbers.some(isImeiField);

type Announced = readonly ExpectedSerial[];

/**
 * True if a number is not the one that its unit begins with by the order of its line, and the supplier's list does not know
 * the other numbers of the unit.
 */
export function isOutOfOrder(
  field: UnitCodeField,
  code: string,
  { choices, announced }: { choices: LineChoices; announced: Announced },
): boolean {
  if (!hasBothKinds(choices) || isImeiField(field) === Boolean(choices.isImeiFirst)) return false;
  const row = announcedBy(announced)({ [field]: code })?.announced;
  return !(isImeiField(field) ? row?.serial_number : row?.imei);
}

/** Returns the last unit of a line if it began out of order and nobody has said yet that this is right; else null. */
export function askedUnit(draft: ReceiptDraft, line: Line): ScannedUnit | null {
  const last = draft.units.findLast(({ itemId }) => itemId === line.itemId);
  const isAsked = last?.doubt === 'order' && !last.isConfirmed && hasBothKinds(choicesOf(draft, line));
  return isAsked ? last : null;
}

/** True if each number of a unit stands in one row of the supplier's list. */
function isProven(unit: ScannedUnit, announced: Announced): boolean {
  const found = announcedBy(announced)(unit);
  return Boolean(found?.agrees) && numbersIn(unit).every((code) => found && isCodeOf(found.announced, code));
}

/** True if a unit may have the numbers of two phones: it has several, and the supplier's list does not prove them. */
export const mayBeMixed = (unit: ScannedUnit, choices: LineChoices, announced: Announced): boolean =>
  choices.numbers.length > 1 && !isProven(unit, announced);

const kindOf = (field: UnitCodeField | undefined) => (field && isImeiField(field) ? 'IMEI' : 'serial number');
const inSentence = (field: UnitCodeField) => unitCodeLabels[field].replace(/^S/, 's');

const ONE_IMEI = 'Other units here have one IMEI. Compare both IMEIs with the box';

const OTHER_PAIR = 'Its IMEIs do not fit together as on other units. Compare both with the box';

/** Returns how far the two IMEIs of a unit lie apart; null if it has not both. */
const distanceOf = ({ imei, imei2 }: ScannedUnit): number | null =>
  imei && imei2 ? Math.abs(Number(imeiKey(imei2)) - Number(imeiKey(imei))) : null;

/** Returns the distance of the two IMEIs that most units have, as many makers number their phones; null if there is none. */
function usualDistance(units: readonly ScannedUnit[]): number | null {
  const distances = units.flatMap((unit) => distanceOf(unit) ?? []);
  const isUsual = (distance: number) => {
    const alike = distances.filter((one) => one === distance).length;
    return alike > 1 && alike > distances.length / 2;
  };
  return distances.find(isUsual) ?? null;
}

/** Says why the numbers of a unit may be those of two phones; null if they are not in doubt. */
function ownDoubt(unit: ScannedUnit, choices: LineChoices, announced: Announced): string | null {
  const found = announcedBy(announced)(unit);
  if (found && !found.agrees) return 'Its numbers do not match the list. Compare them with the box';
  if (!mayBeMixed(unit, choices, announced)) return null;
  if (unit.scannedAgain !== undefined)
    return `${unit.scannedAgain} was scanned again. Compare its numbers with the box`;
  const [turnedAway] = unit.turnedAway ?? [];
  if (turnedAway !== undefined)
    return `${turnedAway} was scanned in between. Compare its numbers with the box`;
  if (unit.doubt === 'gap') return 'The unit before lacked a number. Compare this one with the box';
  if (unit.doubt !== 'order' || !hasBothKinds(choices)) return null;
  return `Its ${kindOf(unit.first)} was scanned first. Compare its numbers with the box`;
}

/**
 * True if no number of another unit can have come into a unit: it began with its serial number and got the others at once, or
 * the supplier's list has it, or somebody compared it. Units of IMEIs alone all look alike.
 */
const isSure = (unit: ScannedUnit, choices: LineChoices, announced: Announced): boolean =>
  Boolean(unit.isConfirmed) ||
  unit.first === undefined ||
  isProven(unit, announced) ||
  (hasBothKinds(choices) && unit.first === 'serial_number');

/**
 * Returns the units to compare with their boxes, by number: those that lack a number, those scanned in another order, and all
 * since the last sure one before a unit that lacks a number. The open unit may still get what it lacks.
 */
export function unitDoubts(
  draft: ReceiptDraft,
  lines: readonly Line[],
  announced: Announced,
): ReadonlyMap<number, Doubt> {
  const doubts = new Map<number, Doubt>();
  for (const line of lines.filter(({ needsNumber }) => needsNumber)) {
    const choices = choicesOf(draft, line);
    const units = draft.units.filter(({ itemId }) => itemId === line.itemId);
    const lacksOf = (unit: ScannedUnit) =>
      missingOf(completed(unit, { announced, units: draft.units }), choices);
    // If some units have one IMEI, a second IMEI may belong to the next phone, whose serial number was not scanned.
    const haveOneImei = units.some(
      (unit) => unit.no !== draft.openNo && unit.imei && lacksOf(unit).includes('imei2'),
    );
    const usual = usualDistance(units);
    for (const [place, unit] of units.entries()) {
      // What the open unit lacks is asked for where it is scanned.
      if (unit.isConfirmed || unit.no === draft.openNo) continue;
      const isOtherPair = usual !== null && distanceOf(unit) !== usual;
      const ofPair = isOtherPair ? OTHER_PAIR : haveOneImei ? ONE_IMEI : null;
      const mayHaveJoined = unit.imei2 && !unit.isImei2Sure && !isProven(unit, announced);
      const text = ownDoubt(unit, choices, announced) ?? (mayHaveJoined ? ofPair : null);
      const lacks = lacksOf(unit);
      if (lacks.length > 0)
        doubts.set(unit.no, { text: `Without ${lacks.map(inSentence).join(' and ')}`, lacks });
      else if (text !== null) doubts.set(unit.no, { text, lacks });
      if (lacks.length === 0) continue;
      for (const before of units.slice(0, place).toReversed()) {
        if (doubts.has(before.no)) continue;
        if (isSure(before, choices, announced)) break;
        doubts.set(before.no, {
          text: `Unit ${unit.no} lacks a number. Compare this one with the box`,
          lacks: [],
        });
      }
    }
  }
  return doubts;
}

/** Returns the open unit and the number that it still lacks; null if it has all of them. */
export function openLacks(
  draft: ReceiptDraft,
  lines: readonly Line[],
  announced: Announced,
): { unit: ScannedUnit; field: UnitCodeField } | null {
  const unit = draft.units.find(({ no }) => no === draft.openNo);
  const line = lines.find(({ itemId }) => itemId === unit?.itemId);
  if (!unit || !line?.needsNumber) return null;
  const [field] = missingOf(completed(unit, { announced, units: draft.units }), choicesOf(draft, line));
  return field === undefined ? null : { unit, field };
}
