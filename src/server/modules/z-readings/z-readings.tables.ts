import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** A till's day as it was printed. */
    z_readings: {
      id: number;
      store_id: number;
      till_id: number;
      /** The reading's number at its till, without gaps. */
      no: number;
      business_date: string;
      taken_at: number;
      taken_by_id: number;
      reading_json: string;
    };
    /** The reading of each day of a shift. */
    z_reading_shifts: {
      shift_id: number;
      business_date: string;
      z_reading_id: number;
      /** 1 if nothing of the shift is left for another reading. */
      is_last: Flag;
    };
  }
}
