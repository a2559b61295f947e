import type { PrintStatus } from '#bridge/printing.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { PrintOptions } from '#renderer/lib/print-document.ts';
import type { WorkingSale } from '../sale/working-sale.ts';

/** Sends a receipt to this till's printer; null in a browser, which has none. */
export type PrintReceipt = (receipt: ReceiptDocument, options: PrintOptions) => Promise<PrintStatus | null>;

/**
 * Whether the queue did not take a sale's receipt, as on a full disk: then it was never printed, and is asked for again
 * as it was rather than as a copy.
 */
export const isNotTaken = (print: PrintStatus | null): boolean =>
  print?.state === 'failed' && print.printer === null;

/** Prints a completed sale under a key that prints it once; cash opens the drawer, unless it is for a second try. */
export async function printSale(
  print: PrintReceipt,
  sale: WorkingSale,
  { transaction, receipt }: { transaction: Transaction; receipt: ReceiptDocument },
  { isSecondTry = false } = {},
): Promise<void> {
  // By now the drawer was opened by its key.
  const openDrawer = !isSecondTry && receipt.payments.some((payment) => payment.method === 'cash');
  sale.showPrint({ print: await print(receipt, { key: `sale-${transaction.id}`, openDrawer }) });
}
