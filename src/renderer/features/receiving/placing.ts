import type { ExpectedSerial } from '#contract/receiving.ts';
import { codesToFind, imeiKey, isEan, isImei, looksLikeImei } from '#domain/barcodes.ts';
import { looksLikeLabel } from '#domain/qr-codes.ts';
import {
  announcedBy,
  isCodeOf,
  isImeiField,
  numbersIn,
  RECEIPT_UNITS_MAX,
  unitCodeLabels,
  unitCodeFields,
  unitNumbers,
  type UnitCodeField,
} from '#domain/receiving.ts';
import { unitsText } from '#domain/units.ts';
import {
  choicesOf,
  roomOf,
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

/** Returns the codes of a unit in the order in which those of a line are scanned. */
export const inScanOrder = ({ isImeiFirst }: Pick<LineChoices, 'isImeiFirst'>): UnitCodeField[] =>
  isImeiFirst
    ? unitCodeFields.toSorted((one, other) => Number(isImeiField(other)) - Number(isImeiField(one)))
    : [...unitCodeFields];

/** Returns the numbers that a unit lacks, in the order in which they are scanned. */
export const missingOf = (unit: ScannedUnit | null, choices: LineChoices): UnitCodeField[] =>
  inScanOrder(choices).filter((field) => choices.numbers.includes(field) && !unit?.[field]);

/** Returns the number of a unit to scan next, in the line's order; null if it has all. */
export const nextNumber = (unit: ScannedUnit | null, choices: LineChoices): UnitCodeField | null =>
  missingOf(unit, choices)[0] ?? null;

/** True if the units of a line have IMEIs: of others, fifteen digits are a serial number. */
const hasImeis = (line: Line, choices: LineChoices) =>
  [...line.numbers, ...choices.numbers].some(isImeiField);

type Scanned = { draft: ReceiptDraft; isAstray: boolean };

/** Returns the line that the next number is of: the open unit's, the chosen one, or the only one. */
export function nextLine({ draft, isAstray }: Scanned, lines: readonly Line[]): Line | null {
  const open = draft.units.find(({ no }) => no === draft.openNo);
  const chosen = lines.find(({ itemId }) => itemId === (open?.itemId ?? draft.itemId));
  if (chosen || isAstray) return chosen ?? null;
  const numbered = lines.filter(({ needsNumber, remaining }) => needsNumber && remaining > 0);
  return numbered.length === 1 ? (numbered[0] ?? null) : null;
}

/**
 * Returns the line of a number: the open unit's, the one announced for it, or the next. One that was announced changes
 * nothing for the units after it.
 */
export function lineFor(
  code: string,
  scanned: Scanned,
  { lines, announced }: { lines: readonly Line[]; announced: readonly ExpectedSerial[] },
): Line | null {
  const { draft } = scanned;
  const found = draft.openNo === null ? announcedBy(announced)({ serial_number: code }) : undefined;
  const variationId = found?.announced.product_variation?.id;
  const ofAnnounced = lines.filter((line) => line.variationId === variationId);
  const said = ofAnnounced.find((line) => roomOf(draft, line) > 0) ?? ofAnnounced[0];
  return said ?? nextLine(scanned, lines);
}

/** Digits of an IMEI that tell the model of its phone. */
const MODEL_DIGITS = 8;

/**
 * Returns a warning if an IMEI begins like those of another product of the receipt or of the supplier's list, and like fewer
 * of its own: one that was taken in a wrong line does not make the next one right.
 */
export function modelWarning(
  code: string,
  { product }: Line,
  {
    draft,
    lines,
    announced,
  }: { draft: ReceiptDraft; lines: readonly Line[]; announced: readonly ExpectedSerial[] },
): string | null {
  if (!looksLikeImei(code)) return null;
  const isAlike = (unit: Pick<ScannedUnit, 'imei' | 'imei2'>) =>
    [unit.imei, unit.imei2].some((imei) => imei?.startsWith(code.slice(0, MODEL_DIGITS)));
  const productOf = (itemId: number) => lines.find((line) => line.itemId === itemId)?.product;
  const products = [
    ...draft.units.filter(isAlike).map(({ itemId }) => productOf(itemId)),
    ...announced.filter(isAlike).map((row) => row.product_variation?.product_name),
  ].filter((name) => name !== undefined);
  const own = products.filter((name) => name === product).length;
  const [other, ofOther = []] =
    [...Map.groupBy(products, (name) => name)]
      .filter(([name]) => name !== product)
      .toSorted(([, one], [, next]) => next.length - one.length)[0] ?? [];
  return other === undefined || (own > 0 && own >= ofOther.length)
    ? null
    : `Its IMEI begins like those of ${other}`;
}

/** The units begun and chosen for a line. */
export type Place = {
  line: Line;
  unit: ScannedUnit | null;
  choices: LineChoices;
  /** The field that the user chose. */
  aimed: UnitCodeField | null;
  announced: readonly ExpectedSerial[];
  /** All units of the receipt. */
  units: readonly ScannedUnit[];
};

/** True if a unit of the line has a serial number that could be a barcode, of as many digits: the user said so of it. */
const hasSuchSerial = (code: string, { line, units }: Pick<Place, 'line' | 'units'>): boolean =>
  units.some(
    ({ itemId, serial_number: serial }) =>
      itemId === line.itemId && serial?.length === code.length && isEan(serial),
  );

/** Codes on a box that are no serial number, by their looks, each with what it is. */
const OTHER_CODES: readonly [RegExp, string][] = [
  [/^89\d{30}$/, 'This is an EID'],
  [/^89\d{17,18}F?$/, 'This is the number of a SIM card'],
  [/^(?:\]C1)?00\d{18}$/, 'This is the label of a carton'],
  // Apple's and Samsung's; `1P` is what a label's barcode begins with to say so.
  [
    /^(?:1P)?(?:[A-Z0-9]{5}[A-Z]{1,2}\/[A-Z]|SM-[A-Z]\d{3}[A-Z0-9]*(?:\/[A-Z]{1,3})?)$/,
    'This is a part number',
  ],
  [/^20\d{2}-\d{2}-\d{2}$/, 'This is a date'],
  [/\S\s+\S/, 'This code holds several numbers'],
];

