import type { PrintStatus } from '#bridge/printing.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import { originalOf } from '#renderer/lib/print-sale-again.ts';
import type { WorkingSale } from '../sale/working-sale.ts';

/** True if the print queue did not take the receipt, as with a full disk: it may be asked for again under its key. */
export const isNotTaken = (print: PrintStatus | null): boolean =>
  print?.state === 'failed' && print.printer === null;

/** Prints a completed sale under a key that prints it once. A cash sale opens the drawer, except on a second try. */
export async function printSale(
  print: PrintReceipt,
  sale: WorkingSale,
  { transaction, receipt }: { transaction: Transaction; receipt: ReceiptDocument },
  { isSecondTry = false } = {},
): Promise<void> {
  // On a second try the cashier has opened the drawer with its key.
  const moved = [...receipt.payments, ...(receipt.exchange_of?.payouts ?? [])];
  const openDrawer = !isSecondTry && moved.some(({ method }) => method === 'cash');
  sale.showPrint({ print: await print(receipt, { key: originalOf(transaction.id), openDrawer }) });
}
