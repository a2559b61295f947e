import type { TransferItemState, TransferStatus } from '#domain/transfers.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    transfers: {
      id: number;
      number: string;
      from_store_id: number;
      to_store_id: number;
      status: TransferStatus;
      /** Counts the claims on this row, which is the lock over everything beneath it. */
      claim_no: number;
      reason: string | null;
      sent_at: number;
      sent_by_id: number;
      /** Counts of its units by what became of them; the rest are in transit. */
      units_count: number;
      received_count: number;
      defective_count: number;
      lost_count: number;
      returned_count: number;
      extra_count: number;
      /** 1 if anything arrived damaged, did not arrive, or came as an extra. */
      has_differences: Flag;
      ended_at: number | null;
      ended_by_id: number | null;
      cancel_reason: string | null;
    };
    transfer_items: {
      transfer_id: number;
      inventory_item_id: number;
      position: number;
      state: TransferItemState;
      /** When and by whom it was scanned at the receiving store; it stays in transit until it is received. */
      scanned_at: number | null;
      scanned_by_id: number | null;
      is_damaged: Flag;
      settled_at: number | null;
      settled_by_id: number | null;
      /** The damage, the reason it was settled so, or what was done with an extra one. */
      reason: string | null;
    };
  }
}
