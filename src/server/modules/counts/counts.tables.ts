import type { CountStatus, CountedKind, Settlement, UnexpectedPlace } from '#domain/counts.ts';
import type { UnitCategory } from '#domain/transactions.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    stock_counts: {
      id: number;
      store_id: number;
      /** The number of the count within its store; see `counts_begun` of the units. */
      no: number;
      number: string;
      status: CountStatus;
      product_type_id: number | null;
      product_id: number | null;
      category: UnitCategory | null;
      /** The counted part of the store; one count of it is open at a time. */
      scope_key: string;
      claim_no: number;
      /** Units in stock when the count began. */
      expected: number;
      started_at: number;
      started_by_id: number;
      ended_at: number | null;
      ended_by_id: number | null;
      reason: string | null;
      lost: number;
      surplus: number;
      moved: number;
      brought_back: number;
      sold_meanwhile: number;
      held: number;
    };
    /** A unit in a count; one row each. */
    count_units: {
      count_id: number;
      inventory_item_id: number;
      kind: CountedKind;
      /** The place where it was expected. */
      place: UnexpectedPlace | null;
      place_store_id: number | null;
      code: string | null;
      staff_id: number | null;
      /** Null for units that nobody scanned. */
      scanned_at: number | null;
      settled: Settlement | null;
    };
    /** Scanned codes that no unit has. */
    count_codes: { count_id: number; code: string; staff_id: number; scanned_at: number };
    /** The number of units without codes that was entered of a variation, and how many were in stock at that moment. */
    count_quantities: {
      count_id: number;
      product_variation_id: number;
      quantity: number;
      expected: number;
      staff_id: number;
      counted_at: number;
      settled: Flag;
    };
    /** Units that a person scanned in a count; a row each, so that people do not wait for each other. */
    count_tallies: {
      count_id: number;
      staff_id: number;
      found: number;
      unexpected: number;
      sold: number;
      unknown: number;
      /** When they scanned last. */
      last_at: number | null;
      /** The product type of the unit that they scanned last. */
      last_type_id: number | null;
    };
  }
}
