/** A small repeatable random generator: the same seed always gives the same sequence. */
export type SeededRandom = {
  /** The next number in [0, 1). */
  next: () => number;
  /** A whole number between `min` and `max`, both included. */
  integer: (min: number, max: number) => number;
  /** A member of a non-empty list. */
  pick: <T>(list: readonly T[]) => T;
  /** True with probability `p` (0 = never, 1 = always). */
  chance: (p: number) => boolean;
};

/** Makes a deterministic generator (mulberry32). For demo data only, never for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  function integer(min: number, max: number): number {
    if (!Number.isInteger(min) || !Number.isInteger(max) || max < min) {
      throw new RangeError(`integer() needs whole numbers with min <= max, got ${min} and ${max}`);
    }
    return min + Math.floor(next() * (max - min + 1));
  }

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('pick() needs a list that is not empty');
    return list[Math.floor(next() * list.length)] as T;
  }

  return { next, integer, pick, chance: (p) => next() < p };
}

const imeiSerials = 1_000_000;

// Type allocation codes in the shape of those on handsets sold here: 35 is issued in the UK, 86 in China.
const typeAllocationCodes = [
  '35291847',
  '35406713',
  '35518926',
  '35682340',
  '35739105',
  '35867211',
  '86134906',
  '86275304',
  '86410805',
  '86593206',
  '86701406',
  '86928507',
];

/**
 * The n-th demo IMEI: fifteen digits with a valid Luhn check digit.
 * Always the same for the same n, and different for different n, where 0 <= n < 1,000,000.
 */
export function demoImei(n: number): string {
  assertIndex('demoImei', n, imeiSerials);
  const code = pickFor(typeAllocationCodes, n);
  // The multiplier shares no factor with 1,000,000, so no two n get the same six digits.
  const serial = (n * 618_033 + 271_828) % imeiSerials;
  const body = code + String(serial).padStart(6, '0');
  return body + luhnCheckDigit(body);
}

// No O and no I, as on real labels: they look like 0 and 1.
const serialAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const serialTailLength = 5;
const serialTails = serialAlphabet.length ** serialTailLength;

type SerialShape = { prefixes: string[]; length: number };

const serialShapes = new Map<string, SerialShape>([
  ['Acer', { prefixes: ['NXKN', 'NHQP', 'NXJ8'], length: 15 }],
  ['Apple', { prefixes: ['F2L', 'H7G', 'DX3', 'G6T', 'C39'], length: 10 }],
  ['ASUS', { prefixes: ['R9N0', 'S1N0', 'T3N0'], length: 15 }],
  ['Dell', { prefixes: ['7', '9', 'B', 'G'], length: 7 }],
  ['DJI', { prefixes: ['1581F', '53HQN'], length: 14 }],
  ['Garmin', { prefixes: ['3QA', '7KB', '82E'], length: 9 }],
  ['GoPro', { prefixes: ['C353', 'C356', 'C351'], length: 14 }],
  ['HP', { prefixes: ['CND3', 'CND4', '5CD4'], length: 10 }],
  ['Lenovo', { prefixes: ['PF', 'MP', 'YX'], length: 8 }],
  ['Logitech', { prefixes: ['2419LZ', '2438LZ', '2507LZ'], length: 12 }],
  ['MSI', { prefixes: ['K2406N', 'K2411N', 'K2503N'], length: 14 }],
  ['Nintendo', { prefixes: ['XTW', 'XKW', 'HEW'], length: 14 }],
  ['Samsung', { prefixes: ['R5CX', 'R5CY', 'RFCX', 'R9TW'], length: 11 }],
]);

/**
 * Returns the n-th demo serial number, in the manufacturer's format: 'R5CX90K2LTN' for Samsung, 'F2LXK8Q1P1' for Apple.
 * Upper-case letters and digits without O and I. Always the same for the same n and manufacturer; different for different
 * n (0 <= n < 34^5), whatever the manufacturers.
 */
export function demoSerial(n: number, manufacturer: string): string {
  assertIndex('demoSerial', n, serialTails);
  const shape = serialShapes.get(manufacturer) ?? ordinarySerialShape(manufacturer);
  const random = seededRandom(Math.imul(n + 1, 0x9e3779b1) ^ textHash(manufacturer));
  let serial = random.pick(shape.prefixes);
  while (serial.length < shape.length - serialTailLength) serial += random.pick([...serialAlphabet]);
  // The last five characters alone tell every n apart: the multiplier shares no factor with 34.
  return serial + inSerialAlphabet((n * 28_080_637 + 11_235_813) % serialTails);
}

const barcodeItems = 1_000_000_000;

/**
 * The n-th demo barcode: an EAN-13 with the Philippine prefix 480 and a valid check digit.
 * Always the same for the same n, and different for different n, where 0 <= n < 1,000,000,000.
 */
export function demoBarcode(n: number): string {
  assertIndex('demoBarcode', n, barcodeItems);
  const item = (n * 6_180_339 + 16_180_339) % barcodeItems;
  const body = '480' + String(item).padStart(9, '0');
  return body + eanCheckDigit(body);
}

function assertIndex(name: string, n: number, limit: number): void {
  if (!Number.isInteger(n) || n < 0 || n >= limit) {
    throw new RangeError(`${name}() needs a whole number from 0 to ${limit - 1}, got ${n}`);
  }
}

/** Chooses from a list by n alone, without the neighbours of n choosing in turn. */
function pickFor<T>(list: readonly T[], n: number): T {
  return seededRandom(Math.imul(n + 1, 0x85ebca6b)).pick(list);
}

function luhnCheckDigit(body: string): number {
  let sum = 0;
  for (let place = 0; place < body.length; place += 1) {
    const digit = Number(body.at(-1 - place));
    const weighted = place % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return (10 - (sum % 10)) % 10;
}

function eanCheckDigit(body: string): number {
  let sum = 0;
  for (let place = 0; place < body.length; place += 1) {
    sum += Number(body.at(-1 - place)) * (place % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

function inSerialAlphabet(value: number): string {
  let text = '';
  for (let rest = value; text.length < serialTailLength; rest = Math.floor(rest / serialAlphabet.length)) {
    text = serialAlphabet.charAt(rest % serialAlphabet.length) + text;
  }
  return text;
}

function ordinarySerialShape(manufacturer: string): SerialShape {
  const letters = manufacturer.toUpperCase().replace(/[^A-HJ-NP-Z]/g, '');
  return { prefixes: [letters.slice(0, 2) || 'SN'], length: 12 };
}

/** FNV-1a over the UTF-16 code units. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
