import { imeiKey, looksLikeImei } from './barcodes.ts';
import { withoutSpaces } from './search-key.ts';
import { DAY } from './store-time.ts';

/** The maximum number of units in one receipt: they are written in one transaction, which blocks the tills. */
export const RECEIPT_UNITS_MAX = 500;

/** The maximum number of units that a supplier's list announces for one order. */
export const EXPECTED_MAX = 5000;

/** Milliseconds for which a computer's unfinished receipt is shown to others after it last told of it. */
export const OPEN_RECEIPT_LIFETIME = 7 * DAY;

/** Milliseconds after its computer last told that a receipt counts as being scanned just now. */
export const RECEIVING_NOW = 3 * 60_000;

/** Returns `GR-MNL-01-000123`, numbered by the receiving store. */
export function receiptNumber(storeCode: string, no: number): string {
  return `GR-${storeCode}-${String(no).padStart(6, '0')}`;
}

const LAST_DIGITS = /^(?:gr)?(\d{1,9})$/;

/**
 * Returns the goods receipts' numbers that a text may mean, however it is written: `gr mnl 01 000123` of any of some
 * stores, and `000123`, `123` and `gr123` of the store at hand.
 */
export function receiptNumbersIn(
  text: string,
  stores: readonly { id: number; code: string }[],
  storeId: number,
): string[] {
  const key = withoutSpaces(text);
  return stores.flatMap(({ id, code }) => {
    const whole = withoutSpaces(`GR-${code}`);
    const rest = key.startsWith(whole) ? key.slice(whole.length) : id === storeId ? key : '';
    const [, digits] = LAST_DIGITS.exec(rest) ?? [];
    return digits === undefined ? [] : [receiptNumber(code, Number(digits))];
  });
}

/** The sentences that say how many units may still come, of an item or of an order. */
type RemainingTexts = {
  /** `nothing remains`, `4 remain`. */
  remain: string;
  /** `only 4 remain to be received`, after what is here. */
  only: string;
  /** `Only 4 remain to be received`, of an item. */
  onlyOfItem: string;
  /** `of 4 that remain`, after a count. */
  ofThem: string;
  /** `All 4 that remain are here`. */
  allHere: string;
};

/** Says how many units may still come; fewer than none are none. */
export function remainingTexts(remaining: number): RemainingTexts {
  if (remaining <= 0) {
    return {
      remain: 'nothing remains',
      only: 'nothing remains to be received',
      onlyOfItem: 'Nothing of this item remains to be received',
      ofThem: 'and nothing remains',
      allHere: 'Nothing of it remains',
    };
  }
  const count = remaining.toLocaleString('en-PH');
  const remain = `${count} ${remaining === 1 ? 'remains' : 'remain'}`;
  return {
    remain,
    only: `only ${remain} to be received`,
    onlyOfItem: `Only ${remain} to be received`,
    ofThem: `of ${count} that ${remaining === 1 ? 'remains' : 'remain'}`,
    allHere: remaining === 1 ? 'The one that remains is here' : `All ${count} that remain are here`,
  };
}

/** The identifying numbers of a unit, in scanning order. */
export const unitNumbers = ['serial_number', 'imei', 'imei2'] as const;
export type UnitNumberField = (typeof unitNumbers)[number];

/** The numbers that may be scanned of each unit of a product. */
export const scannedNumbers = {
  serial: ['serial_number'],
  imei: ['imei'],
  serial_imei: ['serial_number', 'imei'],
  imeis: ['imei', 'imei2'],
  serial_imeis: ['serial_number', 'imei', 'imei2'],
} as const satisfies Record<string, readonly UnitNumberField[]>;
export type ScannedNumbers = keyof typeof scannedNumbers;

/** A product's own say and its type's, as rows and answers have them. */
type NumberRule = { requires_serial: boolean | 0 | 1; type_requires_serial: boolean | 0 | 1 };

/** True if each unit of a product needs a serial number or an IMEI: the product or its type says so. */
export const needsNumber = ({ requires_serial, type_requires_serial }: NumberRule): boolean =>
  Boolean(requires_serial) || Boolean(type_requires_serial);

