import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import { countAsked } from './outbox.repository.ts';

const HOUR = 60 * 60_000;

/** How many mails one person may ask for within an hour: to one address, and to all of them together. */
const TO_ADDRESS = 5;
const ALTOGETHER = 60;

/**
 * Refuses with 429 `too_many_attempts` while somebody has sent too many receipts: nobody buys that much, and the shop's own
 * mail would end among the spam. Those that sales sent by themselves count, and are never refused.
 */
export async function refuseTooManyMails(
  reader: Reader,
  { staffId, recipient, now }: { staffId: number; recipient: string; now: number },
): Promise<void> {
  const asked = await countAsked(reader, { staffId, recipient, since: now - HOUR });
  const oldest =
    asked.to_address >= TO_ADDRESS ? asked.oldest_to_address : asked.all >= ALTOGETHER ? asked.oldest : null;
  if (oldest === null) return;
  throw new ApiError('too_many_attempts', {
    message: 'Too many receipts were sent. Try again later',
    details: { retry_after: Math.ceil((oldest + HOUR - now) / 1000) },
  });
}
