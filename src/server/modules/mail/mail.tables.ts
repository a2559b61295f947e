export type MailTables = {
  /** E-mails that wait to be sent, or were. */
  outbox: {
    id: number;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    /** The sale of the mail, and who asked for it; null for other mails, and for those from before this was kept. */
    transaction_id: number | null;
    staff_id: number | null;
    created_at: number;
    next_attempt_at: number;
    attempts: number;
    sent_at: number | null;
    last_error: string | null;
  };
};
