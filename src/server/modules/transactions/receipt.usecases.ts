import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { queueReceipt, refuseTooManyMails } from '../mail/mail.public.ts';
import { requireTransaction } from './claim.guards.ts';
import { receiptOf } from './receipt.present.ts';
import { countCopy } from './transactions.repository.ts';
import { presentTransaction } from './transactions.present.ts';

type Caller = { session: Session; now: number };

/** The receipt to look at, as it was first printed; looking does not count as a copy. */
export async function viewReceipt(reader: Reader, transactionId: number, { session, now }: Caller) {
  const row = await requireTransaction(reader, transactionId, session);
  return receiptOf(reader, row, await presentTransaction(reader, row, now), 0);
}

/** The receipt to print once more, marked with its number. */
export async function reprintReceipt(writer: Writer, transactionId: number, { session, now }: Caller) {
  const row = await requireTransaction(writer, transactionId, session);
  const sale = await presentTransaction(writer, row, now);
  return receiptOf(writer, row, sale, await countCopy(writer, row.id));
}

/**
 * Sends a sale's receipt to an address, by way of the outbox; 409 `illegal_state` for a draft, 429 once too many were
 * sent.
 */
export async function emailReceipt(
  writer: Writer,
  transactionId: number,
  email: string,
  { session, now }: Caller,
): Promise<void> {
  const row = await requireTransaction(writer, transactionId, session);
  const sale = await presentTransaction(writer, row, now);
  const receipt = await receiptOf(writer, row, sale, 0);
  const mail = { recipient: email, transactionId: row.id, staffId: session.staff.id, now };
  await refuseTooManyMails(writer, mail);
  await queueReceipt(writer, receipt, mail);
}
