import type { KeptSale } from '#bridge/offline-sales.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import { findPrint, isHandedOver, originalOf } from '#renderer/lib/print-sale-again.ts';
import type { Services } from '#renderer/lib/services.ts';

/** Returns the paper of a sale in the till's file: with the invoice number once it has one. */
export const paperOf = ({ receipt }: Pick<KeptSale, 'receipt'>): ReceiptDocument =>
  JSON.parse(receipt) as ReceiptDocument;

/** The name of the first paper of a sale without the server, and its key in the print queue. */
export const firstPaperOf = ({ key }: Pick<KeptSale, 'key'>) => `offline-${key}`;

/** True if a sale took cash: its first paper opens the drawer. */
export const takesCash = ({ payments }: ReceiptDocument) => payments.some(({ method }) => method === 'cash');

/** Prints the paper of a sale that was just made. Cash opens the drawer. */
export function printFirstPaper(print: PrintReceipt, kept: KeptSale): Promise<PrintStatus | null> {
  const paper = paperOf(kept);
  return print(paper, { key: firstPaperOf(kept), openDrawer: takesCash(paper) });
}

/** Returns the print of a sale's paper, without an invoice number or with it: the one that came out, else one that failed; or null. */
export async function findPaper(
  services: Pick<Services, 'till'>,
  kept: KeptSale,
): Promise<PrintStatus | null> {
  const { transaction_id: id } = kept;
  let failed: PrintStatus | null = null;
  for (const name of [...(id === null ? [] : [originalOf(id)]), firstPaperOf(kept)]) {
    const print = await findPrint(services, name);
    if (isHandedOver(print)) return print;
    failed ??= print;
  }
  return failed;
}
