import type { ShiftStatus } from '#domain/shifts.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    shifts: {
      id: number;
      number: string;
      store_id: number;
      till_id: number;
      status: ShiftStatus;
      /** Not counted any more: a claim on a shift changes nothing. */
      claim_no: number;
      opened_at: number;
      opened_by_id: number;
      float_amount: number;
      /** The denominations of the float; null if it was entered as a sum. */
      float_json: string | null;
      counted_at: number | null;
      counted_by_id: number | null;
      /** The count: denominations, and amounts of other methods. */
      count_json: string | null;
      counted_amount: number | null;
      /** The expected amounts by method at the time of the count. */
      expected_json: string | null;
      /** Cash counted minus cash expected. */
      difference: number | null;
      /** 1 if any method differs; null until it is counted. */
      differs: Flag | null;
      /** The number of counts made. */
      counts_made: number | null;
      closed_at: number | null;
      closed_by_id: number | null;
      reason: string | null;
    };
    /** Every count of a shift's drawer, replaced ones too: rows are only ever added. */
    shift_counts: {
      id: number;
      shift_id: number;
      at: number;
      staff_id: number;
      count_json: string;
      expected_json: string;
    };
  }
}
