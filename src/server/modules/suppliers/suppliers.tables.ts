import type { Flag } from '../../db/columns.ts';

export type SuppliersTables = {
  suppliers: {
    id: number;
    name: string;
    name_key: string;
    /** The words that they are found by. */
    search_text: string;
    code: string;
    contact_person: string | null;
    email: string | null;
    phone: string | null;
    address: string | null;
    payment_terms: string | null;
    notes: string | null;
    is_active: Flag;
    created_at: number;
    deleted_at: number | null;
  };
  /** Kept by triggers: the units that came from a supplier, and what these cost together. */
  supplier_totals: { supplier_id: number; units: number; value: number };
};
