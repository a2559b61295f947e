import type { InventoryUnit } from '#contract/inventory.ts';
import { imeisOf, itemCategoryLabels } from '#domain/units.ts';

type Described = Pick<InventoryUnit, 'category' | 'condition_rating'>;
type Product = Pick<InventoryUnit, 'product_variation'>;
type Numbers = Pick<InventoryUnit, 'serial_number' | 'imei' | 'imei2'>;

/** `Used · 4 of 5`. */
export function conditionWords({ category, condition_rating }: Described): string {
  const name = itemCategoryLabels[category];
  return condition_rating === null ? name : `${name} · ${condition_rating} of 5`;
}

/** `iPhone 15, 128 GB Black`. */
export const productWords = ({ product_variation: { product, name } }: Product) => `${product.name}, ${name}`;

/** The numbers of a unit, the first one to stand in the first line: its IMEIs, else its serial number. */
export function numberLines(unit: Numbers & { qr_code?: string | null }): string[] {
  const serial = unit.serial_number ? [`SN ${unit.serial_number}`] : [];
  const qr = unit.qr_code ? [`QR ${unit.qr_code}`] : [];
  return [...imeisOf(unit).map((imei) => `IMEI ${imei}`), ...serial, ...qr];
}

/** `iPhone 15, 128 GB Black, IMEI 356789104523425`: which unit it is. */
export const unitWords = (unit: Product & Numbers) =>
  [productWords(unit), numberLines(unit)[0]].filter(Boolean).join(', ');

/** `1 day`, `21 days`. */
export const daysWords = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en-PH')} days`);
