import type { PrintStatus } from '#bridge/printing.ts';
import { ApiError } from '#contract/errors.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { PrintReceipt } from './print-document.ts';
import { forgetAnswered, unanswered, writeDown } from './pending-requests.ts';
import type { Services } from './services.ts';

// Which paper of a sale is the original: the first one that came out. Every later one says REPRINT n.

type OfPrinters = Pick<Services, 'till'>;

/** The name of the original of a sale that the server has, and its key in the print queue. */
export const originalOf = (transactionId: number): string => `sale-${transactionId}`;

/** True unless nothing of a print came out, nor will: the next paper takes its place. */
export const isHandedOver = (print: PrintStatus | null): print is PrintStatus =>
  print !== null && print.state !== 'failed' && print.state !== 'no_printer';

/** Returns the job of a paper, under its name or where that one failed under a further key, and the key of the next one. */
async function lastJob(
  { till }: OfPrinters,
  name: string,
): Promise<{ next: string; print: PrintStatus | null }> {
  let print: PrintStatus | null = null;
  for (let no = 1; ; no += 1) {
    const next = no === 1 ? name : `${name}-${no}`;
    const found = await till.printer.find(next).catch(() => null);
    if (found === null || isHandedOver(print)) return { next, print };
    print = found;
  }
}

/** Returns the job that prints a paper, or the last one that failed; null without any. */
export const findPrint = async (services: OfPrinters, name: string): Promise<PrintStatus | null> =>
  (await lastJob(services, name)).print;

/** Returns the key under which a paper is printed for the first time; null where it was handed to the printer before. */
export async function keyOfFirst(services: OfPrinters, name: string): Promise<string | null> {
  const { next, print } = await lastJob(services, name);
  return isHandedOver(print) ? null : next;
}

/** True if this device prints receipts by itself: a till with a printer. */
export const printsReceipts = async ({ till }: OfPrinters): Promise<boolean> =>
  Boolean((await till.settings.read().catch(() => null))?.printer);

/** The journal's topic for the originals that came out while the server could not be asked. */
const ORIGINALS = 'originals';
const originalKey = (transactionId: number) => `original-${transactionId}`;

type TellingDeps = Pick<Services, 'api' | 'till' | 'connection'>;

/** Has the server count the noted originals. One of a sale that is gone is forgotten. */
async function tellOriginals(services: TellingDeps): Promise<void> {
  if (!services.connection.read().isReachable) return;
  for (const { key, content } of await unanswered<{ transactionId: number; storeId: number }>(
    services,
    ORIGINALS,
  )) {
    const { transactionId, storeId } = content;
    try {
      await services.api.transactions.printReceipt({ params: { transactionId } }, { key, storeId });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Another cashier may be allowed to.
      if (error.code !== 'transaction_not_found') continue;
    }
    await forgetAnswered(services, [key]);
  }
}

/** Notes that the original of a sale came out without the server, which counts it now or once it can be reached. */
export async function noteOriginal(
  services: TellingDeps & Pick<Services, 'clock'>,
  transactionId: number,
  storeId: number,
): Promise<void> {
  await writeDown(services, ORIGINALS, {
    key: originalKey(transactionId),
    content: { transactionId, storeId },
  });
  // It may be back since the paper went to the printer.
  await tellOriginals(services).catch(() => undefined);
}

/** Tells the server of the originals that came out without it, now and whenever it is back; returns how to stop. */
export function keepTellingOriginals(services: TellingDeps): () => void {
  // A call without an answer is repeated when the server can be reached again.
  const tell = () => void tellOriginals(services).catch(() => undefined);
  tell();
  return services.connection.onChange(tell);
}

/** A paper that was printed again, with its number: 0 for the original. */
export type Printed = { print: PrintStatus | null; copyNo: number };

type PrintingAgain = {
  print: PrintReceipt;
  /** The store of the sale; the current one by default. */
  storeId?: number | undefined;
};

/**
 * Prints a sale that the server has, once more: the server counts its papers. A call whose answer or whose paper was lost
 * is made again under its key, so that no number is left out.
 */
export async function printSaleAgain(
  services: Pick<Services, 'api' | 'till' | 'clock'>,
  transactionId: number,
  { print, storeId }: PrintingAgain,
): Promise<Printed> {
  const { transactions } = services.api;
  const input = { params: { transactionId } };
  const inStore = storeId === undefined ? {} : { storeId };
  const put = async (receipt: ReceiptDocument, key: string): Promise<Printed> => ({
    print: await print(receipt, { key, openDrawer: false }),
    copyNo: receipt.copy_no,
  });
  const name = originalOf(transactionId);
  const original = await findPrint(services, name);
  if (original !== null && !isHandedOver(original)) {
    // Taken off the list before it came out: the server has counted it.
    const { copies_printed } = await transactions.get(input, inStore);
    const key = copies_printed === 0 ? await keyOfFirst(services, name) : null;
    if (key !== null) return put(await transactions.receipt(input, inStore), key);
  }
  const about = `paper:${transactionId}`;
  const sent = () => unanswered(services, about).catch(() => []);
  const forget = async () => {
    const keys = (await sent()).map(({ key }) => key);
    await forgetAnswered(services, keys);
  };
  const count = async (): Promise<ReceiptDocument> => {
    const [earlier] = await sent();
    const key = earlier?.key ?? crypto.randomUUID();
    if (!earlier) await writeDown(services, about, { key, content: {} });
    const counted = await transactions.printReceipt(input, { key, ...inStore });
    // As it is by now: it may have been voided since.
    const { copy_no, reprinted } = counted;
    return earlier ? { ...(await transactions.receipt(input, inStore)), copy_no, reprinted } : counted;
  };
  const copyKey = ({ copy_no }: ReceiptDocument) => `${transactionId}-copy-${copy_no}`;
  let receipt = await count();
  let key = receipt.copy_no === 0 ? await keyOfFirst(services, name) : copyKey(receipt);
  if (key === null) {
    // This till printed the original while the server could not be asked: it has counted that now.
    await forget();
    await forgetAnswered(services, [originalKey(transactionId)]);
    receipt = await count();
    key = copyKey(receipt);
  }
  const printed = await put(receipt, key);
  // Not waited for: what the printer says next is about this print.
  if (printed.print === null || isHandedOver(printed.print)) void forget();
  return printed;
}
