import { api } from '#renderer/lib/api-client.ts';
import { completionSubject, forgetAnswered, unanswered } from '#renderer/lib/kept-wishes.ts';
import { sendToPrinter } from '../after-sale/use-printing.ts';
import type { WorkingSale } from '../sale/working-sale.ts';

type Completion = { receiptEmail: string | null; printReceipt: boolean };

/**
 * Shows and prints a sale whose completion this till asked for and never heard of; answers whether there is one. The
 * server replays its answer, and the printer prints a sale once.
 */
export async function finishCutSale(sale: WorkingSale, transactionId: number): Promise<boolean> {
  const [wish] = await unanswered<Completion>(completionSubject(transactionId));
  if (!wish) return false;
  const params = { transactionId };
  const { transaction, receipt } = await api.transactions.complete(
    { params, body: wish.content },
    { key: wish.key },
  );
  sale.finish(transaction, receipt);
  await forgetAnswered([wish.key]);
  const openDrawer = receipt.payments.some((payment) => payment.method === 'cash');
  sale.showPrint({ print: await sendToPrinter(receipt, { key: `sale-${transactionId}`, openDrawer }) });
  return true;
}
