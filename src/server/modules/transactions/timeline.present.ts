import type { Payment } from '#contract/payments.ts';
import type { ExchangeOf, TimelineEntry, Transaction } from '#contract/transactions.ts';
import type { Centavos } from '#domain/money.ts';
import { changeByPayment } from '#domain/payments.ts';
import { formatInstant } from '#domain/store-time.ts';
import type { TimelineKind } from '#domain/timeline.ts';
import type { Reader } from '../../db/access.ts';
import { findApprovers, findReceiptEvents, findStaffNames } from './after-sale.repository.ts';
import { presentTransaction } from './transactions.present.ts';
import { findNames, type TransactionRow } from './transactions.repository.ts';

type Happened = Pick<TimelineEntry, 'kind' | 'at' | 'by'> & Partial<TimelineEntry>;

const entry = (happened: Happened): TimelineEntry => ({
  approved_by: null,
  detail: null,
  method: null,
  amount: null,
  tendered: null,
  exchange: null,
  ...happened,
});

/** The order of events in the same millisecond. */
const ORDER: Record<TimelineKind, number> = {
  draft_created: 0,
  payment_added: 1,
  payment_verified: 2,
  payment_deleted: 3,
  completed: 4,
  receipt_emailed: 5,
  receipt_printed: 6,
  // A void or refund fails pending payments.
  payment_failed: 7,
  refunded: 8,
  voided: 9,
};

const isTakenBack = (kind: TimelineKind) => kind === 'voided' || kind === 'refunded';

function ofPayment(payment: Payment, change: Centavos): Happened[] {
  const { method } = payment;
  const amount = payment.amount - change;
  const tendered = change > 0 ? payment.amount : null;
  const wasPending =
    payment.status === 'pending' || payment.verified_at !== null || payment.failed_at !== null;
  const steps: [TimelineKind, number | null, { name: string } | null, string | null][] = [
    ['payment_added', payment.created_at, payment.created_by, wasPending ? 'pending' : null],
    ['payment_verified', payment.verified_at, payment.verified_by, payment.verification_notes],
    ['payment_failed', payment.failed_at, payment.failed_by, payment.failure_reason],
    ['payment_deleted', payment.deleted_at, payment.deleted_by, payment.deletion_reason],
  ];
  return steps.flatMap(([kind, at, by, detail]) =>
    at === null ? [] : [{ kind, at, by: by?.name ?? null, detail, method, amount, tendered }],
  );
}

/** Returns receipts printed or mailed since the sale: only the audit log has them. */
async function ofReceipts(reader: Reader, { id, copies_printed }: TransactionRow): Promise<Happened[]> {
  const events = await findReceiptEvents(reader, id);
  const [printed, mailed] = ['transactions.printReceipt', 'transactions.emailReceipt'].map((action) =>
    events.filter((event) => event.action === action),
  );
  return [
    ...(printed ?? []).map(({ at, by }, index): Happened => {
      const no = copies_printed - (printed?.length ?? 0) + index + 1;
      return { kind: 'receipt_printed', at, by, detail: no > 0 ? `REPRINT ${no}` : null };
    }),
    ...(mailed ?? []).map(({ at, by }): Happened => ({ kind: 'receipt_emailed', at, by })),
  ];
}

/** Returns the approvers of a sale's void and refunds, by instant. */
async function approversOf(
  reader: Reader,
  row: TransactionRow,
  { refunds }: Transaction,
): Promise<ReadonlyMap<number | null, string>> {
  const times = [row.voided_at, ...refunds.map(({ created_at }) => created_at)].filter((at) => at !== null);
  if (times.length === 0) return new Map();
  const approved = await findApprovers(reader, row, times);
  return new Map(approved.map(({ at, name }) => [at, name]));
}

const otherSaleOf = ({ transaction_id, invoice_number }: ExchangeOf) => ({ transaction_id, invoice_number });

/** Returns where and when a sale was made and recorded that was sold without the server; null for any other. */
async function offlineText(
  reader: Reader,
  row: TransactionRow,
  { offline }: Transaction,
): Promise<string | null> {
  if (!offline) return null;
  const { zones } = await findNames(reader, row);
  const [made, recorded] = [offline.made_at, offline.recorded_at].map((at) => formatInstant(at, zones));
  return `Sold without the server at ${offline.till.name} (${offline.number}) on ${made}, recorded on ${recorded}`;
}

async function ofSale(reader: Reader, row: TransactionRow, sale: Transaction): Promise<Happened[]> {
  const names = await findStaffNames(reader, [row.created_by_id, row.completed_by_id, row.voided_by_id]);
  const nameOf = (staffId: number | null) => (staffId === null ? null : (names.get(staffId) ?? null));
  const approvers = await approversOf(reader, row, sale);
  const completedBy = nameOf(row.completed_by_id);
  const happened: (Omit<Happened, 'at'> & { at: number | null })[] = [
    { kind: 'draft_created', at: row.created_at, by: nameOf(row.created_by_id) },
    {
      kind: 'completed',
      at: row.completed_at,
      by: completedBy,
      detail: await offlineText(reader, row, sale),
      amount: row.total_amount,
      exchange: sale.exchange_of && otherSaleOf(sale.exchange_of),
    },
    {
      kind: 'receipt_emailed',
      at: row.receipt_email === null ? null : row.completed_at,
      by: completedBy,
      detail: row.receipt_email,
    },
    { kind: 'voided', at: row.voided_at, by: nameOf(row.voided_by_id), detail: row.void_reason },
    ...sale.refunds.map(({ created_at, refunded_by, reason, amount, exchanged_for: exchange }) => ({
      ...{ kind: 'refunded' as const, at: created_at, by: refunded_by.name },
      ...{ detail: reason, amount, exchange },
    })),
  ];
  return happened.flatMap(({ at, ...rest }) => {
    const approved_by = isTakenBack(rest.kind) ? (approvers.get(at) ?? null) : null;
    return at === null ? [] : [{ ...rest, at, approved_by }];
  });
}

/** Returns a transaction's history with its authors, newest first. */
async function timelineOf(reader: Reader, row: TransactionRow, sale: Transaction): Promise<TimelineEntry[]> {
  const changes = changeByPayment(sale.change_due, sale.payments);
  const happened = [
    ...(await ofSale(reader, row, sale)),
    ...sale.payments.flatMap((payment) => ofPayment(payment, changes.get(payment.id) ?? 0)),
    ...(row.completed_at === null ? [] : await ofReceipts(reader, row)),
  ];
  return happened
    .sort((a, b) => a.at - b.at || ORDER[a.kind] - ORDER[b.kind])
    .reverse()
    .map(entry);
}

/** Presents a transaction with everything known of it, its timeline included. */
export async function presentWhole(reader: Reader, row: TransactionRow, now: number): Promise<Transaction> {
  const sale = await presentTransaction(reader, row, now);
  return { ...sale, timeline: await timelineOf(reader, row, sale) };
}
