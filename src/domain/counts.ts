import type { UnitCategory } from './transactions.ts';

/** `closing`: the differences are being written to the stock, and scans are refused. */
export const countStatuses = ['open', 'closing', 'closed', 'cancelled'] as const;
export type CountStatus = (typeof countStatuses)[number];

export const countStatusLabels: Record<CountStatus, string> = {
  open: 'Open',
  closing: 'Closing',
  closed: 'Closed',
  cancelled: 'Cancelled',
};

/** The results of a scan while counting; `barcode`: it is a product's, and counts nothing. */
export const countOutcomes = [
  'found',
  'already_counted',
  'unexpected',
  'sold_meanwhile',
  'barcode',
  'unknown',
] as const;
export type CountOutcome = (typeof countOutcomes)[number];

/** The recorded places of an unexpected unit: anywhere but where it was scanned. */
export const unexpectedPlaces = [
  'other_store',
  'not_in_scope',
  'sold',
  'in_transit',
  'defective',
  'on_hold',
  'lost',
  'returned',
] as const;
export type UnexpectedPlace = (typeof unexpectedPlaces)[number];

const places: Record<UnexpectedPlace, (store: string) => string> = {
  other_store: (store) => `In the stock of ${store}`,
  not_in_scope: () => 'Stands here, but is not part of this count',
  sold: (store) => `Sold by ${store}`,
  in_transit: () => 'In transit between stores',
  defective: (store) => `Defective at ${store}`,
  on_hold: (store) => `On hold at ${store}`,
  lost: (store) => `Lost at ${store}`,
  returned: () => 'Returned to its supplier',
};

/** Returns the recorded place of an unexpected unit, in words. */
export const placeText = (place: UnexpectedPlace, storeName: string): string => places[place](storeName);

/** The results of a count for a unit: `surplus` are units without numbers of which fewer were counted than recorded. */
const countedKinds = ['found', 'unexpected', 'sold', 'missing', 'surplus'] as const;
export type CountedKind = (typeof countedKinds)[number];

/** The change that closing made to a unit; `none`: it was only reported. */
export const settlements = ['lost', 'moved', 'brought_back', 'none'] as const;
export type Settlement = (typeof settlements)[number];

export const settlementText: Record<Settlement, string> = {
  lost: 'Marked as lost',
  moved: 'Moved here',
  brought_back: 'Back in stock',
  none: 'No change',
};

/** The lists of a count's report. */
export const differenceKinds = ['missing', 'unexpected', 'sold', 'unknown', 'quantities'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const differenceText: Record<DifferenceKind, string> = {
  missing: 'Missing',
  unexpected: 'Not expected',
  sold: 'Sold meanwhile',
  unknown: 'Unknown codes',
  quantities: 'Numbers',
};

/** The maximum number of codes per request. */
export const CODES_AT_ONCE = 100;
/** The maximum entered quantity of one variation without numbers. */
export const QUANTITY_MAX = 100_000;

/** Returns `CT-MNL-01-000012`: each store numbers its counts from 1. */
export function countNumber(storeCode: string, no: number): string {
  return `CT-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** A part of a store's stock; all of it if everything is null. */
export type CountScope = {
  product_type_id: number | null;
  product_id: number | null;
  category: UnitCategory | null;
};

/** Returns an equal key for equal parts of a store: only one such count may be open at once. */
export function scopeKey({ product_type_id, product_id, category }: CountScope): string {
  return [product_type_id ?? '', product_id ?? '', category ?? ''].join('/');
}

const categoryText = (category: UnitCategory) =>
  `${category.charAt(0).toUpperCase()}${category.slice(1)} units`;

/** Returns the counted part in words: `Phones · Used units`. */
export function scopeText(scope: {
  product_type: { name: string } | null;
  product: { name: string } | null;
  category: UnitCategory | null;
}): string {
  const text = [
    scope.product_type?.name,
    scope.product?.name,
    scope.category === null ? undefined : categoryText(scope.category),
  ].filter((word) => word !== undefined);
  return text.length ? text.join(' · ') : 'Whole store';
}
