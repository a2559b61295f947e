import { trimmed } from './plain-text.ts';
import { labelCode } from './qr-codes.ts';

export type CodeKind = 'imei' | 'ean' | 'receipt' | 'gs1' | 'other';

const RECEIPT_PREFIX = 'tindahan:sale:';

/** Between the elements of a GS1 code: how scanners send its FNC1. */
export const GROUP_SEPARATOR = '\x1d';
/** An AIM symbology identifier (ISO/IEC 15424): which kind of barcode it was; no part of the code. */
const AIM_IDENTIFIER = /^\][A-Za-z][0-9A-F]/;
/** GS1-128, GS1 DataMatrix, GS1 QR Code, GS1 DataBar. */
const GS1_SYMBOLOGIES = [']C1', ']d2', ']Q3', ']e0'];
/** A GS1 code as this till writes it: product number, IMEI, serial number, as far as it has them. */
const GS1_TEXT = /^(?=\()(?:\(01\)(\d{14}))?(?:\(8002\)([^()]+))?(?:\(21\)(.+))?$/;

/** Whether the last digit of a row of digits is its Luhn check digit. */
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

/** Fifteen digits with a valid Luhn digit. */
export function isImei(code: string): boolean {
  return code.length === 15 && isLuhnValid(code);
}

const FIFTEEN_DIGITS = /^\d{15}$/;

/** What is odd of fifteen digits of which the last one does not fit: they may be misread, and may be kept. */
export function imeiWarning(imei: string | null | undefined): string | null {
  const digits = (imei ?? '').replace(/[\s-]/g, '');
  return FIFTEEN_DIGITS.test(digits) && !isLuhnValid(digits)
    ? 'Its last digit does not fit: check this IMEI'
    : null;
}

/** Whether thirteen (or eight, or twelve) digits end in their EAN/UPC check digit. */
export function isEan(code: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13})$/.test(code)) return false;
  const digits = [...code].map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** What a receipt's QR code holds. */
export function receiptCode(transactionNumber: string): string {
  return `${RECEIPT_PREFIX}${transactionNumber}`;
}

/** The draft or invoice number in a receipt's QR code, or null for any other code. */
export function receiptNumberIn(code: string): string | null {
  return code.startsWith(RECEIPT_PREFIX) ? code.slice(RECEIPT_PREFIX.length) : null;
}

/** A first guess at a scanned code; the server’s lookup has the last word. */
export function codeKind(code: string): CodeKind {
  if (receiptNumberIn(code) !== null) return 'receipt';
  if (GS1_TEXT.test(code)) return 'gs1';
  if (isImei(code)) return 'imei';
  return isEan(code) ? 'ean' : 'other';
}

/**
 * A code as people and scanners give it, as it is stored and looked up: no spaces around, letters upper-case, nothing in it
 * that nobody sees, and no sign in a width or form of its own: `Ｃ１` is `C1`.
 */
export function normaliseCode(code: string): string {
  const plain = trimmed(code.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
  return receiptNumberIn(plain) === null ? plain.toUpperCase() : plain;
}

/** A QR code as it is stored and looked up: as any code, and a label's without the gaps that somebody typed it with. */
export const normaliseQrCode = (code: string): string => labelCode(normaliseCode(code));

/** Digits of an application identifier by its first two (GS1 General Specifications, section 3.2). */
const IDENTIFIER_DIGITS: readonly [pattern: RegExp, digits: number][] = [
  [/^(0[0-4]|1[0-9]|2[0-2]|30|37|9[0-9])/, 2],
  [/^(2[3-5]|4[0-2]|71)/, 3],
  [/^(3[1-6]|39|43|7[0-2]|8[0-2])/, 4],
];
/** Characters of an element, its identifier among them, where no separator follows (section 7.8.5). */
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

/** The elements of a GS1 code by their identifiers, or null when it is none. */
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

/** A product number of fourteen digits as it stands under a retail barcode, where it is one of a single piece. */
const retailNumber = (gtin: string) => (gtin.startsWith('0') ? gtin.slice(1) : gtin);

/** What of a GS1 code finds a unit or a product; null when it is none, or names neither. */
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
 * The code in what a scanner sent: without the AIM identifier or the bare prefix in front, and a GS1 code as what finds
 * it. Empty when nothing is left.
 */
export function readScan(sent: string): string {
  const [identifier = sent.startsWith(']') ? ']' : ''] = AIM_IDENTIFIER.exec(sent) ?? [];
  const text = sent.slice(identifier.length).trim();
  const isGs1 = GS1_SYMBOLOGIES.includes(identifier) || text.includes(GROUP_SEPARATOR);
  const elements = text.startsWith(GROUP_SEPARATOR) ? text.slice(1) : text;
  return (isGs1 ? gs1Code(elements) : null) ?? text.replaceAll(GROUP_SEPARATOR, '');
}

/** A retail barcode with and without the zero that makes an EAN-13 of a UPC-A: scanners send either. */
function retailNumbers(code: string): string[] {
  if (!isEan(code)) return [code];
  if (code.length === 13 && code.startsWith('0')) return [code, code.slice(1)];
  return code.length === 12 ? [code, `0${code}`] : [code];
}

/** An IMEI that is written in groups, as on a box, with what was written; null for anything else. */
function imeiIn(code: string): string[] | null {
  const digits = code.replaceAll(/[\s-]/g, '');
  return digits !== code && isImei(digits) ? [code, digits] : null;
}

/** A label's code that is typed in groups, with what was typed: it may be a serial number; null for anything else. */
function labelIn(code: string): string[] | null {
  const label = labelCode(code);
  return label === code ? null : [code, label];
}

/** The codes to look for, the most particular first: of a GS1 code its IMEI, its serial number, its product number. */
export function codesToFind(code: string): string[] {
  const [isGs1, gtin, imei, serial] = GS1_TEXT.exec(code) ?? [];
  if (!isGs1) return imeiIn(code) ?? labelIn(code) ?? retailNumbers(code);
  return [imei, serial, ...(gtin ? retailNumbers(retailNumber(gtin)) : [])].filter(
    (each): each is string => each !== undefined,
  );
}

/** The codes to look for a unit by, of what was scanned or typed: as `codesToFind`, and as typed without its spaces and dashes. */
export function unitCodes(sent: string): string[] {
  const code = normaliseCode(readScan(sent));
  return [...new Set([...codesToFind(code), code.replaceAll(/[\s-]/g, '')])];
}

/** What one scan says of a unit: of a GS1 code its product number, IMEI and serial number; of any other the code itself. */
export function codeParts(code: string): { gtin?: string; imei?: string; serial?: string; code?: string } {
  const [isGs1, gtin, imei, serial] = GS1_TEXT.exec(code) ?? [];
  if (!isGs1) return { code: imeiIn(code)?.[1] ?? code };
  return {
    ...(gtin === undefined ? {} : { gtin: retailNumber(gtin) }),
    ...(imei === undefined ? {} : { imei }),
    ...(serial === undefined ? {} : { serial }),
  };
}
