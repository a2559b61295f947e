import { imeiKey } from './barcodes.ts';

/**
 * Normalises searched text: lower case, no accents, every run of other characters one space. Stored beside the data, so
 * that both database engines find and sort the same rows.
 */
export function searchKey(...parts: readonly (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const COUNTRY = '63';
const MOBILE_WITHOUT_PREFIX = /^9\d{9}$/;

/** Normalises a Philippine phone number: `0917 123 4567` and `+63 917-123-4567` are both `639171234567`. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '').replace(/^630/, COUNTRY);
  if (digits.startsWith('0')) return COUNTRY + digits.slice(1);
  return MOBILE_WITHOUT_PREFIX.test(digits) ? COUNTRY + digits : digits;
}

const PHONE_LIKE = /^[\d\s\-+().]+$/;
/** A single digit is in nearly every number. */
const FRAGMENT_MIN = 2;

const isFragment = (digits: string) => digits.length >= FRAGMENT_MIN;

/**
 * Returns the forms of a part of a phone number within a phone key: a beginning (`0917` is `63917`) or digits from the
 * middle. Empty for text that is no part of a number.
 */
export function phoneFragments(text: string): string[] {
  const digits = text.replace(/\D/g, '');
  if (!PHONE_LIKE.test(text) || !isFragment(digits)) return [];
  return [...new Set([digits, phoneKey(text)])];
}

/** The searched fields of a customer. */
export type SearchedCustomer = { name_key: string; phone_key: string; email: string | null };

/** Shorter ends of a number are in too many others. */
const LAST_DIGITS_MIN = 4;
/** The first words of a longer name that are paired. */
const PAIRED_WORDS = 5;

const wordsOf = (key: string) => key.split(' ').filter(Boolean);

/** Returns the prefix of pairs whose first word begins with `first`. */
export const pairPrefix = (first: string) => `+${first}`;
/** Returns a pair of words of one name; the second may be only its beginning. */
export const pairWord = (first: string, second: string) => `${pairPrefix(first)}+${second}`;

function pairsOf(words: readonly string[]): string[] {
  const paired = words.slice(0, PAIRED_WORDS);
  return paired.flatMap((first, place) =>
    paired.filter((_, other) => other !== place).map((second) => pairWord(first, second)),
  );
}

/** Returns a number and its ends: any part of it is the beginning of one of these. */
function endsOf(digits: string): string[] {
  const count = Math.max(1, digits.length - LAST_DIGITS_MIN + 1);
  return Array.from({ length: count }, (_, start) => digits.slice(start)).filter(Boolean);
}

/**
 * Returns the words that find a customer by their beginnings: those of the name and of the email's local part, and the
 * ends of the phone number. Marked, so that plain words do not match them: pairs of the name's words (`+`), the whole
 * email (`<`), its domain (`@`). None has a space.
 */
export function customerWords({ name_key, phone_key, email }: SearchedCustomer): string[] {
  const names = wordsOf(name_key);
  const [local = '', domain = ''] = email?.toLowerCase().split('@') ?? [];
  return [
    ...new Set([
      ...names,
      ...wordsOf(searchKey(local)),
      ...endsOf(phone_key),
      ...pairsOf(names),
      ...(email === null ? [] : [`<${local}@${domain}`, `@${domain}`]),
    ]),
  ];
}

/** The searched fields of a supplier, as stored. */
export type SearchedSupplier = {
  name: string;
  code: string;
  contact_person: string | null;
  email: string | null;
  phone: string | null;
};

/** Returns the words that find a supplier: like a customer's, plus contact person and code, the code also joined. */
export function supplierWords({ name, code, contact_person, email, phone }: SearchedSupplier): string[] {
  const keys = { name_key: searchKey(name), phone_key: phoneKey(phone ?? ''), email };
  const others = [...wordsOf(searchKey(code, contact_person)), withoutSpaces(code)];
  return [...new Set([...customerWords(keys), ...others.filter(Boolean)])];
}

/** One search condition: any of its words matches. */
export type SearchTerm = readonly string[];

/**
 * Returns the conditions of a search text: an email if it has an `@`, a phone number if it is digits, else all its
 * words, where digits may be part of a phone number. Null for an empty text; an empty list matches nobody.
 */
export function customerTerms(text: string): SearchTerm[] | null {
  const asked = text.trim().toLowerCase();
  if (asked === '') return null;
  if (asked.includes('@')) return [[asked.startsWith('@') ? asked : `<${asked}`]];
  const fragments = phoneFragments(asked);
  if (fragments.length) return [fragments];
  const words = [...new Set(wordsOf(searchKey(asked)))];
  return words.map((word) => [...new Set([word, ...phoneFragments(word)])]);
}

/** Like `customerTerms`, for suppliers: `SUP-001` searches a code, and its number no telephone. */
export function supplierTerms(text: string): SearchTerm[] | null {
  const terms = customerTerms(text);
  if (phoneFragments(text).length) return [phoneFragments(text).filter(isFragment)];
  return terms?.map(([word = '']) => [word]) ?? null;
}

/** True if some words have every term, each at its beginning: the in-memory search of short lists. */
export const haveTerms = (words: readonly string[], terms: readonly SearchTerm[]): boolean =>
  terms.length > 0 && terms.every((term) => term.some((part) => words.some((word) => word.startsWith(part))));

/**
 * True if every word of a text is the beginning of a word of a name. A text without letters and digits finds nothing.
 */
export const hasWords = (name: string, text: string): boolean =>
  haveTerms(
    wordsOf(searchKey(name)),
    wordsOf(searchKey(text)).map((word) => [word]),
  );

/** Shorter texts match only the beginning of codes: they are inside too many. */
const WITHIN_MIN = 3;
/** Shorter parts of a unit's codes are in too many others, and in the names of products. */
const UNIT_PART_MIN = 4;

/** Precedes every stored code, and is in none. */
const BEFORE_CODE = '  ';
const codeText = (codes: readonly string[]) =>
  [...new Set(codes)].map((code) => `${BEFORE_CODE}${code}`).join('');
const partOf = (key: string) => (key.length < WITHIN_MIN ? `${BEFORE_CODE}${key}` : key);

/** Returns `mnl 01 d000123` for `MNL-01-D000123`, and `123` for searches without the zeroes. */
function numberKeys(number: string): string[] {
  const key = searchKey(number);
  const [, counted] = /0*([1-9]\d*)$/.exec(key) ?? [];
  return counted === undefined ? [key] : [key, counted];
}

/**
 * Returns the searched text of numbers such as `MNL-01-000123`, found by any part. Separators become one space; it is
 * kept, because `1000` would otherwise match all numbers of `MNL-01-000…`.
 */
export function numbersText(numbers: readonly (string | null)[]): string {
  return codeText(numbers.flatMap((number) => (number === null ? [] : numberKeys(number))));
}

/** Parts of codes; all must match, and an empty list finds nothing. */
export type CodeParts = readonly string[];

/** The store's letters and number, a draft's letter, and a six-digit counter, with or without separators. */
const NUMBER = /^([a-z]+?) ?(\d*) ?(d?\d{6})$/;
const STORE = /^([a-z]+?)(\d{1,3})$/;

/** The spoken end of a draft's number, without its zeroes. */
const SHORT_DRAFT = /(^| )d([1-9]\d{0,4})$/;
const COUNTER = 6;

/**
 * Returns the key of a number, also typed without separators: `mnl01000123` is `mnl 01 000123`, and `d446` is
 * `d000446`.
 */
function numberKey(text: string): string {
  const key = searchKey(text).replace(
    SHORT_DRAFT,
    (_, before: string, no: string) => `${before}d${no.padStart(COUNTER, '0')}`,
  );
  const [, letters = '', ...rest] = NUMBER.exec(key) ?? STORE.exec(key) ?? [];
  // `d000123` is the end of a draft's number: `d` is no store.
  return letters === '' || letters === 'd' ? key : [letters, ...rest].filter(Boolean).join(' ');
}

/** Returns the searched text of a purchase order: its number, and its supplier's name and code at that time. */
export const orderText = (number: string, supplier: { name: string; code: string }): string =>
  codeText([...numberKeys(number), searchKey(supplier.name), searchKey(supplier.code)].filter(Boolean));

/** Returns the parts that a text searches in purchase orders: a number if it ends in a digit, else its words. */
export function orderParts(text: string): CodeParts {
  const key = searchKey(text);
  return /\d$/.test(key) ? [partOf(numberKey(text))] : wordsOf(key).map(partOf);
}

/** Returns the parts that a text searches in numbers; null for an empty text. */
export function numberParts(text: string): CodeParts | null {
  if (text.trim() === '') return null;
  const key = numberKey(text);
  return key === '' ? [] : [partOf(key)];
}

/** Returns a typed complete transaction number in its written form: `MNL-01-000123`; null for other text. */
export function wholeNumber(text: string): string | null {
  const key = numberKey(text);
  return NUMBER.test(key) && key.includes(' ') ? key.replaceAll(' ', '-').toUpperCase() : null;
}

/** The lists' name for the buyer of a sale without a customer, without spaces. */
const WALK_IN = 'walkincustomer';

/** True if a text means a walk-in, as lists write it: `walk`, `Walk-in`, `walkin customer`. */
export function isWalkIn(text: string): boolean {
  const key = withoutSpaces(text);
  return key.length >= WITHIN_MIN && WALK_IN.startsWith(key);
}

/** Returns a text's key without spaces: numbers are printed and typed with and without hyphens and spaces. */
export const withoutSpaces = (code: string) => searchKey(code).replaceAll(' ', '');

/** Returns the searched text of a unit, found by any part: its codes without separators. */
export function unitText(codes: {
  serial_number?: string | null;
  imei?: string | null;
  imei2?: string | null;
  qr_code?: string | null;
}): string {
  const given = [codes.serial_number, codes.imei, codes.imei2, codes.qr_code];
  return codeText(given.map((code) => withoutSpaces(code ?? '')).filter(Boolean));
}

/**
 * Returns the part that a text searches in units' codes; empty if it is too short. An IMEI is searched without its check
 * digit.
 */
export function unitParts(text: string): CodeParts {
  const key = imeiKey(withoutSpaces(text));
  return key.length < UNIT_PART_MIN ? [] : [key];
}

/** Returns a text of up to three characters as the beginning of units' codes; empty for any other. */
export function unitStarts(text: string): CodeParts {
  const key = withoutSpaces(text);
  return key === '' || key.length >= UNIT_PART_MIN ? [] : [`${BEFORE_CODE}${key}`];
}

/**
 * Joins a name's words as people type them, `galaxys25ultra` and `macbookairm3`; keeps two numbers apart: `iphone15`
 * and `256gb`.
 */
const runTogether = (words: readonly string[]): string[] =>
  words
    .join(' ')
    .replace(/(?<!\p{N}) | (?!\p{N})/gu, '')
    .split(' ');

/** Returns the searched text of a product, found by any part: the words of its name (also joined), SKU and maker. */
export function productText({
  name,
  sku,
  manufacturer,
}: {
  name: string;
  sku: string;
  manufacturer: string;
}): string {
  const nameWords = wordsOf(searchKey(name));
  return codeText(
    [...nameWords, ...wordsOf(searchKey(sku, manufacturer)), ...runTogether(nameWords)].filter(Boolean),
  );
}

/** The searched fields of a variation. */
type SearchedVariation = { name: string; barcode: string | null; product_name: string; sku: string };

/**
 * Returns the searched text of a variation, found by any part: the words of its product's name and its own (each also
 * joined), its product's SKU and its barcode.
 */
export function variationText({ name, barcode, product_name, sku }: SearchedVariation): string {
  const [ofProduct, own] = [wordsOf(searchKey(product_name)), wordsOf(searchKey(name))];
  const words = [...ofProduct, ...own, ...wordsOf(searchKey(sku, barcode))];
  return codeText([...words, ...runTogether(ofProduct), ...runTogether(own)].filter(Boolean));
}

/** Returns the parts that a text searches in products and variations: each of its words. */
export const productParts = (text: string): CodeParts => [...new Set(wordsOf(searchKey(text)))].map(partOf);

/** Like `productParts`, each at the beginning of a word: a few characters are inside too many barcodes. */
export const productStarts = (text: string): CodeParts =>
  [...new Set(wordsOf(searchKey(text)))].map((word) => `${BEFORE_CODE}${word}`);
