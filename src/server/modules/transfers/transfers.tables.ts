import type { TransferItemState, TransferStatus } from '#domain/transfers.ts';
import type { Flag } from '../../db/columns.ts';

export type TransfersTables = {
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
    /** Its units by what became of them; those that are left are in transit. */
    units_count: number;
    received_count: number;
    defective_count: number;
    lost_count: number;
    returned_count: number;
    extra_count: number;
    /** Something arrived damaged, did not arrive, or came without being in it. */
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
    /** When and by whom it was seen where it goes to; it is in transit until it is received. */
    scanned_at: number | null;
    scanned_by_id: number | null;
    is_damaged: Flag;
    settled_at: number | null;
    settled_by_id: number | null;
    /** What is damaged, why it was settled so, or what was done with one that came without being in it. */
    reason: string | null;
  };
};
