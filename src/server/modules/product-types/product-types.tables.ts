import type { Flag } from '../../db/columns.ts';

export type ProductTypesTables = {
  product_types: {
    id: number;
    name: string;
    /** Which drawing stands for its products. */
    slug: string;
    requires_serial: Flag;
    /** Months for new units, and for used and refurbished ones; null and 0 are none. */
    warranty_months: number | null;
    warranty_months_used: number | null;
    /** A variation is low in a store that has fewer, unless that says otherwise; null for what everybody starts with. */
    reorder_point: number | null;
    /** No other type has it. */
    unique_name: string;
  };
};