/** Returns why a code is no serial number, unless somebody says that it is one; null if it may be one. */
function noSerialNumber(code: string): string | null {
  const [, what] = OTHER_CODES.find(([looks]) => looks.test(code)) ?? [];
  return what === undefined ? null : `${what}. Scan the serial number, or press Serial number for this one`;
}

/**
 * Returns the field of a scanned number: the one the user chose, else by its looks, else the next missing one; the
 * reason as text if none fits. `next unit`: the number begins another unit. An IMEI is never a serial number, unless it was
 * announced as one or, on a line without IMEIs, the user chose that field. On a line with IMEIs, any 14 or 15 digits
 * count as one. A barcode that no product of the order has is a serial number only where the user chose that field, of this unit or
 * of an earlier one of the line.
 */
export function fieldFor(
  code: string,
  { line, unit, choices, aimed, announced, units }: Place,
): UnitCodeField | 'next unit' | { text: string } {
  const missing = missingOf(unit, choices);
  const isOfPhone = isImei(code) && hasImeis(line, choices);
  const isSerialNumber = announced.some(({ serial_number }) => serial_number === code);
  if (aimed && missing.includes(aimed)) {
    if (isImeiField(aimed) && !looksLikeImei(code))
      return { text: 'This is not an IMEI: an IMEI has 15 digits' };
    return isOfPhone && !isImeiField(aimed)
      ? { text: `This is an IMEI, not a ${unitCodeLabels[aimed].replace(/^S/, 's')}` }
      : aimed;
  }
  if (line.hasLabels && looksLikeLabel(code) && !unit?.qr_code) return 'qr_code';
  const own = unit && announcedBy(announced)(unit);
  if (unit && own && isCodeOf(own.announced, code)) {
    const isSerial = own.announced.serial_number === code;
    const free = unitNumbers.find((field) => isSerial !== isImeiField(field) && !unit[field]);
    if (free) return free;
  }
  if (isOfPhone || (!isSerialNumber && (isImei(code) || (looksLikeImei(code) && hasImeis(line, choices))))) {
    if (unit?.imei && own && announcedBy(announced)({ imei: code })) return 'next unit';
    const imei = missing.find(isImeiField);
    if (imei) return imei;
    if (choices.numbers.some(isImeiField)) return 'next unit';
    if (!line.needsNumber)
      return {
        text: 'This is an IMEI, and this item is counted. Its product says whether IMEIs are scanned',
      };
    const why = 'an IMEI, and IMEIs are not scanned for this item. Tick IMEI in its row first';
    return { text: isOfPhone ? `This is ${why}` : `This looks like ${why}, or choose Serial number` };
  }
  const other = isSerialNumber ? null : noSerialNumber(code);
  if (other && missing.includes('serial_number')) return { text: other };
  // The list may know a serial number that the line does not scan.
  if (isSerialNumber && !choices.numbers.includes('serial_number'))
    return unit ? 'next unit' : 'serial_number';
  const [next] = missing;
  if (next === undefined) return { text: 'This unit has all its numbers' };
  // What was announced for another unit begins that one.
  const isOfOther = own && announcedBy(announced)({ serial_number: code });
  if (isOfOther && (next !== 'serial_number' || own.announced.serial_number)) return 'next unit';
  // The serial number of a unit that should have begun with its IMEI: somebody is asked whether this is right.
  const isBegun = unit !== null && numbersIn(unit).length > 0;
  if (!isBegun && missing.includes('serial_number') && !isEan(code) && !looksLikeImei(code))
    return 'serial_number';
  if (next === 'serial_number' && isEan(code) && !isSerialNumber && !hasSuchSerial(code, { line, units }))
    return {
      text: 'No item of this order has this barcode. If it is a serial number, choose the line and press Serial number',
    };
  if (next === 'serial_number' || (next !== 'qr_code' && looksLikeImei(code) && !isSerialNumber)) return next;
  if (next === 'qr_code')
    return { text: `This is not a label. Scan the label of this unit${unit ? ', or press Next unit' : ''}` };
  const what = isEan(code) ? 'No item of this order has this barcode' : 'This is not an IMEI';
  const then = unit ? 'of this unit, or press Next unit' : 'of a unit, or the barcode of another product';
  return { text: `${what}. Scan the ${unitCodeLabels[next]} ${then}` };
}

