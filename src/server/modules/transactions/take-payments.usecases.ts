import { ApiError, atPath } from '#contract/errors.ts';
import { paymentForm, type PaymentForm } from '#contract/payments.ts';
import type { Store } from '#contract/stores.ts';
import type { Centavos } from '#domain/money.ts';
import {
  countingIds,
  defaultStatus,
  roundingAfter,
  type CashTaken,
  type PaymentEntry,
} from '#domain/payments.ts';
import {
  balanceDue,
  beforeRefund,
  missingAmount,
  owedBack,
  paidAmount,
  refundShares,
} from '#domain/refunds.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns, nullsOf } from '../../db/columns.ts';
import type { Session } from '../../http/call.ts';
import { sumRefundsOf } from './after-sale.repository.ts';
import { keptOf, refuseForeignMethod, refuseProblem } from './payment-form.rules.ts';
import { failPending, findPayments, insertPayment, type PaymentRow } from './payments.repository.ts';
import { refuseUnknownScreenshot } from './screenshots.guards.ts';
import { findLines, type TransactionRow, updateTransaction } from './transactions.repository.ts';

type Taking = {
  transactionId: number;
  /** The amount due before this payment. */
  remaining: Centavos;
  store: Store;
  session: Session;
  now: number;
};

/** The columns of a payment's form, all empty. */
export const NO_PAYMENT = nullsOf(paymentForm);

/** Takes one payment on a locked transaction; 422 names the field that breaks a rule. */
export async function addPayment(writer: Writer, form: PaymentForm, taking: Taking): Promise<PaymentRow> {
  const { transactionId, remaining, store, session, now } = taking;
  refuseForeignMethod(store, form.method);
  const entry: PaymentEntry = {
    method: form.method,
    amount: form.amount,
    status: form.status ?? defaultStatus(form.method),
    reference_number: form.reference_number ?? '',
    expected_date: form.expected_date ?? null,
  };
  refuseProblem(entry, remaining, store, now);
  await refuseUnknownScreenshot(writer, form.screenshot_url, taking);
  const columns = insertedColumns('payments', {
    ...NO_PAYMENT,
    ...form,
    status: entry.status,
    ...keptOf(entry),
    id: writer.nextId(),
    transaction_id: transactionId,
    created_at: now,
    created_by_id: session.staff.id,
    paid_at: entry.status === 'completed' ? now : null,
  });
  return insertPayment(writer, columns, session.staff);
}

type TradedIn = Omit<Taking, 'remaining' | 'store'> & { amount: Centavos; number: string };

/** Inserts the payment of a trade-in; its reference is the number of the trade-in. */
export function insertTradeInPayment(
  writer: Writer,
  { transactionId, amount, number, session, now }: TradedIn,
): PaymentRow {
  const columns = insertedColumns('payments', {
    ...NO_PAYMENT,
    method: 'trade_in',
    amount,
    status: 'completed',
    reference_number: number,
    reference_key: null,
    expected_date: null,
    id: writer.nextId(),
    transaction_id: transactionId,
    created_at: now,
    created_by_id: session.staff.id,
    paid_at: now,
  });
  return insertPayment(writer, columns, session.staff);
}

/** 409 `payments_changed` if other payments count than the caller knew: from another till, or their other window. */
export function refuseUnseenPayments(
  existing: readonly PaymentRow[],
  known: readonly number[] | undefined,
): void {
  if (known === undefined) return;
  const counting = countingIds(existing);
  const isSame = counting.length === known.length && counting.every((id) => known.includes(id));
  if (!isSame) throw new ApiError('payments_changed');
}

/** Takes the payments that come with a draft's change, in order, each by the rules of a single one. */
export async function takePayments(
  writer: Writer,
  forms: readonly PaymentForm[],
  { remaining, ...taking }: Taking,
): Promise<PaymentRow[]> {
  const taken: PaymentRow[] = [];
  let left = remaining;
  for (const [row, form] of forms.entries()) {
    try {
      taken.push(await addPayment(writer, form, { ...taking, remaining: left }));
    } catch (error) {
      throw atPath(error, `payments.${row}`);
    }
    left = Math.max(0, left - form.amount);
  }
  return taken;
}

/**
 * Stores what a completed sale now lacks or has to give back, its cash rounding, and the caller's change, on its row;
 * returns the rounding. Call it after changes of payments or lines, with cash that was just taken.
 */
export async function refreshBalance(
  writer: Writer,
  sale: TransactionRow,
  taken: CashTaken | null = null,
): Promise<Centavos> {
  const lines = await findLines(writer, sale.id);
  const returned = new Set(lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index])));
  const { change_due, refunded_amount: refunded } = sale;
  if (sale.status !== 'completed') {
    updateTransaction(writer, sale, { balance_due: 0, owed_back: 0, change_due });
    return sale.cash_rounding;
  }
  const payments = await findPayments(writer, sale.id);
  const totals = { ...sale, lines };
  const { withheld, roundingBack: back } = await sumRefundsOf(writer, sale.id, returned);
  const given = { change: change_due, returned, refunded };
  const { cash_rounding: before } = sale;
  const ofKept = missingAmount(totals, payments, { ...given, rounding: before - back });
  // Cash that was expected for lines that are back meanwhile, too, leaves something of all of them.
  const ofAll = () =>
    missingAmount(totals, payments, { ...given, rounding: before, returned: new Set(), refunded: 0 });
  const missing = ofKept > 0 ? ofKept : ofAll();
  const cash_rounding = roundingAfter(before, payments, { missing, back, taken });
  const balance_due = balanceDue(totals, payments, { ...given, rounding: cash_rounding - back });
  const shares = refundShares(totals, paidAmount(payments, change_due));
  const earlier = { back: returned, refunded, withheld, change: change_due, rounding: cash_rounding };
  const owed_back = owedBack(shares, beforeRefund(totals, payments, earlier));
  updateTransaction(writer, sale, { balance_due, owed_back, change_due, cash_rounding });
  return cash_rounding;
}

type Caller = { session: Session; now: number };

/** Returns the columns of a failed payment. */
export const failureOf = (reason: string, { session, now }: Caller) => ({
  failed_at: now,
  failed_by_id: session.staff.id,
  failure_reason: reason,
});

/** Marks all pending payments of a voided or refunded sale, or a cancelled draft, as failed. Callers have claimed it. */
export async function failPendingOf(
  writer: Writer,
  transactionId: number,
  reason: string,
  caller: Caller,
): Promise<void> {
  await failPending(writer, transactionId, failureOf(reason, caller));
}
