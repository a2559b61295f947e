import { ApiError } from '#contract/errors.ts';

const MINUTE = 60_000;

/** What one till may send: more than it sells in a day within minutes, and the mails that a person may ask for in an hour. */
const SENT = { most: 1000, within: 10 * MINUTE };
const MAILED = { most: 60, within: 60 * MINUTE };

/** Bytes for which a text counts once: a large one counts as many, and one that cannot be read, which anybody can make up, ten times as much. */
const BYTES_COUNTED = { read: 10_000, unread: 1000 };

type Counted = { since: number; count: number };

/** Returns until when a count holds; one that is beyond the most holds as much longer. */
const countedUntil = ({ since, count }: Counted, { most, within }: typeof SENT): number =>
  since + within * Math.max(1, Math.ceil(count / most));

const countedAt = (counted: Counted, limit: typeof SENT, now: number): Counted =>
  countedUntil(counted, limit) <= now ? { since: now, count: 0 } : counted;

type SentBefore = { sent_since: number; sent_count: number };
type MailedBefore = { mailed_since: number; mailed_count: number };

/** Counts a text that a till sends; 429 `too_many_attempts` where it sent too many, after which it waits and goes on. */
export function countSent({ sent_since, sent_count }: SentBefore, now: number): SentBefore {
  const { since, count } = countedAt({ since: sent_since, count: sent_count }, SENT, now);
  if (count < SENT.most) return { sent_since: since, sent_count: count + 1 };
  throw new ApiError('too_many_attempts', {
    message: 'This till sent very many sales at once. It goes on in a few minutes',
    details: { retry_after: Math.ceil((countedUntil({ since, count }, SENT) - now) / 1000) },
  });
}

/** Counts how much is stored of a text that was counted once; null where that is no more. */
export function countStored(
  { sent_since, sent_count }: SentBefore,
  { bytes, isRead }: { bytes: number; isRead: boolean },
): SentBefore | null {
  const times = Math.ceil(bytes / (isRead ? BYTES_COUNTED.read : BYTES_COUNTED.unread));
  return times > 1 ? { sent_since, sent_count: sent_count + times - 1 } : null;
}

/** Counts a mail with the receipt of a sale that a till sends; null where it sent too many. */
export function countMailed({ mailed_since, mailed_count }: MailedBefore, now: number): MailedBefore | null {
  const { since, count } = countedAt({ since: mailed_since, count: mailed_count }, MAILED, now);
  return count < MAILED.most ? { mailed_since: since, mailed_count: count + 1 } : null;
}
