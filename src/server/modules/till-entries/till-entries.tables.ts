import type { PaymentMethod } from '#domain/payments.ts';
import type { EntryKind } from '#domain/shifts.ts';

export type TillEntriesTables = {
  /** What was sold and taken back, and all money that came and went: rows are only ever added. */
  till_entries: {
    id: number;
    store_id: number;
    at: number;
    kind: EntryKind;
    amount: number;
    /** Below zero where something is undone. */
    quantity: number;
    discount: number;
    tax: number;
    written_off: number;
    staff_id: number;
    method: PaymentMethod | null;
    till_id: number | null;
    shift_id: number | null;
    approved_by_id: number | null;
    transaction_id: number | null;
    /** Of a correction, the closed shift that it is about. */
    corrects_shift_id: number | null;
    invoice_no: number | null;
    reason: string | null;
  };
};
