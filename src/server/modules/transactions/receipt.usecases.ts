import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { queueReceipt, refuseTooManyMails } from '../mail/mail.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { getStore, sellerAt } from '../stores/stores.public.ts';
import { requireTransaction } from './claim.locks.ts';
import { receiptOf, type Printed } from './receipt.present.ts';
import { countCopy } from './transactions.repository.ts';
import { presentTransaction } from './transactions.present.ts';

type Caller = { session: Session; now: number };

async function findPrinted(
  reader: Reader,
  transactionId: number,
  { session, now }: Caller,
): Promise<Printed> {
  const row = await requireTransaction(reader, transactionId, session);
  const [store, chain, sale] = await Promise.all([
    getStore(reader, row.store_id),
    chainSettings(reader),
    presentTransaction(reader, row, now),
  ]);
  return { row, store, sale, seller: await sellerAt(reader, { store, chain }, row.completed_at) };
}

/** Returns the receipt as first printed; viewing does not count as a copy. */
export async function viewReceipt(reader: Reader, transactionId: number, caller: Caller) {
  return receiptOf(await findPrinted(reader, transactionId, caller));
}

/** Returns the receipt to print, with its copy number: 0 for the original of a sale that was not printed yet. */
export async function reprintReceipt(writer: Writer, transactionId: number, caller: Caller) {
  const printed = await findPrinted(writer, transactionId, caller);
  return receiptOf(printed, { no: await countCopy(writer, transactionId), now: caller.now });
}

/** Sends a sale's receipt to an address through the outbox; 409 `illegal_state` for a draft, 429 after too many. */
export async function emailReceipt(
  writer: Writer,
  transactionId: number,
  email: string,
  caller: Caller,
): Promise<void> {
  const receipt = receiptOf(await findPrinted(writer, transactionId, caller));
  const mail = { recipient: email, transactionId, staffId: caller.session.staff.id, now: caller.now };
  await refuseTooManyMails(writer, mail);
  await queueReceipt(writer, receipt, mail);
}