const SHORT = 'Only 14 digits: compare it with the IMEI on the box';
const LUHN = 'Its IMEI has a wrong check digit: compare it with the box';

/** True for a warning of `oddityOf`. */
export const isOddity = (text: string): boolean => text === SHORT || text === LUHN;

/** Returns what looks wrong about a number, of an IMEI or of one that was cut; null if nothing does. */
export function oddityOf(field: UnitCodeField, code: string, line: Line | null): string | null {
  if (isImeiField(field) && code.length === 15 && !isImei(code)) return LUHN;
  const isDue = isImeiField(field) || (field === 'serial_number' && line?.numbers.includes('imei'));
  return isDue && /^\d{14}$/.test(code) ? SHORT : null;
}

/** Returns the units that have a number which looks wrong. */
export const oddUnits = ({ units }: Pick<ReceiptDraft, 'units'>, lines: readonly Line[]): ScannedUnit[] =>
  units.filter((unit) => {
    const line = lines.find(({ itemId }) => itemId === unit.itemId) ?? null;
    return unitCodeFields.some((field) => unit[field] && oddityOf(field, unit[field], line) !== null);
  });

/** The most units that are named one by one. */
const NAMED = 5;

/** `unit 3`, `units 3, 4 and 7`, `units 3, 4, 5, 6, 7 and 2 more`. */
export function unitNos(units: readonly Pick<ScannedUnit, 'no'>[]): string {
  const nos = units.map(({ no }) => String(no));
  const named = nos.length > NAMED ? [...nos.slice(0, NAMED), `${nos.length - NAMED} more`] : nos;
  const list = [named.slice(0, -1).join(', '), ...named.slice(-1)].filter(Boolean).join(' and ');
  return `${nos.length === 1 ? 'unit' : 'units'} ${list}`;
}

export type NotPlaced = { what: string; outcome: string } | 'full';

/**
 * Returns why no further unit of a line is begun, and for what; `full` where all of the line are here; null if there is room.
 */
