/**
 * What is searched, normalised once: lower case, without accents, every run of other characters one space. Stored
 * beside the data, so that both database engines find and sort the same rows.
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

/** A Philippine phone number in one spelling: `0917 123 4567` and `+63 917-123-4567` are both `639171234567`. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '').replace(/^630/, COUNTRY);
  if (digits.startsWith('0')) return COUNTRY + digits.slice(1);
  return MOBILE_WITHOUT_PREFIX.test(digits) ? COUNTRY + digits : digits;
}

const PHONE_LIKE = /^[\d\s\-+().]+$/;
/** One digit is in nearly every number. */
const FRAGMENT_MIN = 2;

const isFragment = (digits: string) => digits.length >= FRAGMENT_MIN;

/**
 * What a part of a phone number may look like within a phone key: a beginning (`0917` is `63917`) as well as digits from
 * the middle. Empty for a text that is no part of a number.
 */
export function phoneFragments(text: string): string[] {
  const digits = text.replace(/\D/g, '');
  if (!PHONE_LIKE.test(text) || !isFragment(digits)) return [];
  return [...new Set([digits, phoneKey(text)])];
}

/** What a customer is found by. */
export type SearchedCustomer = { name_key: string; phone_key: string; email: string | null };

/** Shorter ends of a number are in too many others. */
const LAST_DIGITS_MIN = 4;
/** Names of more words are paired by their first ones. */
const PAIRED_WORDS = 5;

const wordsOf = (key: string) => key.split(' ').filter(Boolean);

/** How a pair begins whose first word begins so. */
export const pairPrefix = (first: string) => `+${first}`;
/** Two words of one name; of the second, its beginning will do. */
export const pairWord = (first: string, second: string) => `${pairPrefix(first)}+${second}`;

function pairsOf(words: readonly string[]): string[] {
  const paired = words.slice(0, PAIRED_WORDS);
  return paired.flatMap((first, place) =>
    paired.filter((_, other) => other !== place).map((second) => pairWord(first, second)),
  );
}

/** A number and its ends: a part of it from anywhere is the beginning of one of these. */
function endsOf(digits: string): string[] {
  const count = Math.max(1, digits.length - LAST_DIGITS_MIN + 1);
  return Array.from({ length: count }, (_, start) => digits.slice(start)).filter(Boolean);
}

/**
 * The words that a customer is found by, each by its beginning: those of the name and of the e-mail's first part, and
 * the ends of the phone number. Marked with a sign, so that plain words do not meet them: pairs of the name's words
 * (`+`), the whole e-mail (`<`), its domain (`@`). None holds a space.
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

/** What a supplier is found by, as it is kept. */
export type SearchedSupplier = {
  name: string;
  code: string;
  contact_person: string | null;
  email: string | null;
  phone: string | null;
};

/** The words that a supplier is found by: as a customer's, and those of whom to ask for and of the code, also in one. */
export function supplierWords({ name, code, contact_person, email, phone }: SearchedSupplier): string[] {
  const keys = { name_key: searchKey(name), phone_key: phoneKey(phone ?? ''), email };
  const others = [...wordsOf(searchKey(code, contact_person)), withoutSpaces(code)];
  return [...new Set([...customerWords(keys), ...others.filter(Boolean)])];
}

/** One thing that is looked for: any of its words will do. */
export type SearchTerm = readonly string[];

/**
 * What a text asks for: with an `@` an e-mail, made of digits a phone number, else all of its words; a word of digits
 * may be part of a phone number. Null for a text that asks for nothing, empty for one that nobody can be found by.
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

/** As `customerTerms`, of suppliers: `SUP-001` asks for a code, and the number in it for no telephone. */
export function supplierTerms(text: string): SearchTerm[] | null {
  const terms = customerTerms(text);
  if (phoneFragments(text).length) return [phoneFragments(text).filter(isFragment)];
  return terms?.map(([word = '']) => [word]) ?? null;
}

/**
 * Whether a name has every word of a text, each as the beginning of one of its own: how a short list is searched in
 * memory. A text without letters and digits finds nothing.
 */
export function hasWords(name: string, text: string): boolean {
  const words = wordsOf(searchKey(name));
  const asked = wordsOf(searchKey(text));
  return asked.length > 0 && asked.every((part) => words.some((word) => word.startsWith(part)));
}

/** Shorter texts are looked for at the beginning of codes only: they are within too many. */
const WITHIN_MIN = 3;
/** Shorter parts of a unit's codes are in too many others, and in the names of products. */
const UNIT_PART_MIN = 4;

/** Stands before every code of a subject, and in none. */
const BEFORE_CODE = '  ';
const codeText = (codes: readonly string[]) =>
  [...new Set(codes)].map((code) => `${BEFORE_CODE}${code}`).join('');
const partOf = (key: string) => (key.length < WITHIN_MIN ? `${BEFORE_CODE}${key}` : key);

/** `MNL-01-D000123` is `mnl 01 d000123`, and `123` for whoever leaves the zeroes out. */
function numberKeys(number: string): string[] {
  const key = searchKey(number);
  const [, counted] = /0*([1-9]\d*)$/.exec(key) ?? [];
  return counted === undefined ? [key] : [key, counted];
}

