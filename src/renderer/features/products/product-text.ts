import type { ListedProduct, ProductStatus } from '#contract/products.ts';
import { scannedNumbersLabels, type ScannedNumbers } from '#domain/receiving.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';

export const statusText: Record<ProductStatus, string> = { active: 'Active', inactive: 'Inactive' };

/** The lowest price and, if there are others, `to ₱250.00`; null without prices. */
export function priceRange({
  lowest_price,
  highest_price,
}: Pick<ListedProduct, 'lowest_price' | 'highest_price'>): { from: string; to: string | null } | null {
  if (lowest_price === null || highest_price === null) return null;
  const text = (price: Centavos) => formatMoney(price, 'inventory');
  return {
    from: text(lowest_price),
    to: lowest_price === highest_price ? null : `to ${text(highest_price)}`,
  };
}

/** `12 months`, `1 month`, or `None`. */
export function warrantyMonthsText(months: number | null): string {
  if (!months) return 'None';
  return months === 1 ? '1 month' : `${months} months`;
}

/** Names the numbers scanned of each unit of a product, and notes if its type decides them. */
export const scannedText = (own: ScannedNumbers | null, ofType: ScannedNumbers): string =>
  own === null ? `${scannedNumbersLabels[ofType]}, as its type` : scannedNumbersLabels[own];

/** Formats a product's warranty, and notes if its type decides it. */
export const warrantyText = (own: number | null, ofType: number | null): string =>
  own === null ? `${warrantyMonthsText(ofType)}, as its type` : warrantyMonthsText(own);

const fields: Readonly<Record<string, string>> = {
  created: 'Created',
  deleted: 'Variation deleted',
  sku: 'SKU',
  requires_serial: 'Serial number or IMEI needed',
  scanned_numbers: 'Scanned when received',
  product_type: 'Type',
  warranty_months: 'Warranty',
  warranty_months_used: 'Warranty of used units',
  is_active: 'Active',
  photo_order: 'Photos put in another order',
  photo_replaced: 'Photo replaced',
};

/** Returns the label of a history field: `Retail price`. */
export function fieldText(field: string): string {
  const text = field.replaceAll('_', ' ');
  return fields[field] ?? text.charAt(0).toUpperCase() + text.slice(1);
}
