import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import { countAsked } from './outbox.repository.ts';

const HOUR = 60 * 60_000;

/** Mails that one person may ask for within an hour: by kind to one address, and of all kinds to all addresses. */
const TO_ADDRESS = { receipts: 5, orders: 30, readings: 30 };
const ALTOGETHER = 60;

type Asked = { staffId: number; recipient: string; now: number; what?: keyof typeof TO_ADDRESS };

/**
 * Refuses with 429 `too_many_attempts` while a person has sent too many mails: nobody buys or orders that much, and the
 * shop's own mail would end as spam. Mails that sales send by themselves count, but are never refused.
 */
export async function refuseTooManyMails(
  reader: Reader,
  { staffId, recipient, now, what = 'receipts' }: Asked,
): Promise<void> {
  const asked = await countAsked(reader, { staffId, recipient, since: now - HOUR });
  const oldest =
    asked.to_address >= TO_ADDRESS[what]
      ? asked.oldest_to_address
      : asked.all >= ALTOGETHER
        ? asked.oldest
        : null;
  if (oldest === null) return;
  throw new ApiError('too_many_attempts', {
    message: `Too many ${what} were sent. Try again later`,
    details: { retry_after: Math.ceil((oldest + HOUR - now) / 1000) },
  });
}
