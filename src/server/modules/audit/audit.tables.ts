export type AuditTables = {
  audit_log: {
    id: number;
    at: number;
    staff_id: number | null;
    session_id: number | null;
    store_id: number | null;
    action: string;
    subject_id: number | null;
    details_json: string | null;
  };
  /** One row: events from before this instant may be deleted from the log. */
  audit_pruning: { id: number; before: number };
};
