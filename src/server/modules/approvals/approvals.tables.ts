import type { ApprovalAct } from '#domain/approvals.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    staff_pins: {
      staff_id: number;
      pin_hash: string | null;
      /** The part of a badge's code by which it is looked up. */
      badge_id: string | null;
      badge_hash: string | null;
      changed_at: number;
    };
    /** A manager's approval of one act. */
    approvals: {
      id: number;
      token_hash: string;
      store_id: number;
      act: ApprovalAct;
      /** The id of the target, as in the call's path. */
      subject_id: number | null;
      /** Centavos; null if it was given for no amount. */
      amount: number | null;
      /** Ids of the lines in order, by commas; null if it was given for no lines. */
      item_ids: string | null;
      /** The device that asked, hashed; null if it named none. */
      device_hash: string | null;
      session_id: number;
      approver_id: number;
      created_at: number;
      expires_at: number;
      used_at: number | null;
    };
  }
}
