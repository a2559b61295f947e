import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    suppliers: {
      id: number;
      name: string;
      name_key: string;
      /** The words for searches. */
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
    /** The number and total cost of a supplier's units; kept by triggers. */
    supplier_totals: { supplier_id: number; units: number; value: number };
  }
}
