import type { Attribute, Photo, Product, Variation } from '#contract/products.ts';
import type { PhotoRow } from './photos.repository.ts';
import type { ProductRow } from './products.repository.ts';
import type { VariationRow } from './variations.repository.ts';

/** What belongs to a variation, and does not stand in its row. */
export type VariationParts = { attributes: readonly Attribute[]; units: number };

export function presentVariation(row: VariationRow, { attributes, units }: VariationParts): Variation {
  return {
    id: row.id,
    name: row.name,
    barcode: row.barcode,
    cost: row.cost,
    retail_price: row.retail_price,
    member_price: row.member_price,
    wholesale_price: row.wholesale_price,
    minimum_price: row.minimum_price,
    attributes: attributes.map(({ name, value }) => ({ name, value })),
    is_active: row.is_active === 1,
    image_url: row.image_url,
    inventory_items_count: units,
  };
}

const presentPhoto = ({ id, image_url, product_variation_id }: PhotoRow): Photo => ({
  id,
  image_url,
  product_variation_id,
});

/** The product's own before those of its variations, which are in no order of theirs. */
const inOrder = (photos: readonly PhotoRow[]) => [
  ...photos.filter((photo) => photo.product_variation_id === null),
  ...photos.filter((photo) => photo.product_variation_id !== null),
];

export type ProductParts = { photos: readonly PhotoRow[]; variations: Variation[] };

export function presentProduct(row: ProductRow, { photos, variations }: ProductParts): Product {
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    status: row.status,
    kind: row.kind,
    description: row.description,
    requires_serial: row.requires_serial === 1,
    product_type_id: row.product_type_id,
    manufacturer_id: row.manufacturer_id,
    product_type: {
      id: row.product_type_id,
      name: row.type_name,
      requires_serial: row.type_requires_serial === 1,
      warranty_months: row.type_warranty_months,
      warranty_months_used: row.type_warranty_months_used,
    },
    manufacturer: { id: row.manufacturer_id, name: row.manufacturer_name },
    warranty_months: row.warranty_months,
    warranty_months_used: row.warranty_months_used,
    created_at: row.created_at,
    updated_at: row.updated_at,
    image_url: row.image_url,
    photos: inOrder(photos).map(presentPhoto),
    product_variations: variations,
  };
}
