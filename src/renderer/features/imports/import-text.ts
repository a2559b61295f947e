import type { ImportRecord } from '#contract/imports.ts';
import { importKindLabels, type ImportKind } from '#domain/imports.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';

export const number = (count: number) => count.toLocaleString('en-PH');

/** Formats a count with its noun: `1 row`, `4,993 rows`. */
export const countText = (count: number, noun: string) =>
  `${number(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Says how many units the good rows make; null where each makes one. */
export const unitsText = ({ units, good_rows }: Pick<ImportRecord, 'units' | 'good_rows'>): string | null =>
  units > good_rows ? `They make ${countText(units, 'unit')}` : null;

/** Says which columns are left out; null if none is. */
export const leftOutText = ({ left_out }: Pick<ImportRecord, 'left_out'>): string | null =>
  left_out.length > 0 ? `Left out: ${left_out.join(', ')}.` : null;

/** Describes each kind of import, for the button that chooses it. */
export const kindLines: Record<ImportKind, string> = {
  products: 'New products with their variations and prices, a variation in each row.',
  prices: 'New prices of variations that are known. An empty cell leaves a price as it is.',
  inventory:
    'Units with serial numbers, IMEIs and QR codes, one in each row; without numbers also a quantity in a row.',
  customers: 'Customers with the points that they bring.',
};

const madeNouns: Record<ImportKind, string> = {
  products: 'variation',
  prices: 'price change',
  inventory: 'unit',
  customers: 'customer',
};

/** Formats a number of things that an import has made: `5 units`. */
export const madeText = (kind: ImportKind, count: number): string => countText(count, madeNouns[kind]);

/** Says what becomes of what is taken back of an import. */
export function goesText(kind: ImportKind, count: number): string {
  if (count === 0) return 'Nothing of this import can be taken back.';
  const what = `${madeText(kind, count)} ${count === 1 ? 'is' : 'are'}`;
  return kind === 'prices'
    ? `${what} taken back: the prices from before the import come back.`
    : `${what} taken back, as if ${count === 1 ? 'it' : 'they'} had never been imported. What was used or changed since stays.`;
}

/** The page that shows what was imported. */
export const kindPages: Record<ImportKind, { to: string; label: string }> = {
  products: { to: '/products', label: 'Open Products' },
  prices: { to: '/products', label: 'Open Products' },
  inventory: { to: '/inventory', label: 'Open Inventory' },
  customers: { to: '/customers', label: 'Open Customers' },
};

/** Returns the summary line of an import: kind, store, what became of it, and who uploaded it if somebody else did. */
export function lineOf(record: ImportRecord, timeZone: Zones): string {
  const { kind, store, created_by, created_at, applied_by, applied_at, undone_by, undone_at } = record;
  const applied =
    applied_by && applied_at !== null
      ? `imported by ${applied_by.name}, ${formatInstant(applied_at, timeZone)}`
      : null;
  const undone =
    undone_by && undone_at !== null
      ? `taken back by ${undone_by.name}, ${formatInstant(undone_at, timeZone)}`
      : null;
  return [
    importKindLabels[kind],
    store?.name,
    applied_by?.id === created_by.id
      ? null
      : `uploaded by ${created_by.name}, ${formatInstant(created_at, timeZone)}`,
    applied,
    undone,
  ]
    .filter(Boolean)
    .join(' · ');
}
