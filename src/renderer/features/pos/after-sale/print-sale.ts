import type { PrintStatus } from '#bridge/printing.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { PrintOptions } from '#renderer/lib/print-document.ts';
import type { WorkingSale } from '../sale/working-sale.ts';

/** Sends a receipt to this till's printer; null in a browser, which has none. */
export type PrintReceipt = (receipt: ReceiptDocument, options: PrintOptions) => Promise<PrintStatus | null>;

/** Prints the sale that was just completed, under a key that prints it once; cash opens the drawer. */
export async function printSale(
  print: PrintReceipt,
  sale: WorkingSale,
  { transaction, receipt }: { transaction: Transaction; receipt: ReceiptDocument },
): Promise<void> {
  const openDrawer = receipt.payments.some((payment) => payment.method === 'cash');
  sale.showPrint({ print: await print(receipt, { key: `sale-${transaction.id}`, openDrawer }) });
}
