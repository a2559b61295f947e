import { trimmed } from './plain-text.ts';
import { labelCode } from './qr-codes.ts';

export type CodeKind = 'imei' | 'ean' | 'receipt' | 'gs1' | 'other';

const RECEIPT_PREFIX = 'tindahan:sale:';

/** Separates the elements of a GS1 code: scanners send its FNC1 like this. */
export const GROUP_SEPARATOR = '\x1d';
/** An AIM symbology identifier (ISO/IEC 15424) names the kind of barcode; it is no part of the code. */
const AIM_IDENTIFIER = /^\][A-Za-z][0-9A-F]/;
/** GS1-128, GS1 DataMatrix, GS1 QR Code, GS1 DataBar. */
const GS1_SYMBOLOGIES = [']C1', ']d2', ']Q3', ']e0'];
/** A GS1 code as this till writes it: product number, IMEI and serial number, each if present. */
const GS1_TEXT = /^(?=\()(?:\(01\)(\d{14}))?(?:\(8002\)([^()]+))?(?:\(21\)(.+))?$/;

/** True if the last of some digits is their Luhn check digit. */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** True for fifteen digits with a valid Luhn digit. */
export function isImei(code: string): boolean {
  return code.length === 15 && isLuhnValid(code);
}

/** True for the digits of an IMEI, with or without its check digit, which may be wrong. */
export const looksLikeImei = (code: string): boolean => /^\d{14,15}$/.test(code);

const FOURTEEN_DIGITS = /^\d{14}$/;
const FIFTEEN_DIGITS = /^\d{15}$/;
/** The digits that identify a phone: model and serial number. */
export const IMEI_KEY_DIGITS = 14;

/** Returns a number without what people write between its groups: spaces, hyphens, slashes, dots. */
export const ungrouped = (code: string): string => code.replaceAll(/[\s\p{Pd}/.]/gu, '');

/**
 * Returns the digits of an IMEI that identify its phone: the fifteenth only checks the others. Any other code stays as it
 * is.
 */
export const imeiKey = (code: string): string =>
  FIFTEEN_DIGITS.test(code) ? code.slice(0, IMEI_KEY_DIGITS) : code;

/** Returns the more complete of two IMEIs of one phone: the known one, unless the given one may be better. */
export const fullerImei = (known: string, given: string): string =>
  isImei(known) || given.length < known.length ? known : given;

/**
 * Returns a warning for fifteen digits with a wrong Luhn digit, and for fourteen; they may be misread, but are accepted.
 */
export function imeiWarning(imei: string | null | undefined): string | null {
  const digits = ungrouped(imei ?? '');
  if (FOURTEEN_DIGITS.test(digits)) return 'Only 14 digits: compare it with the IMEI on the box';
  return FIFTEEN_DIGITS.test(digits) && !isLuhnValid(digits)
    ? 'Its last digit does not fit: check this IMEI'
    : null;
}

/** True if 8, 12 or 13 digits end in their EAN/UPC check digit. */
export function isEan(code: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13})$/.test(code)) return false;
  const digits = [...code].map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** Returns the content of a receipt's QR code. */
export function receiptCode(transactionNumber: string): string {
  return `${RECEIPT_PREFIX}${transactionNumber}`;
}

/** Returns the draft or invoice number in a receipt's QR code; null for any other code. */
export function receiptNumberIn(code: string): string | null {
  return code.startsWith(RECEIPT_PREFIX) ? code.slice(RECEIPT_PREFIX.length) : null;
}

/** Guesses the kind of a scanned code; the server's lookup decides. */
export function codeKind(code: string): CodeKind {
  if (receiptNumberIn(code) !== null) return 'receipt';
  if (GS1_TEXT.test(code)) return 'gs1';
  if (isImei(code)) return 'imei';
  return isEan(code) ? 'ean' : 'other';
}

/**
 * Normalises a code from people or scanners for storage and lookup: no spaces around, upper-case letters, no invisible
 * characters, and no characters of a special width or form: `Ｃ１` is `C1`.
 */
