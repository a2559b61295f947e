import type { PaymentMethod } from '#domain/payments.ts';
import type { Generated } from 'kysely';
import type { EntryKind } from '#domain/shifts.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** All sales, returns and movements of money: rows are only ever added. */
    till_entries: {
      id: number;
      store_id: number;
      at: number;
      kind: EntryKind;
      amount: number;
      /** Negative for an undoing. */
      quantity: number;
      discount: number;
      tax: number;
      written_off: number;
      /** The part of a payout for a traded-in unit that is given for want of smaller coins. */
      cash_rounding: Generated<number>;
      staff_id: number;
      method: PaymentMethod | null;
      till_id: number | null;
      shift_id: number | null;
      approved_by_id: number | null;
      transaction_id: number | null;
      /** The closed shift that a correction is about. */
      corrects_shift_id: number | null;
      invoice_no: number | null;
      reason: string | null;
      /** 1 if it was recorded after the shift that it was made in took no more; without a shift it waits for the till's next. */
      is_late: Generated<Flag>;
      /** The reading that named it, of a store whose till for it has not opened again. */
      named_in_z_id: number | null;
    };
  }
}
