import type { Flag } from '../../db/columns.ts';

export type ProductsTables = {
  products: {
    id: number;
    name: string;
    name_key: string;
    sku: string;
    manufacturer_id: number;
    product_type_id: number;
    status: 'active' | 'inactive';
    requires_serial: Flag;
    description: string | null;
    /** As its type's, which hold where these are null. */
    warranty_months: number | null;
    warranty_months_used: number | null;
    created_at: number;
    updated_at: number | null;
    /** The address of its first photo, kept here so that the till reads no other table for it. */
    image_url: string | null;
  };
  product_variations: {
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
    /** The address of its own photo, kept here so that the till reads no other table for it. */
    image_url: string | null;
  };
  /** What tells a variation from others, `Color` is `Black`; the keys are what is searched. */
  variation_attributes: {
    product_variation_id: number;
    /** The variation's, which never changes: products are found by their attributes without it. */
    product_id: number;
    name_key: string;
    value_key: string;
    name: string;
    value: string;
    position: number;
  };
  /** What of a product, or of one of its variations, became different, and by whom; `…_json` as on the wire. */
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
    /** Its picture's. */
    id: number;
    product_id: number;
    /** Null for one of the product itself. */
    product_variation_id: number | null;
    /** Its place among those of the product. */
    position: number;
  };
};
