import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import { countAsked } from './outbox.repository.ts';

const HOUR = 60 * 60_000;

/** Mails that one person may ask for within an hour: by kind to one address, and of all kinds to all addresses. */
const TO_ADDRESS = { receipts: 5, orders: 30, readings: 30 };
const ALTOGETHER = 60;

/** Receipts that a person's sales without the server mail by themselves within a day: far more than anybody sells. */
const BY_ITSELF_IN_A_DAY = 200;

/**
 * True while so many mails left for a person that a sale which a till sends late mails none by itself: as many within an hour as
 * they may ask for, or far more within a day than anybody sells. Whatever till sends it, and by whatever credential.
 */
export async function hasManyMails(
  reader: Reader,
  { staffId, recipient, now }: Omit<Asked, 'what'>,
): Promise<boolean> {
  const countSince = async (since: number) => (await countAsked(reader, { staffId, recipient, since })).all;
  return (
    (await countSince(now - HOUR)) >= ALTOGETHER || (await countSince(now - 24 * HOUR)) >= BY_ITSELF_IN_A_DAY
  );
}

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
