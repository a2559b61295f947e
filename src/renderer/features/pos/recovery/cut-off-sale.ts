import type { KeptSale } from '#bridge/offline-sales.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import { isHandedOver, printsReceipts } from '#renderer/lib/print-sale-again.ts';
import type { Services } from '#renderer/lib/services.ts';
import { findKept } from '../offline/kept-sales.ts';
import { findPaper, firstPaperOf, printFirstPaper, takesCash } from '../offline/paper.ts';
import { printPaperAgain } from '../offline/print-again.ts';
import type { Store, TillState } from '../sale/till-state.ts';

// A till that is killed, or a page that is reloaded, between a sale without the server and its paper.

/** Milliseconds within which the customer still stands there: the paper comes out by itself, and the drawer opens. */
const JUST_MADE = 2 * 60_000;
/** Milliseconds for which a sale whose paper never came out is shown at a start. */
const SAME_DAY = 12 * 3_600_000;

/** Milliseconds since a sale was made, by the till's own clock. */
const ageOf = async ({ till }: Pick<Services, 'till'>, { made_at }: KeptSale): Promise<number> =>
  (await till.offline.state()).now - made_at;

/** Keeps the key of the last sale without the server that is over. */
const overNote = (storeId: number) => `sale-over:${storeId}`;

/** Notes that a sale without the server is over, so that no start shows it again: its screen was left. */
const noteOver = ({ till }: Services, { store_id, key }: KeptSale): Promise<void> =>
  till.notes.write({ name: overNote(store_id), text: key });

/** Notes that the last sale without the server is over: another one was made with the server since. */
export async function noteLastOver(services: Services, storeId: number): Promise<void> {
  const last = await findKept(services, { store_id: storeId });
  if (last) await noteOver(services, last);
}

/** Notes each sale without the server whose screen is left; returns the function that stops this. */
export function noteLeft(services: Services, store: Store<TillState>): () => void {
  const read = () => store.read().afterSale?.kept ?? null;
  let shown = read();
  return store.watch(() => {
    const [before, now] = [shown, read()];
    shown = now;
    // The till itself reports a full disk.
    if (before && before.key !== now?.key) void noteOver(services, before).catch(() => undefined);
  });
}

/** True if a sale was voided or refunded since, as the server says: without an answer it was not. */
async function isTakenBack(
  { api, connection }: Services,
  { transaction_id: id }: KeptSale,
): Promise<boolean> {
  if (id === null || !connection.read().isReachable) return false;
  const sale = await api.transactions.get({ params: { transactionId: id } }).catch(() => null);
  return sale !== null && sale.status !== 'completed';
}

/**
 * Returns the last sale that was made at a store without the server where its screen was cut off, or where its paper never
 * came out; null without one, or where it is over.
 */
export async function findCutOff(services: Services, storeId: number): Promise<KeptSale | null> {
  const last = await findKept(services, { store_id: storeId });
  const over = await services.till.notes.read(overNote(storeId)).catch(() => null);
  if (!last || last.key === over) return null;
  const age = await ageOf(services, last);
  const lacksPaper = async () =>
    age <= SAME_DAY && (await printsReceipts(services)) && !isHandedOver(await findPaper(services, last));
  const isCutOff = age <= JUST_MADE || (await lacksPaper());
  return isCutOff && !(await isTakenBack(services, last)) ? last : null;
}

/** Prints the first paper of a sale: the invoice, which the server counts, if it is recorded by now. Cash opens the drawer. */
async function printNow(
  services: Services,
  print: PrintReceipt,
  kept: KeptSale,
): Promise<PrintStatus | null> {
  // Without a printer no paper is counted.
  if (kept.state !== 'recorded' || !(await printsReceipts(services))) return printFirstPaper(print, kept);
  const printWithDrawer: PrintReceipt = (paper, options) =>
    print(paper, { ...options, openDrawer: paper.copy_no === 0 && takesCash(paper) });
  return printPaperAgain(services, printWithDrawer, kept);
}

/**
 * Prints the paper of a sale that was cut off, if it was made just now by both of the till's clocks: one that starts with
 * a wrong date must open no drawer hours later. Returns its print, or that it was not printed: the cashier does that.
 */
export async function printCutOff(
  services: Services,
  print: PrintReceipt,
  kept: KeptSale,
): Promise<PrintStatus | null> {
  const found = await findPaper(services, kept);
  if (found !== null) return found;
  const ages = [await ageOf(services, kept), Math.abs(services.clock.now() - kept.made_at)];
  if (ages.every((age) => age <= JUST_MADE)) return printNow(services, print, kept);
  return {
    job_key: firstPaperOf(kept),
    state: 'failed',
    printer: null,
    drawer_opened: false,
    reason: 'The till stopped before',
  };
}
