import type { Flag } from '../../db/columns.ts';

export type LowStockTables = {
  /** Kept by triggers: the variations with fewer units in stock in a store than their reorder point there. */
  low_stock: {
    product_variation_id: number;
    store_id: number;
    /** Units minus the reorder point: below 0, so that ascending order has the largest shortage first, then names. */
    spare: number;
    is_out: Flag;
    name_key: string;
    product_type_id: number;
    manufacturer_id: number;
  };
  reorder_points: { product_variation_id: number; store_id: number; reorder_point: number };
};
