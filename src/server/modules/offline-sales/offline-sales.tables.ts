import type { OfflineKind } from '#domain/offline-sales.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /**
     * Sales that tills made, and shifts that they opened, without the server: a row for each text that came, kept for ever; and
     * one for each till of which sales may be missing, without number and text.
     */
    offline_sales: {
      id: number;
      kind: OfflineKind;
      /** The till's key of the sale; one sale has one, several texts may claim it. */
      sale_key: string;
      number: string;
      /** The SHA-256 of the text as it came. */
      hash: string;
      till_id: number;
      /** The credential whose series the number is of; null where it is not known. */
      credential_id: number | null;
      store_id: number;
      /** The text as a JSON string, so that any character can be stored. */
      body_json: string;
      /** `kept`: it cannot be read, and nothing came of it. `lost`: no sale, but a till that was lost. */
      state: 'recorded' | 'kept' | 'lost';
      transaction_id: number | null;
      /** The shift that was opened, or was open already; null for a sale. */
      shift_id: number | null;
      staff_id: number | null;
      /** Of the opening of a shift, its float. */
      total_amount: number | null;
      made_at: number;
      recorded_at: number;
      /** The manager who sent it; null for the till itself. */
      sent_by_id: number | null;
      /** The person who made its till's credential, if its seller has not signed in with that; else null. */
      maker_id: number | null;
      /** Who approved that its sale was voided by somebody whose own entry it is. */
      void_approver_id: number | null;
      /** Where its receipt is mailed once it is settled. */
      held_mail: string | null;
      /** Why it waits, or waited, for a manager. */
      reasons_json: string;
      /** Its place among what waits: `settleRank` of its reasons. */
      settle_rank: number;
      /** Its lines that no unit was taken for, with what the till knew of them. */
      disputed_json: string;
      /** 1 while it waits for a manager. */
      is_open: Flag;
      settled_at: number | null;
      settled_by_id: number | null;
      note: string | null;
    };
  }
}
