import type { PaymentMethod, PaymentStatus } from '#domain/payments.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    payments: {
      id: number;
      transaction_id: number;
      method: PaymentMethod;
      amount: number;
      status: PaymentStatus;
      reference_number: string | null;
      /** The reference in the spelling that is compared with others. */
      reference_key: string | null;
      expected_date: string | null;
      screenshot_url: string | null;
      notes: string | null;
      created_at: number;
      created_by_id: number;
      paid_at: number | null;
      verified_by_id: number | null;
      verified_at: number | null;
      verification_notes: string | null;
      failed_at: number | null;
      failed_by_id: number | null;
      failure_reason: string | null;
      deleted_at: number | null;
      deleted_by_id: number | null;
      deletion_reason: string | null;
    };
  }
}
