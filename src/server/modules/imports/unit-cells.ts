import type { z } from '#contract/zod.ts';
import { unitForm } from '#contract/inventory.ts';
import { imeiWarning, normaliseCode } from '#domain/barcodes.ts';
import { amountIn, wholeIn } from '#domain/import-cells.ts';
import { ROW_UNITS_MAX } from '#domain/import-limits.ts';
import { pricesOfUnit } from '#domain/pricing.ts';
import { NO_CATEGORY_PRICE, priceText } from '#domain/product-prices.ts';
import { codesIn, needsNumber, repeatedNumbers, unitCodeFields, unitNumbers } from '#domain/receiving.ts';
import { searchKey } from '#domain/search-key.ts';
import { unitCategories } from '#domain/transactions.ts';
import { unitCategoryLabels } from '#domain/units.ts';
import type { CodedVariation } from '../products/products.public.ts';
import { dateWarnings, formIn, problemsOf, shortenedIn, type Problem, type RawRow } from './kind-rules.ts';
import type { PlaceRow } from './rows.repository.ts';
import type { Source } from './supplier-cells.ts';
import { variationNameText, type Found } from './variation-cells.ts';

export type UnitData = z.output<typeof unitForm> & {
  store_id: number;
  subject: string;
  /** Left out for one unit. */
  quantity?: number;
};

export const unitsOf = ({ quantity = 1 }: UnitData) => quantity;

/** The fields of a unit's form, without variation and supplier. */
const fields = unitForm.omit({ product_variation_id: true, supplier_id: true });

const readers = {
  category: (cell: string) => {
    const word = cell.toLowerCase();
    return unitCategories.find((one) => one === word || unitCategoryLabels[one].toLowerCase() === word);
  },
  condition_rating: wholeIn,
  own_price: amountIn,
  own_minimum_price: amountIn,
  purchase_cost: amountIn,
};

/** Returns the store of a row's unit: the named one, else the import's. */
export function placeOf(cells: RawRow['cells'], places: readonly PlaceRow[], own: number | null) {
  const name = cells.store ?? '';
  if (!name) return places.find(({ id }) => id === own) ?? null;
  const key = searchKey(name);
  return (
    places.find(({ code }) => searchKey(code) === key) ?? places.find((one) => one.name_key === key) ?? null
  );
}

/** Returns the problem of a unit's lowest price: it stands above its price, or beside none. */
function priceProblemsOf(
  { category, own_price = null, own_minimum_price = null }: Omit<z.output<typeof fields>, 'purchase_cost'>,
  variation: CodedVariation,
): Problem[] {
  if (own_minimum_price === null) return [];
  const prices = pricesOfUnit({ ...variation, category, own_price, own_minimum_price });
  if (!prices) return [{ field: 'own_price', message: NO_CATEGORY_PRICE }];
  const isAbove = own_minimum_price > prices.retail_price;
  return isAbove ? [{ field: 'own_minimum_price', message: priceText.minimum_price }] : [];
}

/** Reads how many units a row makes, and what is wrong with that. */
function quantityOf(
  { quantity: cell = '' }: RawRow['cells'],
  hasCode: boolean,
): { quantity: number; problems: Problem[] } {
  const quantity = cell ? wholeIn(cell) : 1;
  const message =
    Number.isNaN(quantity) || quantity < 1
      ? 'Write a whole number from 1'
      : quantity > 1 && hasCode
        ? 'A unit with a number of its own is one: write 1, and the others in rows of their own'
        : quantity > ROW_UNITS_MAX
          ? `At most ${ROW_UNITS_MAX} in one row. Split it over several rows`
          : null;
  return { quantity, problems: message ? [{ field: 'quantity', message }] : [] };
}

export type Read = { row: number; problems: Problem[]; data: UnitData | null };

/** Reads a row by itself, without comparing it with existing units. */
export function read(
  { row, cells }: RawRow,
  found: Found,
  { place, source }: { place: PlaceRow | null; source: Source },
): Read {
  const form = fields.safeParse(formIn(fields, cells, readers));
  const problems = form.success ? [] : problemsOf(form.error, cells);
  const category = cells.category && problems.find(({ field }) => field === 'category');
  if (category) category.message = 'Write New, Used or Refurbished';
  const shortened = shortenedIn(cells, unitCodeFields);
  const isShort = new Set(shortened.map(({ field }) => field));
  problems.splice(0, problems.length, ...problems.filter(({ field }) => !isShort.has(field)), ...shortened);
  if ('problem' in found) problems.push(found.problem);
  problems.push(...source.problems);
  if (!place) problems.push({ field: 'store', message: 'None of your active stores has this name' });
  const unit = form.data;
  if (unit?.category === 'new' && typeof unit.condition_rating === 'number') {
    problems.push({
      field: 'condition_rating',
      message: 'Only used and refurbished items have a condition rating',
    });
  }
  if (unit) problems.push(...repeatedNumbers(unit));
  if (!unit || !place || 'problem' in found) return { row, problems, data: null };
  const { variation } = found;
  problems.push(...priceProblemsOf(unit, variation));
  if (needsNumber(variation) && !unitNumbers.some((number) => unit[number])) {
    problems.push({ field: 'serial_number', message: 'This product needs a serial number or an IMEI' });
  }
  const { quantity, problems: wrong } = quantityOf(cells, codesIn(unit).length > 0);
  problems.push(...wrong);
  const data = {
    ...unit,
    ...(quantity > 1 ? { quantity } : {}),
    product_variation_id: variation.id,
    store_id: place.id,
    supplier_id: source.id,
    subject: variationNameText(variation),
  };
  return { row, problems, data };
}

export const numbersOf = (data: UnitData | null) => ({
  serial_number: data?.serial_number ?? null,
  imei: data?.imei ?? null,
  imei2: data?.imei2 ?? null,
  qr_code: data?.qr_code ?? null,
});

/** Returns warnings for IMEIs that are probably misread, and numbers of which a spreadsheet may have made dates. */
export const warningsOf = (data: UnitData | null): Problem[] => [
  ...dateWarnings({ serial_number: data?.serial_number ?? '', qr_code: data?.qr_code ?? '' }),
  ...(['imei', 'imei2'] as const).flatMap((field) => {
    const message = imeiWarning(data?.[field]);
    return message ? [{ field, message }] : [];
  }),
];

/** Returns a row's content in one spelling, with its store: a file for another store is another one. */
export function contentOf({ cells }: RawRow, place: PlaceRow | null): string {
  const codes = ['sku', 'barcode', ...unitCodeFields].map((name) => normaliseCode(cells[name] ?? ''));
  const words = ['variation', 'category', 'supplier', 'notes'].map((name) => searchKey(cells[name] ?? ''));
  const numbers = ['condition_rating', 'purchase_cost'].map((name) => {
    const cell = cells[name] ?? '';
    const amount = amountIn(cell);
    return Number.isNaN(amount) ? cell : amount;
  });
  const quantity = cells.quantity ? wholeIn(cells.quantity) : 1;
  // One unit is as if there was no such column: files from before it was known are recognised.
  const many = quantity === 1 ? [] : [Number.isNaN(quantity) ? cells.quantity : quantity];
  const own = ['own_price', 'own_minimum_price'].flatMap((name) =>
    cells[name] ? [name, amountIn(cells[name])] : [],
  );
  return JSON.stringify([codes, words, numbers, place?.id ?? searchKey(cells.store ?? ''), ...many, ...own]);
}
