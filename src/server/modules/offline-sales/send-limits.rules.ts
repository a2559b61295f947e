import { ApiError } from '#contract/errors.ts';

const MINUTE = 60_000;

/** What one till may send: more than it sells in a day within minutes, and the mails that a person may ask for in an hour. */
const SENT = { most: 1000, within: 10 * MINUTE };
const MAILED = { most: 60, within: 60 * MINUTE };

type Counted = { since: number; count: number };

const countedAt = ({ since, count }: Counted, { within }: typeof SENT, now: number): Counted =>
  since + within <= now ? { since: now, count: 0 } : { since, count };

type SentBefore = { sent_since: number; sent_count: number };
type MailedBefore = { mailed_since: number; mailed_count: number };

/** Counts a text that a till sends; 429 `too_many_attempts` where it sent too many, after which it waits and goes on. */
export function countSent({ sent_since, sent_count }: SentBefore, now: number): SentBefore {
  const { since, count } = countedAt({ since: sent_since, count: sent_count }, SENT, now);
  if (count < SENT.most) return { sent_since: since, sent_count: count + 1 };
  throw new ApiError('too_many_attempts', {
    message: 'This till sent very many sales at once. It goes on in a few minutes',
    details: { retry_after: Math.ceil((since + SENT.within - now) / 1000) },
  });
}

/** Counts a mail with the receipt of a sale that a till sends; null where it sent too many. */
export function countMailed({ mailed_since, mailed_count }: MailedBefore, now: number): MailedBefore | null {
  const { since, count } = countedAt({ since: mailed_since, count: mailed_count }, MAILED, now);
  return count < MAILED.most ? { mailed_since: since, mailed_count: count + 1 } : null;
}
