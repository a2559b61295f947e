import type { CountStatus, CountedKind, Settlement, UnexpectedPlace } from '#domain/counts.ts';
import type { UnitCategory } from '#domain/transactions.ts';
import type { Flag } from '../../db/columns.ts';

export type CountsTables = {
  stock_counts: {
    id: number;
    store_id: number;
    /** Its place among the store's counts; see `counts_begun` of the units. */
    no: number;
    number: string;
    status: CountStatus;
    product_type_id: number | null;
    product_id: number | null;
    category: UnitCategory | null;
    /** One count of a part of a store is open at a time. */
    scope_key: string;
    claim_no: number;
    /** Units that stood there when it began. */
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
  /** What a count knows of a unit: each once. */
  count_units: {
    count_id: number;
    inventory_item_id: number;
    kind: CountedKind;
    /** Where it should have been. */
    place: UnexpectedPlace | null;
    place_store_id: number | null;
    code: string | null;
    staff_id: number | null;
    /** Null for what nobody scanned. */
    scanned_at: number | null;
    settled: Settlement | null;
  };
  /** Codes that were scanned and that no unit has. */
  count_codes: { count_id: number; code: string; staff_id: number; scanned_at: number };
  /** How many units without numbers there are of a variation, and how many stood there when that was entered. */
  count_quantities: {
    count_id: number;
    product_variation_id: number;
    quantity: number;
    expected: number;
    staff_id: number;
    counted_at: number;
    settled: Flag;
  };
  /** How many units somebody scanned in a count; a row each, so that they do not wait for each other. */
  count_tallies: {
    count_id: number;
    staff_id: number;
    found: number;
    unexpected: number;
    sold: number;
    unknown: number;
  };
};
