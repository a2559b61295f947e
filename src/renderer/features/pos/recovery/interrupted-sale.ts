import { isPlain } from '#bridge/completion-queue.ts';
import { completingOf, exchangingOf } from '#bridge/sent-completions.ts';
import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { forgetAnswered, sentCompletions } from '#renderer/lib/pending-requests.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import type { Services } from '#renderer/lib/services.ts';
import { printSale } from '../after-sale/print-sale.ts';
import type { WorkingSale } from '../sale/working-sale.ts';

/** True if another till has completed the sale: what was entered here is not taken, and not sent again. */
export const isCompletedElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'illegal_state';

/**
 * Finishes a completion that this till sent without getting the answer: shows and prints the sale. Returns the sale,
 * and whether it could be shown; null if there is none. The server replays its answer, and the printer prints a sale
 * once.
 */
export async function finishInterruptedSale(
  { services, print }: { services: Services; print: PrintReceipt },
  sale: WorkingSale,
  transactionId: number,
): Promise<{ transaction: Transaction; isShown: boolean } | null> {
  // Those before it were ended.
  const request = (await sentCompletions(services, transactionId).catch(() => [])).at(-1);
  if (!request) return null;
  const { key } = request;
  const { transactions: calls } = services.api;
  const completing = isPlain(request)
    ? calls.complete({ params: { transactionId }, body: completingOf(request) }, { key })
    : calls.exchange({ body: exchangingOf(request) }, { key });
  const { transaction, receipt } = await completing.catch(async (error: unknown) => {
    if (isCompletedElsewhere(error)) await forgetAnswered(services, [key]);
    throw error;
  });
  const isShown = sale.finish(transaction, receipt);
  await forgetAnswered(services, [key]);
  await printSale(print, sale, { transaction, receipt });
  return { transaction, isShown };
}
