import type { Writer } from '../../db/access.ts';
import { insertMail } from './outbox.repository.ts';

export type Mail = { recipient: string; subject: string; text: string; html: string };

/** Puts a mail in the outbox, in the transaction that gives the reason for it; it leaves after the commit. */
export async function queueMail(writer: Writer, mail: Mail, now: number): Promise<void> {
  await insertMail(writer, {
    id: writer.nextId(),
    ...mail,
    created_at: now,
    next_attempt_at: now,
    attempts: 0,
  });
}
