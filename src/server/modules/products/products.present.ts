import type { Attribute, Product, Variation } from '#contract/products.ts';
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
    inventory_items_count: units,
  };
}

export function presentProduct(row: ProductRow, variations: Variation[]): Product {
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
    product_variations: variations,
  };
}
