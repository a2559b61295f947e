import type { InventoryUnit } from '#contract/inventory.ts';
import { formatMoney } from '#domain/money.ts';
import { numberLines } from '#domain/units.ts';

type Product = Pick<InventoryUnit, 'product_variation'>;
type Numbers = Pick<InventoryUnit, 'serial_number' | 'imei' | 'imei2'>;

/** Returns the product and variation: `iPhone 15, 128 GB Black`. */
export const productNameText = ({ product_variation: { product, name } }: Product) =>
  `${product.name}, ${name}`;

/** Returns the product with a number that identifies the unit: `iPhone 15, 128 GB Black, IMEI 356789104523425`. */
export const unitNameText = (unit: Product & Numbers) =>
  [productNameText(unit), numberLines(unit)[0]].filter(Boolean).join(', ');

/** Formats a number of days: `1 day`, `21 days`. */
export const daysText = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en-PH')} days`);

/** The ratings, the best first. */
export const ratingChoices = [5, 4, 3, 2, 1].map((rating) => ({
  value: String(rating),
  label: `${rating} of 5`,
}));

/** Returns the number that a unit is looked up by; null if it has none. */
export const codeOf = ({
  imei,
  serial_number,
  qr_code,
}: Pick<InventoryUnit, 'imei' | 'serial_number'> & { qr_code?: string | null }): string | null =>
  imei ?? serial_number ?? qr_code ?? null;

/** Returns the page that trades in the unit with a code, or a unit that is not known yet. */
export const tradeInPath = (code: string) => `/inventory/trade-in?code=${encodeURIComponent(code)}`;

/** Returns the price that holds for a unit: `₱32,000.00`, or `None yet`. */
export const priceText = ({
  prices,
  product_variation,
}: Pick<InventoryUnit, 'prices' | 'product_variation'>): string =>
  prices === null ? 'None yet' : formatMoney((prices ?? product_variation).retail_price, 'inventory');
