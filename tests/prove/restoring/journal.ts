import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/access.ts';
import type { Ledger } from '#tests/support/proving.ts';
import type { WireOrder } from '#tests/support/purchase-orders.ts';
import type { WireLock, WireSale, WireTransaction } from '#tests/support/selling.ts';
import { insist, type Persist } from '../selling-on.ts';

/** The answer to a completed sale, with the proof of its number. */
export type ProvenSale = WireSale & { invoice_proof: string };

/** One intended change: when its last call was sent, and answered; null while it was not. */
type Noted<T> = T & { sent: number; answered: number | null };

/** All that tills meant to do and were told, by the computer's clock. */
export class Journal {
  readonly sales: Noted<{ id: number; sale: ProvenSale | null }>[] = [];
  readonly refunds: Noted<{ saleId: number }>[] = [];
  readonly receipts: Noted<{ serials: readonly string[] }>[] = [];

  /** Returns the sales that were answered, oldest first. */
  sold(): ProvenSale[] {
    return this.sales.flatMap(({ sale }) => sale ?? []);
  }
}

/** Makes a call, with a note of when it was sent and answered. */
async function note<T extends object, A>(list: Noted<T>[], what: T, sending: () => Promise<A>): Promise<A> {
  const noted: Noted<T> = { ...what, sent: Date.now(), answered: null };
  list.push(noted);
  const answer = await sending();
  if ('sale' in what) Object.assign(noted, { sale: answer });
  noted.answered = Date.now();
  return answer;
}

/** Sells one unit; none while all are sold. */
export async function sellNoted(journal: Journal, persist: Persist, variationId: number): Promise<void> {
  const next = `/pos/variations/${variationId}/lock-next`;
  const lock = await insist<WireLock>(persist, next, undefined, 'out_of_stock');
  if (lock === null) return;
  const items = [{ inventory_item_id: lock.inventoryItem.id }];
  const draft = await insist<WireTransaction>(persist, '/transactions', { items });
  await insist(persist, `/transactions/${draft.id}/payments`, { method: 'cash', amount: draft.total_amount });
  await note(journal.sales, { id: draft.id, sale: null }, () =>
    insist<ProvenSale>(persist, `/transactions/${draft.id}/complete`, {}),
  );
}

/** Refunds the last sale that is not refunded yet, if there is one; its unit is sold again. */
export async function refundNoted(journal: Journal, persist: Persist): Promise<void> {
  const done = new Set(journal.refunds.map(({ saleId }) => saleId));
  const sale = journal.sold().findLast(({ transaction }) => !done.has(transaction.id))?.transaction;
  if (!sale) return;
  const items = sale.transaction_items.map(({ id }) => ({ id, disposition: 'available' }));
  await note(journal.refunds, { saleId: sale.id }, () =>
    insist(persist, `/transactions/${sale.id}/refund`, { reason: 'Defective', items }),
  );
}

type Goods = { supplierId: number; storeId: number; variationId: number };

const RECEIVED = 5;

export async function receiveNoted(journal: Journal, persist: Persist, goods: Goods): Promise<void> {
  const order = await insist<WireOrder>(persist, '/supplier-transactions', {
    supplier_id: goods.supplierId,
    store_id: goods.storeId,
    items: [{ product_variation_id: goods.variationId, quantity_ordered: RECEIVED, unit_cost: 100 }],
  });
  const serials = Array.from({ length: RECEIVED }, () => `RS-${randomUUID().slice(0, 13).toUpperCase()}`);
  const row = {
    supplier_transaction_item_id: order.items[0]?.id,
    category: 'new',
    quantity_received: RECEIVED,
    serials,
  };
  await note(journal.receipts, { serials }, () =>
    insist(persist, `/supplier-transactions/${order.id}/receive`, { items: [row] }),
  );
}

/**
 * Compares what is there with the journal: all that was answered before a moment, each once and whole, and nothing that
 * was sent after `latest` or by nobody.
 */
export async function checkJournal(
  { reader }: Database,
  journal: Journal,
  { before, latest = Infinity }: { before: number; latest?: number },
  name: string,
  ledger: Ledger,
): Promise<void> {
  const rows = await reader.selectFrom('transactions').selectAll().where('status', '!=', 'draft').execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const paid = new Map<number, number>();
  for (const { transaction_id } of await reader.selectFrom('payments').select('transaction_id').execute())
    paid.set(transaction_id, (paid.get(transaction_id) ?? 0) + 1);
  const units = await reader.selectFrom('inventory_items').select('serial_number').execute();
  const serials = new Set(units.map(({ serial_number }) => serial_number));
  const isDue = ({ answered }: { answered: number | null }) => answered !== null && answered < before;
  const known = new Set<number>();
  for (const noted of journal.sales) {
    const row = found.get(noted.id);
    if (noted.sent <= latest) known.add(noted.id);
    ledger.check(
      row !== undefined || !isDue(noted),
      `${name}: a sale that was copied is not there`,
      noted.id,
    );
    if (!row) continue;
    ledger.check(paid.get(noted.id) === 1, `${name}: a sale has not one payment`, noted.id);
    const number = noted.sale?.transaction.invoice_number ?? row.invoice_number;
    ledger.check(row.invoice_number === number, `${name}: a sale has another number`, [number, row]);
  }
  ledger.check(
    rows.every(({ id }) => known.has(id)),
    `${name}: a sale is there that nobody had made by then`,
  );
  for (const noted of journal.refunds) {
    const isRefunded = found.get(noted.saleId)?.status === 'refunded';
    ledger.check(isRefunded || !isDue(noted), `${name}: a refund that was copied is not there`, noted);
    ledger.check(
      !isRefunded || noted.sent <= latest,
      `${name}: a refund is there that was made later`,
      noted,
    );
  }
  for (const noted of journal.receipts) {
    const there = noted.serials.filter((serial) => serials.has(serial)).length;
    ledger.check([0, noted.serials.length].includes(there), `${name}: half a receipt`, there);
    ledger.check(there > 0 || !isDue(noted), `${name}: a receipt that was copied is not there`, noted);
    ledger.check(there === 0 || noted.sent <= latest, `${name}: a receipt is there that was made later`);
  }
  ledger.saw(`${name}: sales there`, rows.length);
}
