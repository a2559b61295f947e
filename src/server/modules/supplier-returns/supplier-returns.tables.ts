import type { ComeBackStatus } from '#domain/supplier-returns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    supplier_returns: {
      id: number;
      number: string;
      supplier_id: number;
      store_id: number;
      /** Counts the claims on this row, which is the lock over everything beneath it. */
      claim_no: number;
      reference: string | null;
      reason: string;
      notes: string | null;
      created_at: number;
      created_by_id: number;
      units_count: number;
      /** The number of its units that came back; kept in step with them. */
      back_count: number;
    };
    supplier_return_items: {
      supplier_return_id: number;
      inventory_item_id: number;
      position: number;
      was: ComeBackStatus;
      purchase_cost: number | null;
      /** When it came back; null while the supplier has it. */
      came_back_at: number | null;
      came_back_by_id: number | null;
      came_back_as: ComeBackStatus | null;
      /** Why it never went, where it did not: it counts as back, and gives no credit. */
      never_left: string | null;
    };
  }
}
