import type { KeptSale } from '#bridge/offline-sales.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import { DAY } from '#domain/store-time.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import {
  isHandedOver,
  keyOfFirst,
  noteOriginal,
  originalOf,
  printSaleAgain,
} from '#renderer/lib/print-sale-again.ts';
import type { Services } from '#renderer/lib/services.ts';
import { firstPaperOf, paperOf } from './paper.ts';

/** Milliseconds after which the print queue may have forgotten a paper (after 30 days): then it counts as printed. */
const PRINTS_KNOWN = 29 * DAY;

const copiesNote = ({ key }: Pick<KeptSale, 'key'>) => `offline-copies:${key}`;

/** Prints a copy that this till counts by itself. */
async function printCopy(
  { till, clock }: Services,
  print: PrintReceipt,
  kept: KeptSale,
): Promise<PrintStatus | null> {
  const name = copiesNote(kept);
  const copy_no = Number((await till.notes.read(name).catch(() => null)) ?? 0) + 1;
  const key = `${firstPaperOf(kept)}-copy-${copy_no}`;
  const paper = paperOf(kept);
  const reprinted = { at: clock.now(), time_zone: paper.time_zone };
  const status = await print({ ...paper, copy_no, reprinted }, { key, openDrawer: false });
  // Not waited for: what the printer says next is about this print.
  if (isHandedOver(status)) void till.notes.write({ name, text: String(copy_no) }).catch(() => undefined);
  return status;
}

/**
 * Prints a sale of the till's file: the first paper that comes out is no copy, nor is the first one with an invoice
 * number; every other paper is one, counted by the server where that has the sale and can be reached. No drawer opens.
 */
export async function printPaperAgain(
  services: Services,
  print: PrintReceipt,
  kept: KeptSale,
): Promise<PrintStatus | null> {
  const { transaction_id: id } = kept;
  const isRecorded = kept.state === 'recorded' && id !== null;
  if (isRecorded && services.connection.read().isReachable)
    return (await printSaleAgain(services, id, { print })).print;
  const isKnown = services.clock.now() - kept.made_at < PRINTS_KNOWN;
  const key = isKnown ? await keyOfFirst(services, isRecorded ? originalOf(id) : firstPaperOf(kept)) : null;
  if (key === null) return printCopy(services, print, kept);
  const status = await print(paperOf(kept), { key, openDrawer: false });
  // Not waited for: what the printer says next is about this print.
  if (isRecorded && isHandedOver(status)) void noteOriginal(services, id, kept.store_id);
  return status;
}