/** Returns the numbers that are scanned of a product's units: its own choice, else its type's. */
export const numbersToScan = (of: {
  scanned_numbers: ScannedNumbers | null;
  type_scanned_numbers: ScannedNumbers;
}): ScannedNumbers => of.scanned_numbers ?? of.type_scanned_numbers;

export const scannedNumbersChoices = Object.keys(scannedNumbers) as [ScannedNumbers, ...ScannedNumbers[]];

export const scannedNumbersLabels: Record<ScannedNumbers, string> = {
  serial: 'Serial number',
  imei: 'IMEI',
  serial_imei: 'Serial number and IMEI',
  imeis: 'IMEI and IMEI 2',
  serial_imeis: 'Serial number, IMEI and IMEI 2',
};

/** The options of a field that chooses them. */
export const scannedNumbersOptions = scannedNumbersChoices.map((value) => ({
  value,
  label: scannedNumbersLabels[value],
}));

/** The last word of names of product types whose units have IMEIs: `Used phones`, but not `Phone cases`. */
const WITH_IMEI = /\b(phones?|smartphones?|cellphones?|iphones?|mobiles?|handsets?|tablets?|ipads?)\W*$/i;

/** Returns the numbers that a product type's name suggests, until somebody chooses. */
export const usualNumbers = (typeName: string): ScannedNumbers =>
  WITH_IMEI.test(typeName) ? 'serial_imei' : 'serial';

/** True if an IMEI is scanned of each unit. */
export const hasImei = (numbers: ScannedNumbers): boolean => scannedNumbers[numbers].some(isImeiField);

/** Returns the choice that has exactly some numbers, in any order; undefined if there is none. */
export const scannedNumbersOf = (fields: readonly UnitCodeField[]): ScannedNumbers | undefined => {
  const chosen = unitNumbers.filter((field) => fields.includes(field)).join();
  return scannedNumbersChoices.find((choice) => scannedNumbers[choice].join() === chosen);
};

/** The scanned codes of a unit: its numbers, and the order's label stuck on it. */
export const unitCodeFields = [...unitNumbers, 'qr_code'] as const;
export type UnitCodeField = (typeof unitCodeFields)[number];

export const unitCodeLabels: Record<UnitCodeField, string> = {
  serial_number: 'Serial number',
  imei: 'IMEI',
  imei2: 'IMEI 2',
  qr_code: 'QR code',
};

/** The kind of each code, in the middle of a sentence: both IMEIs of a phone are of one. */
export const unitCodeKinds: Record<UnitCodeField, string> = {
  serial_number: 'serial number',
  imei: 'IMEI',
  imei2: 'IMEI',
  qr_code: 'QR code',
};

type Numbers = { readonly [field in UnitNumberField]?: string | null };
type Codes = { readonly [field in UnitCodeField]?: string | null };

/** Returns every number of a unit, of any kind. */
export const numbersIn = (unit: Numbers): string[] => unitNumbers.flatMap((field) => unit[field] || []);

/** Returns every code that finds a unit, including its label's. */
export const codesIn = (unit: Codes): string[] => unitCodeFields.flatMap((field) => unit[field] || []);

const imeisIn = ({ imei, imei2 }: Numbers): string[] => [imei, imei2].flatMap((number) => number || []);

export const isImeiField = (field: UnitCodeField): field is 'imei' | 'imei2' =>
  field === 'imei' || field === 'imei2';

/**
 * Returns the texts of a code that no other unit may have: an IMEI also without its check digit, as a phone's box may show
 * it beside the whole one.
 */
export const ownTexts = (field: UnitCodeField, code: string): string[] =>
  isImeiField(field) ? [...new Set([code, imeiKey(code)])] : [code];

/** Returns the texts of a unit's codes that no other unit may have. */
export const ownTextsIn = (unit: Codes): string[] =>
  unitCodeFields.flatMap((field) => (unit[field] ? ownTexts(field, unit[field]) : []));

/** True if a code finds a unit: it is one of its codes, or one of its IMEIs with or without the check digit. */
export const isCodeOf = (unit: Codes, code: string): boolean =>
  codesIn(unit).includes(code) || imeisIn(unit).some((imei) => imeiKey(imei) === imeiKey(code));

