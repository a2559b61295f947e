import type { Writer } from '../../db/access.ts';
import { insertMail } from './outbox.repository.ts';

export type Mail = { recipient: string; subject: string; text: string; html: string };

/** The sale of a mail, and who asked for it. */
export type Asked = { transactionId: number; staffId: number };
/** A mail without a sale is allowed. */
type Asking = Pick<Asked, 'staffId'> & Partial<Asked>;

/** Puts a mail in the outbox, in the transaction that causes it; it is sent after the commit. */
export async function queueMail(writer: Writer, mail: Mail, now: number, asked?: Asking): Promise<void> {
  await insertMail(writer, {
    id: writer.nextId(),
    ...mail,
    transaction_id: asked?.transactionId ?? null,
    staff_id: asked?.staffId ?? null,
    created_at: now,
    next_attempt_at: now,
    attempts: 0,
  });
}
