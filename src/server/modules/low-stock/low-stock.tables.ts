import type { Flag } from '../../db/columns.ts';

export type LowStockTables = {
  /** Kept by triggers: the variations of which fewer units stand in a store than their reorder point there says. */
  low_stock: {
    product_variation_id: number;
    store_id: number;
    /** Units above the point: below 0, so that what lacks most comes first, and names of equals in their order. */
    spare: number;
    is_out: Flag;
    name_key: string;
    product_type_id: number;
    manufacturer_id: number;
  };
  /** Reorder points that somebody set for a variation in a store. */
  reorder_points: { product_variation_id: number; store_id: number; reorder_point: number };
};
