import type { KeptSale } from '#bridge/offline-sales.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import { api } from '#renderer/lib/api.ts';
import { readConnection } from '#renderer/lib/connection.ts';
import { till } from '#renderer/lib/till.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import { firstPaperKey, paperOf } from './paper.ts';

const invoiceNote = (transactionId: number) => `invoice-paper:${transactionId}`;
const copiesNote = ({ key }: Pick<KeptSale, 'key'>) => `offline-copies:${key}`;

/** Returns the next number of a copy that this till prints by itself. */
async function nextCopy(kept: KeptSale): Promise<number> {
  const name = copiesNote(kept);
  const no = Number((await till.notes.read(name).catch(() => null)) ?? 0) + 1;
  await till.notes.write({ name, text: String(no) }).catch(() => undefined);
  return no;
}

/**
 * Prints a sale of the till's file again: its first paper with an invoice number is no copy; every other paper is one,
 * counted by the server where it can be reached.
 */
export async function printPaperAgain(print: PrintReceipt, kept: KeptSale): Promise<PrintStatus | null> {
  const { transaction_id: transactionId } = kept;
  const paper = paperOf(kept);
  if (kept.state === 'recorded' && transactionId !== null) {
    const name = invoiceNote(transactionId);
    if ((await till.notes.read(name).catch(() => null)) === null) {
      const status = await print(paper, { key: `sale-${transactionId}`, openDrawer: false });
      await till.notes.write({ name, text: 'printed' }).catch(() => undefined);
      return status;
    }
    if (readConnection().isReachable) {
      const copy = await api.transactions.printReceipt({ params: { transactionId } });
      return print(copy, { key: `${transactionId}-copy-${copy.copy_no}`, openDrawer: false });
    }
  }
  const copy_no = await nextCopy(kept);
  return print({ ...paper, copy_no }, { key: `${firstPaperKey(kept)}-copy-${copy_no}`, openDrawer: false });
}
