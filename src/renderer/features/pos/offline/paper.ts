import type { KeptSale } from '#bridge/offline-sales.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';

/** Returns the paper of a sale in the till's file: with the invoice number once it has one. */
export const paperOf = ({ receipt }: Pick<KeptSale, 'receipt'>): ReceiptDocument =>
  JSON.parse(receipt) as ReceiptDocument;

/** The key under which the first paper of a sale without the server is printed, once. */
export const firstPaperKey = ({ key }: Pick<KeptSale, 'key'>) => `offline-${key}`;

/** Prints the paper of a sale that was just made. Cash opens the drawer, but not on a second try. */
export function printFirstPaper(
  print: PrintReceipt,
  kept: KeptSale,
  { isSecondTry = false } = {},
): Promise<PrintStatus | null> {
  const paper = paperOf(kept);
  // On a second try the cashier has opened the drawer with its key.
  const openDrawer = !isSecondTry && paper.payments.some(({ method }) => method === 'cash');
  return print(paper, { key: firstPaperKey(kept), openDrawer });
}