export function normaliseCode(code: string): string {
  const plain = trimmed(code.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
  return receiptNumberIn(plain) === null ? plain.toUpperCase() : plain;
}

/** Normalises a serial number for storage: like any code, and an IMEI written in groups as its digits. */
export function normaliseSerial(code: string): string {
  const plain = normaliseCode(code);
  const digits = ungrouped(plain);
  return isImei(digits) ? digits : plain;
}

/** Normalises a QR code for storage and lookup: like any code, and a label's without gaps. */
export const normaliseQrCode = (code: string): string => labelCode(normaliseCode(code));

/** The length of an application identifier by its first two digits (GS1 General Specifications, section 3.2). */
const IDENTIFIER_DIGITS: readonly [pattern: RegExp, digits: number][] = [
  [/^(0[0-4]|1[0-9]|2[0-2]|30|37|9[0-9])/, 2],
  [/^(2[3-5]|4[0-2]|71)/, 3],
  [/^(3[1-6]|39|43|7[0-2]|8[0-2])/, 4],
];
/** Characters of an element including its identifier, where no separator follows (section 7.8.5). */
const ELEMENT_LENGTHS: readonly [pattern: RegExp, length: number][] = [
  [/^00/, 20],
  [/^0[1-3]/, 16],
  [/^04/, 18],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
];

const firstMatch = (table: readonly [RegExp, number][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the elements of a GS1 code by their identifiers; null for other text. */
function gs1Elements(text: string): Map<string, string> | null {
  const elements = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const digits = firstMatch(IDENTIFIER_DIGITS, rest);
    if (digits === undefined) return null;
    const separator = rest.indexOf(GROUP_SEPARATOR);
    const end = firstMatch(ELEMENT_LENGTHS, rest) ?? (separator < 0 ? rest.length : separator);
    const value = rest.slice(digits, end);
    if (rest.length < end || value === '' || value.includes(GROUP_SEPARATOR)) return null;
    elements.set(rest.slice(0, digits), value);
    rest = rest.slice(end);
    if (rest.startsWith(GROUP_SEPARATOR)) rest = rest.slice(1);
  }
  return elements;
}

/** Returns a 14-digit product number as its retail barcode, if it stands for a single piece. */
const retailNumber = (gtin: string) => (gtin.startsWith('0') ? gtin.slice(1) : gtin);

/** Returns the parts of a GS1 code that find a unit or a product; null if it has none or is no GS1 code. */
function gs1Code(text: string): string | null {
  const elements = gs1Elements(text);
  if (!elements) return null;
  const [gtin, imei, serial] = ['01', '8002', '21'].map((identifier) => elements.get(identifier));
  if (imei === undefined && serial === undefined) return gtin === undefined ? null : retailNumber(gtin);
  if (gtin === undefined && imei === undefined) return serial ?? null;
  if (gtin === undefined && serial === undefined) return imei ?? null;
  const parts = [gtin && `(01)${gtin}`, imei && `(8002)${imei}`, serial && `(21)${serial}`];
  return parts.filter(Boolean).join('');
}

/**
 * Returns the code that a scanner sent: without the AIM identifier or the bare prefix, and a GS1 code reduced to the
 * parts that find it. Empty if nothing is left.
 */
export function readScan(sent: string): string {
  const [identifier = sent.startsWith(']') ? ']' : ''] = AIM_IDENTIFIER.exec(sent) ?? [];
  const text = sent.slice(identifier.length).trim();
  const isGs1 = GS1_SYMBOLOGIES.includes(identifier) || text.includes(GROUP_SEPARATOR);
  const elements = text.startsWith(GROUP_SEPARATOR) ? text.slice(1) : text;
  return (isGs1 ? gs1Code(elements) : null) ?? text.replaceAll(GROUP_SEPARATOR, '');
}

/** Returns a retail barcode with and without the zero that makes an EAN-13 of a UPC-A: scanners send either. */
function retailNumbers(code: string): string[] {
  if (!isEan(code)) return [code];
  if (code.length === 13 && code.startsWith('0')) return [code, code.slice(1)];
  return code.length === 12 ? [code, `0${code}`] : [code];
}

/** Returns an IMEI written in groups, as on a box, with the original text; null for anything else. */
function imeiIn(code: string): string[] | null {
  const digits = ungrouped(code);
  return digits !== code && looksLikeImei(digits) ? [code, digits] : null;
}

/** Returns a label's code typed in groups, with the original text (maybe a serial number); null for anything else. */
function labelIn(code: string): string[] | null {
  const label = labelCode(code);
  return label === code ? null : [code, label];
}

/** Returns the codes to look for, most specific first: of a GS1 code its IMEI, serial number, product number. */
export function codesToFind(code: string): string[] {
  const [isGs1, gtin, imei, serial] = GS1_TEXT.exec(code) ?? [];
  if (!isGs1) return imeiIn(code) ?? labelIn(code) ?? retailNumbers(code);
  return [imei, serial, ...(gtin ? retailNumbers(retailNumber(gtin)) : [])].filter(
    (each): each is string => each !== undefined,
  );
}

/** Returns the codes to look for a unit by, scanned or typed: like `codesToFind`, also without spaces and dashes. */
export function unitCodes(sent: string): string[] {
  const code = normaliseCode(readScan(sent));
  return [...new Set([...codesToFind(code), code.replaceAll(/[\s-]/g, '')])];
}

/** Returns true if one of some codes is one of others, scanned or typed, an IMEI with or without its check digit. */
export function shareCode(codes: readonly string[], others: readonly string[]): boolean {
  const keys = new Set(others.flatMap(unitCodes).map(imeiKey));
  return codes.flatMap(unitCodes).some((code) => keys.has(imeiKey(code)));
}

/** Returns the parts of a unit's scan: of a GS1 code its product number, IMEI and serial number; else the code. */
export function codeParts(code: string): { gtin?: string; imei?: string; serial?: string; code?: string } {
  const [isGs1, gtin, imei, serial] = GS1_TEXT.exec(code) ?? [];
  if (!isGs1) return { code: imeiIn(code)?.[1] ?? code };
  return {
    ...(gtin === undefined ? {} : { gtin: retailNumber(gtin) }),
    ...(imei === undefined ? {} : { imei }),
    ...(serial === undefined ? {} : { serial }),
  };
}
