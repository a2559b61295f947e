import type { Flag } from '../../db/columns.ts';

export type ZReadingsTables = {
  /** A till's day, as it was printed. */
  z_readings: {
    id: number;
    store_id: number;
    till_id: number;
    /** Counts the readings of the till, without gaps. */
    no: number;
    business_date: string;
    taken_at: number;
    taken_by_id: number;
    reading_json: string;
  };
  /** Which reading has what of a shift happened on a day. */
  z_reading_shifts: {
    shift_id: number;
    business_date: string;
    z_reading_id: number;
    /** Nothing of the shift is left for another reading. */
    is_last: Flag;
  };
};
