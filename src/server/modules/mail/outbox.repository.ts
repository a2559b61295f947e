import { sql, type Insertable, type Selectable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** Emails that wait to be sent, or were. */
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
  }
}

export type OutboxRow = Selectable<Tables['outbox']>;
export type DueMail = Pick<OutboxRow, 'id' | 'next_attempt_at'>;

export async function insertMail(writer: Writer, mail: Insertable<Tables['outbox']>): Promise<void> {
  await writer.insertInto('outbox').values(mail).execute();
}

/** Counts the mails that a person asked for since an instant, in all and to one address, with the oldest of each. */
export function countAsked(
  reader: Reader,
  { staffId, recipient, since }: { staffId: number; recipient: string; since: number },
) {
  const isThere = sql<boolean>`lower(recipient) = ${recipient.toLowerCase()}`;
  return reader
    .selectFrom('outbox')
    .select([
      sql<number>`cast(count(*) as integer)`.as('all'),
      sql<number | null>`min(created_at)`.as('oldest'),
      sql<number>`cast(coalesce(sum(case when ${isThere} then 1 else 0 end), 0) as integer)`.as('to_address'),
      sql<number | null>`min(case when ${isThere} then created_at end)`.as('oldest_to_address'),
    ])
    .where('staff_id', '=', staffId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
}

/** Finds the due mails that were not given up, the longest waiting first. */
export function findDue(
  reader: Reader,
  { now, attemptsMax, limit }: { now: number; attemptsMax: number; limit: number },
): Promise<DueMail[]> {
  return reader
    .selectFrom('outbox')
    .select(['id', 'next_attempt_at'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where('attempts', '<', attemptsMax)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Takes a due mail for one attempt: only one reader of its old time gets it, and no other one before the new time. */
export function claimMail(writer: Writer, due: DueMail, until: number): Promise<OutboxRow | undefined> {
  return writer
    .updateTable('outbox')
    .set((eb) => ({ next_attempt_at: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', due.id)
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '=', due.next_attempt_at)
    .returningAll()
    .executeTakeFirst();
}

/** Saves the outcome of an attempt, unless a later one began meanwhile. */
export async function updateMail(
  writer: Writer,
  mail: Pick<OutboxRow, 'id' | 'attempts'>,
  changes: Partial<Pick<OutboxRow, 'sent_at' | 'last_error' | 'next_attempt_at'>>,
): Promise<void> {
  await writer
    .updateTable('outbox')
    .set(changes)
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .execute();
}
