import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { failPending } from './payments.repository.ts';

type Caller = { session: Session; now: number };

/** What a payment that did not arrive is marked with. */
export const failureOf = (reason: string, { session, now }: Caller) => ({
  failed_at: now,
  failed_by_id: session.staff.id,
  failure_reason: reason,
});

/** Marks every pending payment of a sale failed: it was taken back. Whoever calls it has claimed the sale. */
export async function failPendingOf(
  writer: Writer,
  transactionId: number,
  reason: string,
  caller: Caller,
): Promise<void> {
  await failPending(writer, transactionId, failureOf(reason, caller));
}
