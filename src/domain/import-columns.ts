import { fieldLabel, type ImportField } from './import-fields.ts';
import type { ImportKind } from './imports.ts';
import { categoryPriceNames } from './pricing.ts';
import { searchKey } from './search-key.ts';

// Which column of a file is which field.

/** Required fields: at least one of each list, of those that a person may import. */
const required: Record<ImportKind, readonly (readonly string[])[]> = {
  products: [
    ['sku'],
    ['name'],
    ['product_type'],
    ['manufacturer'],
    ['variation'],
    ['cost'],
    ['retail_price'],
  ],
  prices: [
    ['sku', 'barcode'],
    ['retail_price', 'wholesale_price', 'member_price', 'minimum_price', 'cost', ...categoryPriceNames],
  ],
  inventory: [['sku', 'barcode'], ['category']],
  customers: [['name'], ['phone']],
};

/** The column index of each field, from 0. */
export type ImportColumns = Readonly<Record<string, number>>;

/** Returns the required ones of a person's fields that have no column, in words: "SKU or Barcode". */
export const missingFields = (
  kind: ImportKind,
  columns: ImportColumns,
  fields: readonly Pick<ImportField, 'name'>[],
): string[] =>
  required[kind]
    .filter((one) => fields.some(({ name }) => one.includes(name)))
    .filter((one) => !one.some((name) => name in columns))
    .map((one) =>
      one
        .slice(0, 2)
        .map((name) => fieldLabel(kind, name))
        .join(' or '),
    );

/** Matches columns to fields by their headings; each column to at most one field. */
export function matchColumns(fields: readonly ImportField[], headings: readonly string[]): ImportColumns {
  const found: Record<string, number> = {};
  const taken = new Set<number>();
  const byWords = (wordsOfField: (field: ImportField) => readonly string[]) => {
    for (const field of fields) {
      if (field.name in found) continue;
      const wanted = wordsOfField(field).map((text) => searchKey(text));
      const place = headings.findIndex(
        (heading, at) => !taken.has(at) && wanted.includes(searchKey(heading)),
      );
      if (place < 0) continue;
      found[field.name] = place;
      taken.add(place);
    }
  };
  byWords(({ label, name }) => [label, name]);
  byWords(({ also = [] }) => also);
  return found;
}

/** Returns the headings of fields that occur more than once, for a person to choose a column. */
export function repeatedHeadings(fields: readonly ImportField[], headings: readonly string[]): string[] {
  const wanted = new Set(
    fields.flatMap(({ name, label, also = [] }) => [name, label, ...also].map((text) => searchKey(text))),
  );
  const keys = headings.map((heading) => searchKey(heading));
  return headings.filter(
    (_, at) =>
      wanted.has(keys[at] ?? '') &&
      keys.indexOf(keys[at] ?? '') === at &&
      keys.lastIndexOf(keys[at] ?? '') > at,
  );
}

/** Returns a column's letter in a spreadsheet by its place from 0: A, B, …, Z, AA. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26);

/** Returns a column's heading, with its letter if the heading is empty or repeated. */
export function columnText(headings: readonly string[], at: number): string {
  const heading = headings[at] ?? '';
  if (!heading) return `Column ${letterOf(at)}`;
  const isRepeated = headings.some((other, place) => place !== at && searchKey(other) === searchKey(heading));
  return isRepeated ? `${heading} (column ${letterOf(at)})` : heading;
}

/** The headings of a file of problems that are not the user's own. */
const OWN_HEADINGS = ['row', 'problems'];

/** Returns the columns that have cells and are no field, as texts: nothing of them is imported. */
export const leftOut = (
  headings: readonly string[],
  filled: readonly number[],
  columns: ImportColumns,
): string[] =>
  filled
    .filter((at) => !Object.values(columns).includes(at))
    .filter((at) => !OWN_HEADINGS.includes(searchKey(headings[at] ?? '')))
    .map((at) => columnText(headings, at));