export function whyNoRoom(draft: ReceiptDraft, line: Line): NotPlaced | null {
  if (roomOf(draft, line) <= 0) return 'full';
  return draft.units.length < RECEIPT_UNITS_MAX
    ? null
    : {
        what: lineName(line),
        outcome: `At most ${RECEIPT_UNITS_MAX} units in one receipt: receive these first`,
      };
}

/**
 * Returns the unit of a receipt that has a scanned IMEI without its check digit, or with a wrong one, with the whole one; null
 * for any other code.
 */
export function withWholeImei(
  units: readonly ScannedUnit[],
  code: string,
): { unit: ScannedUnit; field: 'imei' | 'imei2' } | null {
  if (!isImei(code)) return null;
  for (const unit of units) {
    const field = (['imei', 'imei2'] as const).find((one) => {
      const imei = unit[one];
      return imei !== null && !isImei(imei) && imeiKey(imei) === imeiKey(code);
    });
    if (field) return { unit: { ...unit, [field]: code }, field };
  }
  return null;
}

/** `with IMEI 352198116073426`: the numbers that were announced in place of a unit's. */
function otherNumbers(announced: ExpectedSerial, unit: ScannedUnit): string {
  const others = unitNumbers.filter((field) => announced[field] && !isCodeOf(unit, announced[field]));
  const named = others.map((field) => `${unitCodeLabels[field].replace(/^S/, 's')} ${announced[field]}`);
  return named.length > 0 ? `with ${named.join(', ')}` : 'as two units';
}

/** Returns a unit with the numbers that it lacks, as they were announced for it. */
export function completed(
  unit: ScannedUnit,
  { announced, units }: { announced: readonly ExpectedSerial[]; units: readonly ScannedUnit[] },
): ScannedUnit {
  const found = announcedBy(announced)(unit);
  if (!found?.agrees) return unit;
  const added = unitNumbers.flatMap((field) => {
    const number = unit[field] ? null : found.announced[field];
    return number && !units.some((one) => isCodeOf(one, number)) ? [[field, number] as const] : [];
  });
  return { ...unit, ...Object.fromEntries(added) };
}

/** Returns the numbers that a unit would keep without one of them, but for those that its announced row gave it. */
export function scannedBeside(
  unit: ScannedUnit,
  field: UnitCodeField,
  { announced, scanned }: { announced: readonly ExpectedSerial[]; scanned: readonly UnitCodeField[] },
): UnitCodeField[] {
  const row = announcedBy(announced)({ [field]: unit[field] })?.announced;
  const isFromList = (one: UnitCodeField) =>
    one !== 'qr_code' && !scanned.includes(one) && row?.[one] === unit[one];
  return unitCodeFields.filter((one) => one !== field && unit[one] && !isFromList(one));
}

/** Counts the units that lack a number which is scanned of their line: `2 units without IMEI`. */
export function lackingNumbers(draft: ReceiptDraft, lines: readonly Line[]): string[] {
  const counts = new Map<UnitCodeField, number>();
  for (const unit of draft.units) {
    const line = lines.find(({ itemId }) => itemId === unit.itemId);
    const missing = line?.needsNumber ? missingOf(unit, choicesOf(draft, line)) : [];
    for (const field of missing) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  return [...counts].map(
    ([field, count]) => `${unitsText(count)} without ${unitCodeLabels[field].replace(/^S/, 's')}`,
  );
}

/** Says how a unit was announced, if at all; null if nothing of the order was. */
export function announcementOf(
  unit: ScannedUnit,
  { variationId }: Pick<Line, 'variationId'>,
  announced: readonly ExpectedSerial[],
): { text: string; isRight: boolean } | null {
  if (announced.length === 0) return null;
  const found = announcedBy(announced)(unit);
  if (!found) return { text: 'Not announced', isRight: false };
  if (!found.agrees) return { text: `Announced ${otherNumbers(found.announced, unit)}`, isRight: false };
  const of = found.announced.product_variation;
  return of && of.id !== variationId
    ? { text: `Announced as ${of.product_name}, ${of.name}`, isRight: false }
    : { text: 'Announced', isRight: true };
}
