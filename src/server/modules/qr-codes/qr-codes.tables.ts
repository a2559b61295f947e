import type { QrCodeStatus } from '#domain/qr-codes.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** Codes made at once for an order: one sheet of labels. */
    qr_batches: {
      id: number;
      batch_code: string;
      /** The order's store. */
      store_id: number;
      supplier_transaction_id: number;
      notes: string | null;
      created_at: number;
      created_by_id: number;
      /** Counts of its codes by status; kept by triggers. */
      unused: number;
      linked: number;
      voided: number;
    };
    qr_codes: {
      id: number;
      qr_code: string;
      batch_id: number;
      store_id: number;
      supplier_transaction_id: number;
      status: QrCodeStatus;
      created_at: number;
      /** The linked unit. */
      inventory_item_id: number | null;
      linked_at: number | null;
      linked_by_id: number | null;
      voided_at: number | null;
      voided_by_id: number | null;
      void_reason: string | null;
    };
    /** Counts of a store's codes by status; kept by triggers. */
    qr_totals: { store_id: number } & Record<QrCodeStatus, number>;
  }
}