/**
 * What a thing with numbers such as `MNL-01-000123` is found by any part of. What stands between the parts of a number
 * is one space, however it is written; it is kept, or `1000` would be in all numbers of `MNL-01-000…`.
 */
export function numbersText(numbers: readonly (string | null)[]): string {
  return codeText(numbers.flatMap((number) => (number === null ? [] : numberKeys(number))));
}

/** Parts of a subject's codes; all of them must be there, none means that nothing is found. */
export type CodeParts = readonly string[];

/** The store, its number, a draft's letter, and a counter of six digits, with or without what is written between them. */
const NUMBER = /^([a-z]+?) ?(\d*) ?(d?\d{6})$/;
const STORE = /^([a-z]+?)(\d{1,3})$/;

/** The end of a draft's number as it is said: without its zeroes. */
const SHORT_DRAFT = /(^| )d([1-9]\d{0,4})$/;
const COUNTER = 6;

/**
 * A number's key, also where nothing was written between its parts: `mnl01000123` is `mnl 01 000123`, and `d446` is
 * `d000446`.
 */
function numberKey(text: string): string {
  const key = searchKey(text).replace(
    SHORT_DRAFT,
    (_, before: string, no: string) => `${before}d${no.padStart(COUNTER, '0')}`,
  );
  const [, letters = '', ...rest] = NUMBER.exec(key) ?? STORE.exec(key) ?? [];
  // `d000123` is the end of a draft's number, and `d` no store.
  return letters === '' || letters === 'd' ? key : [letters, ...rest].filter(Boolean).join(' ');
}

/** What a purchase order is found by: any part of its number, and of its supplier's name and code as these were then. */
export const orderText = (number: string, supplier: { name: string; code: string }): string =>
  codeText([...numberKeys(number), searchKey(supplier.name), searchKey(supplier.code)].filter(Boolean));

/** What a text asks of purchase orders: what ends in a number is one, else every one of its words. */
export function orderParts(text: string): CodeParts {
  const key = searchKey(text);
  return /\d$/.test(key) ? [partOf(numberKey(text))] : wordsOf(key).map(partOf);
}

/** What a text asks of numbers; null for one that asks for nothing. */
export function numberParts(text: string): CodeParts | null {
  if (text.trim() === '') return null;
  const key = numberKey(text);
  return key === '' ? [] : [partOf(key)];
}

/** A text that somebody typed as a whole number of a transaction, as it is written: `MNL-01-000123`; null for others. */
export function wholeNumber(text: string): string | null {
  const key = numberKey(text);
  return NUMBER.test(key) && key.includes(' ') ? key.replaceAll(' ', '-').toUpperCase() : null;
}

/** As lists call the buyer of a sale without a customer, in one. */
const WALK_IN = 'walkincustomer';

/** Whether a text names nobody in particular, as lists do: `walk`, `Walk-in`, `walkin customer`. */
export function isWalkIn(text: string): boolean {
  const key = withoutSpaces(text);
  return key.length >= WITHIN_MIN && WALK_IN.startsWith(key);
}

/** Serial numbers are printed with hyphens and spaces here, and without them there. */
const withoutSpaces = (code: string) => searchKey(code).replaceAll(' ', '');

/** What a unit is found by any part of: its codes without what is written between their letters and digits. */
export function unitText(codes: {
  serial_number?: string | null;
  imei?: string | null;
  imei2?: string | null;
  qr_code?: string | null;
}): string {
  const given = [codes.serial_number, codes.imei, codes.imei2, codes.qr_code];
  return codeText(given.map((code) => withoutSpaces(code ?? '')).filter(Boolean));
}

/** What a text asks of units' codes, all of it as one part; none where it is too short. */
export function unitParts(text: string): CodeParts {
  const key = withoutSpaces(text);
  return key.length < UNIT_PART_MIN ? [] : [key];
}

/**
 * The words of a name as they are typed in one, `galaxys25ultra` and `macbookairm3`; not where two numbers would become a
 * third one: `iphone15` and `256gb`.
 */
const runTogether = (words: readonly string[]): string[] =>
  words
    .join(' ')
    .replace(/(?<!\p{N}) | (?!\p{N})/gu, '')
    .split(' ');

/** What a product is found by any part of: the words of its name, its SKU and its maker, those of its name in one, too. */
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

/** What a variation is found by. */
export type SearchedVariation = { name: string; barcode: string | null; product_name: string; sku: string };

/**
 * What a variation is found by any part of: the words of its product's name and of its own, those in one, too, its
 * product's SKU and its barcode.
 */
export function variationText({ name, barcode, product_name, sku }: SearchedVariation): string {
  const [ofProduct, own] = [wordsOf(searchKey(product_name)), wordsOf(searchKey(name))];
  const words = [...ofProduct, ...own, ...wordsOf(searchKey(sku, barcode))];
  return codeText([...words, ...runTogether(ofProduct), ...runTogether(own)].filter(Boolean));
}

/** What a text asks of products and of their variations: every one of its words. */
export const productParts = (text: string): CodeParts => [...new Set(wordsOf(searchKey(text)))].map(partOf);
