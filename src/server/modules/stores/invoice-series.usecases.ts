import { invoiceNoIn, invoiceNumber } from '#domain/transactions.ts';
import type { Database, Writer } from '../../db/access.ts';
import { dataEpoch, renewEpoch } from '../../db/data-epoch.ts';
import {
  endInvoicesAhead,
  findInvoicesMoved,
  isInvoiceTaken,
  lastInvoiceNo,
  noteInvoicesMoved,
  setNextInvoiceNumber,
  skipLostNumbers,
} from '../../db/number-series.ts';
import { appendAudit, NOBODY } from '../../http/audit.ts';
import type { Session } from '../../http/call.ts';
import { invoiceProofs, isSameProof, readProof } from './invoice-proofs.ts';
import { findStore, findStoreByCode } from './stores.repository.ts';

/** An invoice number that a till was given before, with its proof. */
type Given = { invoice_number: string | null; invoice_proof?: string | null | undefined };

/** The most that an operator can ask for; the series goes on from there. */
const HIGHEST = 999_999_999;

/**
 * Sets the number of a store's next invoice, given as `MNL-01=000500`, and returns it: after an old copy of the data was
 * put back, numbers that were printed since must not be given again. The store's other numbers, and ids, leave a gap for
 * those that were lost. Throws in words for a number that was given already.
 */
export function setNextInvoice({ write }: Database, text: string, now: number): Promise<string> {
  const [, code = '', digits = ''] = /^([A-Z0-9-]{1,10})=(\d{1,9})$/.exec(text) ?? [];
  const next = Number(digits);
  if (next < 1 || next > HIGHEST)
    throw new Error('Name the store by its code, and the number: --next-invoice MNL-01=000500');
  return write(async (writer) => {
    const store = await findStoreByCode(writer, code);
    if (!store) throw new Error(`There is no store ${code}.`);
    const before = await setNextInvoiceNumber(writer, store.id, next);
    const number = (no: number) => invoiceNumber(code, no);
    if (before >= next)
      throw new Error(`The next invoice is ${number(before)} already. It can only be set to a later number.`);
    await skipLostNumbers(writer, store.id);
    await renewEpoch(writer, now);
    await appendAudit(writer, {
      ...NOBODY,
      action: 'stores.nextInvoice',
      params: { storeId: store.id },
      target: { name: store.name },
      changes: [{ field: 'next_invoice', before: number(before), after: number(next) }],
      now,
    });
    return number(next);
  });
}

/**
 * Hears of the last invoice that a device knows of a store. Where the data know none so late, as after an old copy was put
 * back, the series goes on after it. Whatever this shop did not give itself is passed over. A till that tells it by its own
 * credential renews no epoch: its report does that, and leaves to settle what may be missing.
 */
export async function hearLastInvoice(
  { reader, write }: Database,
  proof: string,
  { session, now }: { session: Session | null; now: number },
): Promise<void> {
  const told = readProof(proof);
  if (!told || (await lastInvoiceNo(reader, told.storeId)) >= told.no) return;
  const { storeId, no } = told;
  const prove = await invoiceProofs(reader);
  if (!isSameProof(proof, prove(storeId, no))) return;
  await write(async (writer) => {
    const store = await findStore(writer, storeId);
    if (!store) return;
    const before = await setNextInvoiceNumber(writer, storeId, no + 1);
    if (before > no) return;
    await skipLostNumbers(writer, storeId);
    if (session) await renewEpoch(writer, now);
    await noteInvoicesMoved(writer, storeId, { from: before - 1, now });
    const number = (next: number) => invoiceNumber(store.code, next);
    await appendAudit(writer, {
      ...NOBODY,
      action: 'stores.invoicesBehind',
      session,
      params: { storeId },
      target: { name: store.name },
      changes: [{ field: 'next_invoice', before: number(before), after: number(no + 1) }],
      now,
    });
  });
}

/**
 * Returns the number of an invoice that was given before the data were restored: `taken` where another sale has it now,
 * `unproved` where nothing proves that this shop gave it to the store; null where none is told. The series goes on after it,
 * as after one that a device knew. Ids and the other numbers leave their gap once in an epoch of the data.
 */
export async function freeInvoiceNumber(
  writer: Writer,
  store: { id: number; code: string },
  { invoice_number: given, invoice_proof: proof = null }: Given,
  now: number,
): Promise<number | 'taken' | 'unproved' | null> {
  if (given === null) return null;
  const no = invoiceNoIn(store.code, given);
  const prove = await invoiceProofs(writer);
  if (no === null || proof === null || !isSameProof(proof, prove(store.id, no))) return 'unproved';
  // Holds the series, so that nobody else takes the number meanwhile.
  const next = await setNextInvoiceNumber(writer, store.id, 0);
  if (await isInvoiceTaken(writer, store.id, no)) return 'taken';
  if (no < next) return no;
  await setNextInvoiceNumber(writer, store.id, no + 1);
  const [moved, epoch] = await Promise.all([findInvoicesMoved(writer, store.id), dataEpoch(writer)]);
  if (moved && moved.at >= epoch) return no;
  await skipLostNumbers(writer, store.id);
  await noteInvoicesMoved(writer, store.id, { from: next - 1, now: Math.max(now, epoch) });
  return no;
}

/**
 * Dates invoices by the clock again where earlier ones have dates that it has not reached: they were made while it was
 * wrong. Returns the number of stores.
 */
export function trustClock({ write }: Database, now: number): Promise<number> {
  return write(async (writer) => {
    const stores = await endInvoicesAhead(writer, now);
    for (const storeId of stores)
      await appendAudit(writer, { ...NOBODY, action: 'stores.trustClock', params: { storeId }, now });
    return stores.length;
  });
}