/** True if a code is one of some, an IMEI with or without its check digit. */
export const isAmong = (codes: readonly string[], code: string): boolean =>
  codes.includes(code) ||
  (looksLikeImei(code) && codes.some((one) => looksLikeImei(one) && imeiKey(one) === imeiKey(code)));

const names: Record<UnitNumberField, string> = {
  serial_number: 'serial number',
  imei: 'first IMEI',
  imei2: 'second IMEI',
};

/** Returns the fields of a unit whose number an earlier one has already. Its label may show one of its numbers. */
export function repeatedNumbers(unit: Numbers): { field: UnitNumberField; message: string }[] {
  return unitNumbers.flatMap((field, place) => {
    const number = unit[field];
    if (!number) return [];
    const first = unitNumbers
      .slice(0, place)
      .find((before) =>
        isImeiField(before) && unit[before]
          ? imeiKey(unit[before]) === imeiKey(number)
          : unit[before] === number,
      );
    return first === undefined ? [] : [{ field, message: `This is the ${names[first]} again` }];
  });
}

/** The codes of the units so far (`ownTexts`), each with the kind of code that it was first. */
export type MetCodes<Place> = Map<string, { place: Place; kind: string }>;

/**
 * Returns the codes of a unit that an earlier one has, in whatever field, and keeps the others as the codes of its
 * place: a scan must lead to one unit. `what` is the kind of code where both have it in the same kind, else a number.
 */
export function codesMet<Place>(
  unit: Codes,
  place: Place,
  met: MetCodes<Place>,
): { field: UnitCodeField; what: string; first: Place }[] {
  return unitCodeFields.flatMap((field) => {
    const code = unit[field];
    if (!code) return [];
    const kind = unitCodeKinds[field];
    const texts = ownTexts(field, code);
    const first = texts.map((text) => met.get(text)).find((one) => one && one.place !== place);
    for (const text of texts) if (!met.has(text)) met.set(text, { place, kind });
    return first ? [{ field, what: first.kind === kind ? kind : 'number', first: first.place }] : [];
  });
}

/** True if two descriptions may be of one unit: the same serial number, the same IMEIs in any order, or one lacks them. */
function agree(one: Numbers, other: Numbers): boolean {
  const isSameSerial =
    !one.serial_number || !other.serial_number || one.serial_number === other.serial_number;
  const [fewer = [], more = []] = [one, other]
    .map((unit) => imeisIn(unit).map(imeiKey))
    .toSorted((a, b) => a.length - b.length);
  return isSameSerial && fewer.every((imei) => more.includes(imei));
}

export type Announcement<A> = {
  announced: A;
  /** False if the unit has another number that was announced otherwise, or for another unit. */
  agrees: boolean;
};

/** The announced units by number, of each list that was asked for: each scan asks for all of its units. */
const byNumberOf = new WeakMap<readonly Numbers[], ReadonlyMap<string, Numbers>>();

function indexed<A extends Numbers>(announced: readonly A[]): ReadonlyMap<string, A> {
  const known = byNumberOf.get(announced);
  if (known) return known as ReadonlyMap<string, A>;
  const byNumber = new Map<string, A>();
  for (const one of [...announced].reverse()) {
    for (const number of [...imeisIn(one).map(imeiKey), ...numbersIn(one)]) byNumber.set(number, one);
  }
  byNumberOf.set(announced, byNumber);
  return byNumber;
}

/**
 * Returns a function that finds a unit's announcement by any shared number, and says whether all of its numbers agree; the
 * first announcement of a number wins. The list itself must not be changed afterwards.
 */
export function announcedBy<A extends Numbers>(
  announced: readonly A[],
): (unit: Numbers) => Announcement<A> | null {
  const byNumber = indexed(announced);
  const find = (number: string) => byNumber.get(number) ?? byNumber.get(imeiKey(number));
  return (unit) => {
    const [first, ...others] = new Set(numbersIn(unit).flatMap((number) => find(number) ?? []));
    return first ? { announced: first, agrees: others.length === 0 && agree(unit, first) } : null;
  };
}
