import type { ShiftStatus } from '#domain/shifts.ts';
import type { Flag } from '../../db/columns.ts';

export type ShiftsTables = {
  shifts: {
    id: number;
    number: string;
    store_id: number;
    till_id: number;
    status: ShiftStatus;
    claim_no: number;
    opened_at: number;
    opened_by_id: number;
    float_amount: number;
    /** The denominations of the float; null where it was entered as a sum. */
    float_json: string | null;
    counted_at: number | null;
    counted_by_id: number | null;
    /** The denominations of the count, and what was counted by other methods. */
    count_json: string | null;
    counted_amount: number | null;
    /** What there should have been by each method when it was counted. */
    expected_json: string | null;
    /** Of the cash: counted less expected. */
    difference: number | null;
    /** Whether it is off by any method; null until it is counted. */
    differs: Flag | null;
    /** How often it was counted. */
    counts_made: number | null;
    closed_at: number | null;
    closed_by_id: number | null;
    reason: string | null;
  };
  /** Each count that was made of a shift's drawer, also one that another took the place of: rows are only ever added. */
  shift_counts: {
    id: number;
    shift_id: number;
    at: number;
    staff_id: number;
    count_json: string;
    expected_json: string;
  };
};
