import type { Database } from '#server/db/access.ts';
import { answerOf, type KilledTill, type SaleInHand, type Step } from '#tests/support/killed-till.ts';
import type { Ledger } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import {
  findUnitRow,
  type WireLock,
  type WirePayment,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

/** Looks up a till's acknowledged answers in the rows themselves. */
export async function checkKept(
  database: Database,
  till: KilledTill,
  sale: SaleInHand,
  ledger: Ledger,
): Promise<void> {
  const { reader } = database;
  const lock = answerOf<WireLock>(sale, 'lock');
  const draft = answerOf<WireTransaction>(sale, 'draft');
  const payment = answerOf<WirePayment>(sale, 'payment');
  const done = answerOf<WireSale>(sale, 'complete');
  if (lock) {
    const unit = await findUnitRow(database, lock.inventoryItem.id);
    const isHeld = unit.status === 'locked' && unit.locked_by_session === till.sessionId;
    const maybeSold = done !== null || sale.unanswered?.step === 'complete';
    const isKept = done ? unit.status === 'sold' : isHeld || (maybeSold && unit.status === 'sold');
    ledger.check(isKept, 'A lock that was answered is lost', { unit, step: sale.unanswered?.step });
    const isUntouched = draft === null && sale.unanswered?.step !== 'draft';
    ledger.check(!isUntouched || unit.lock_token === lock.lockToken, 'A lock has another token', unit);
  }
  const find = (id: number) =>
    reader.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst();
  const row = draft && (await find(draft.id));
  if (draft) ledger.check(row?.draft_number === draft.draft_number, 'A draft is lost', draft.id);
  if (payment) {
    const kept = await reader
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', payment.id)
      .executeTakeFirst();
    ledger.check(kept?.deleted_at === null, 'A payment is lost', payment.id);
  }
  if (done) {
    const isKept = row?.status === 'completed' && row.invoice_number === done.transaction.invoice_number;
    ledger.check(isKept, 'An acknowledged sale is lost', row);
  }
}

/** Counts when the kill hit a sale: before its call was committed, or between the commit and the answer. */
export async function countInterrupted(database: Database, sale: SaleInHand, ledger: Ledger): Promise<void> {
  if (!sale.unanswered) return;
  const { step, key } = sale.unanswered;
  const row = await database.reader
    .selectFrom('idempotency_keys')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst();
  ledger.saw(`cut off in ${step}, ${row ? 'committed' : 'not committed'}`);
}

/** Repeats the unanswered request, twice, and the last answered one: one effect, and the same answer. */
export async function repeat(url: string, till: KilledTill, sale: SaleInHand, ledger: Ledger): Promise<void> {
  const intent = sale.unanswered;
  if (intent) {
    const first = await till.send(url, intent);
    const second = await till.send(url, intent);
    ledger.report.retries += 2;
    ledger.check(first.status < 300, `An unanswered ${intent.step} was refused when repeated`, first.body);
    const isSame = JSON.stringify(first.body) === JSON.stringify(second.body);
    ledger.check(isSame, `An unanswered ${intent.step} gave two answers`, [first.body, second.body]);
    sale.acknowledged.push({ ...intent, status: first.status, answer: first.body });
    sale.unanswered = null;
    return;
  }
  const last = sale.acknowledged.at(-1);
  if (!last) return;
  const again = await till.send(url, last);
  ledger.report.retries += 1;
  const isSame = again.status === last.status && JSON.stringify(again.body) === JSON.stringify(last.answer);
  ledger.check(isSame, `An answered ${last.step} answers something else`, [last, again.body]);
}

/** Counts rows against the tills' journals: nothing unrequested, nothing twice. */
export async function checkCounts(
  database: Database,
  tills: readonly KilledTill[],
  ledger: Ledger,
): Promise<void> {
  const { reader } = database;
  const sales = tills.flatMap((till) => till.sales);
  const known = (step: Step) => sales.filter((sale) => answerOf(sale, step) !== null).length;
  const drafts = await reader.selectFrom('transactions').select('id').execute();
  const payments = await reader.selectFrom('payments').select('id').execute();
  const taken = await reader
    .selectFrom('inventory_items')
    .select('id')
    .where('status', '!=', 'available')
    .execute();
  const inRows = [taken.length, drafts.length, payments.length, await checkBooks(database, ledger)];
  const inJournals = [known('lock'), known('draft'), known('payment'), known('complete')];
  ledger.check(inRows.join() === inJournals.join(), 'Rows and journals differ', { inRows, inJournals });
  ledger.report.acknowledged = inJournals[3] ?? 0;
}
