import type { Flag } from '../../db/columns.ts';

export type ProductTypesTables = {
  product_types: {
    id: number;
    name: string;
    /** The drawing that stands for its products. */
    slug: string;
    requires_serial: Flag;
    /** Months of warranty of new units, and of used and refurbished ones; null and 0 are none. */
    warranty_months: number | null;
    warranty_months_used: number | null;
    /** A variation is low in a store with fewer units, unless it has its own reorder point there; null: once out. */
    reorder_point: number | null;
    unique_name: string;
  };
};
