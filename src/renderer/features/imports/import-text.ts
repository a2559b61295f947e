import type { ImportRecord } from '#contract/imports.ts';
import { importKindLabels, type ImportKind } from '#domain/imports.ts';
import { searchKey } from '#domain/search-key.ts';
import { formatInstant } from '#domain/store-time.ts';

export const number = (count: number) => count.toLocaleString('en-PH');

/** `1 row`, `4,993 rows`. */
export const countText = (count: number, noun: string) =>
  `${number(count)} ${count === 1 ? noun : `${noun}s`}`;

/** What a row of each kind is about, for the button that takes it. */
export const kindLines: Record<ImportKind, string> = {
  products: 'New products with their variations and prices, a variation in each row.',
  prices: 'New prices of variations that are known. An empty cell leaves a price as it is.',
  inventory: 'Units with serial numbers, IMEIs and QR codes, a unit in each row.',
  customers: 'Customers with the points that they bring.',
};

/** Where what was imported is found. */
export const kindPages: Record<ImportKind, { to: string; label: string }> = {
  products: { to: '/products', label: 'Open Products' },
  prices: { to: '/products', label: 'Open Products' },
  inventory: { to: '/inventory', label: 'Open Inventory' },
  customers: { to: '/customers', label: 'Open Customers' },
};

/** Whose file it is, of what, and what became of it. */
export function lineOf(record: ImportRecord, timeZone: string): string {
  const { kind, store, created_by, created_at, applied_by, applied_at } = record;
  const applied =
    applied_by && applied_at !== null
      ? `imported by ${applied_by.name}, ${formatInstant(applied_at, timeZone)}`
      : null;
  return [
    importKindLabels[kind],
    store?.name,
    `uploaded by ${created_by.name}, ${formatInstant(created_at, timeZone)}`,
    applied,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** As spreadsheets call the column at a place from 0: A, B, …, Z, AA. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26);

/** What a column is called; where that says too little, with where it stands. */
export function columnText(headings: readonly string[], at: number): string {
  const heading = headings[at] ?? '';
  if (!heading) return `Column ${letterOf(at)}`;
  const isRepeated = headings.some((other, place) => place !== at && searchKey(other) === searchKey(heading));
  return isRepeated ? `${heading} (column ${letterOf(at)})` : heading;
}
