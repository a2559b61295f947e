import type { CategoryPrices } from '#domain/pricing.ts';
import type { ScannedNumbers } from '#domain/receiving.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    products: {
      id: number;
      name: string;
      name_key: string;
      sku: string;
      manufacturer_id: number;
      product_type_id: number;
      status: 'active' | 'inactive';
      requires_serial: Flag;
      /** Null: the type's usual numbers. */
      scanned_numbers: ScannedNumbers | null;
      description: string | null;
      /** Null: the type's warranty applies. */
      warranty_months: number | null;
      warranty_months_used: number | null;
      created_at: number;
      updated_at: number | null;
      /** The URL of its first photo, kept here so that the till reads no other table for it. */
      image_url: string | null;
    };
    product_variations: CategoryPrices & {
      id: number;
      product_id: number;
      name: string;
      barcode: string | null;
      cost: number;
      retail_price: number;
      wholesale_price: number | null;
      member_price: number | null;
      minimum_price: number | null;
      is_active: Flag;
      created_at: number;
      updated_at: number | null;
      /** The URL of its own photo, kept here so that the till reads no other table for it. */
      image_url: string | null;
    };
    /** The attributes of variations, such as `Color` `Black`; searches use the keys. */
    variation_attributes: {
      product_variation_id: number;
      /** The variation's product, which never changes: products are found by attribute without a join. */
      product_id: number;
      name_key: string;
      value_key: string;
      name: string;
      value: string;
      position: number;
    };
    /** Changes of products and their variations, with their authors; `…_json` as on the wire. */
    product_history: {
      id: number;
      product_id: number;
      product_variation_id: number | null;
      at: number;
      staff_id: number | null;
      field: string;
      before_json: string | null;
      after_json: string | null;
    };
    product_photos: {
      /** The id of its media row. */
      id: number;
      product_id: number;
      /** Null for a photo of the product itself. */
      product_variation_id: number | null;
      /** The position among the product's photos. */
      position: number;
    };
  }
}
