import {
  photo,
  product,
  variation,
  type Attribute,
  type Product,
  type Variation,
} from '#contract/products.ts';
import { toShape } from '../../http/to-shape.ts';
import type { PhotoRow } from './photos.repository.ts';
import type { ProductRow } from './products.repository.ts';
import type { VariationRow } from './variations.repository.ts';

/** The parts of a variation that are not in its row. */
type VariationParts = { attributes: readonly Attribute[]; units: number };

export const presentVariation = (row: VariationRow, { attributes, units }: VariationParts): Variation =>
  toShape(variation, row, {
    attributes: attributes.map(({ name, value }) => ({ name, value })),
    inventory_items_count: units,
  });

/** Puts the product's own photos before those of its variations, which have no order of their own. */
const inOrder = (photos: readonly PhotoRow[]) => [
  ...photos.filter((photo) => photo.product_variation_id === null),
  ...photos.filter((photo) => photo.product_variation_id !== null),
];

type ProductParts = { photos: readonly PhotoRow[]; variations: Variation[] };

export const presentProduct = (row: ProductRow, { photos, variations }: ProductParts): Product =>
  toShape(product, row, {
    product_type: {
      id: row.product_type_id,
      name: row.type_name,
      requires_serial: row.type_requires_serial === 1,
      scanned_numbers: row.type_scanned_numbers,
      warranty_months: row.type_warranty_months,
      warranty_months_used: row.type_warranty_months_used,
    },
    manufacturer: { id: row.manufacturer_id, name: row.manufacturer_name },
    photos: inOrder(photos).map((each) => toShape(photo, each)),
    product_variations: variations,
  });
