import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import type { Store } from '#contract/stores.ts';
import { ONE_CENTAVO } from '#domain/cash-rounding.ts';
import { can } from '#domain/permissions.ts';
import { changeAfter, countingPayments, coveredAmount, paymentPermission } from '#domain/payments.ts';
import { zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange } from '../../http/call.ts';
import { findReservations, keepReserved, type Reservation } from '../units/units.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { enter } from '../shifts/shifts.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { getStore } from '../stores/stores.public.ts';
import {
  changedEntries,
  changeEntries,
  claimTransaction,
  findPayment,
  findPayments,
  presentPayments,
  refuseColleaguesCart,
  notedPayment,
  paymentsText,
  refreshBalance,
  roundingEntries,
  type PaymentRow,
} from '../transactions/transactions.public.ts';

export type PaymentCaller = TillCaller & { noteChange: NoteChange };
export type Sale = Awaited<ReturnType<typeof claimTransaction>>;

/** A review says whether a pending payment arrived, a removal gives it back; a change is everything else. */
type Action = 'review' | 'removal' | 'change';

/** True if a payment of an inactive store may still be reviewed, or given back so that its draft can be cancelled. */
const windsUp = (action: Action, { status }: Sale): boolean =>
  action === 'review' || (action === 'removal' && status === 'draft');

const OVER = { void: 'This sale was voided', refunded: 'This sale was refunded' } as const;

/**
 * Takes the transaction whose payments the caller changes. 403 without permission to sell for a draft, or to review
 * payments after completion; 403 `approval_required` for a change in a colleague's draft if the chain wants a manager.
 * 409 `illegal_state` once it was voided or refunded, `store_inactive` if its store was ended, except to review a
 * payment or to give a draft's back.
 */
export async function claimPaymentsOf(
  writer: Writer,
  transactionId: number,
  caller: PaymentCaller,
  action: Action = 'change',
): Promise<{ sale: Sale; store: Store }> {
  const { session, storeId } = caller;
  // In any state: a sale that is over is refused with its own message.
  const statuses = ['draft', 'completed', 'void', 'refunded'] as const;
  // Read after the claim: ending a store claims its drafts first, and needs them without money.
  const [sale, store] = await Promise.all([
    claimTransaction(writer, transactionId, storeId, statuses),
    getStore(writer, storeId),
  ]);
  if (!store.is_active && !windsUp(action, sale)) throw new ApiError('store_inactive');
  if (!can(session.staff, paymentPermission(sale.status))) throw new ApiError('forbidden');
  if (sale.status === 'void' || sale.status === 'refunded') {
    throw new ApiError('illegal_state', { message: OVER[sale.status] });
  }
  if (sale.status === 'draft' && action !== 'review') await refuseColleaguesCart(writer, sale, caller);
  return { sale, store };
}

/** Takes a payment's transaction; returns both and the store as they are now; 404 also if its draft was deleted. */
export async function claimPayment(
  writer: Writer,
  paymentId: number,
  caller: PaymentCaller,
  action?: Action,
): Promise<{ sale: Sale; store: Store; payment: PaymentRow }> {
  const { transaction_id } = await getRow(writer, paymentId);
  const { sale, store } = await claimPaymentsOf(writer, transaction_id, caller, action).catch(
    (error: unknown) => {
      const isMissing = error instanceof ApiError && error.code === 'transaction_not_found';
      throw isMissing ? new ApiError('payment_not_found') : error;
    },
  );
  // Read again: it may have changed while the claim waited.
  const payment = await getRow(writer, paymentId);
  if (payment.deleted_at !== null) {
    throw new ApiError('illegal_state', { message: 'This payment was deleted already' });
  }
  return { sale, store, payment };
}

/** 409 `illegal_state` for the value that an exchange carried over: it stands for units that came back. */
export function refuseExchange({ method }: PaymentRow): void {
  if (method !== 'exchange') return;
  throw new ApiError('illegal_state', {
    message: 'This is the value of units that came back in an exchange. Refund or exchange the sale instead',
  });
}

async function getRow(reader: Reader, paymentId: number): Promise<PaymentRow> {
  const row = await findPayment(reader, paymentId);
  if (!row) throw new ApiError('payment_not_found');
  return row;
}

/** Adds a payment before (null for a new one) and after its change to the audit event. */
export function notePayment({ noteChange }: PaymentCaller, before: PaymentRow | null, after: Payment): void {
  noteChange(notedPayment, before && { payment: paymentsText(before) }, { payment: paymentsText(after) });
}

type Settling = {
  /** Null for a new payment. */
  before: PaymentRow | null;
  after: number | PaymentRow;
  /** The sale's payments and the draft's units as they are now, for callers who have them. */
  payments?: readonly PaymentRow[];
  units?: readonly Reservation[];
};

/**
 * Updates a sale's change and balance, or what a draft reserves, after one of its payments changed, enters the money
 * that came or went with it, and returns the payment.
 */
export async function settle(
  writer: Writer,
  { sale, store }: { sale: Sale; store: Store },
  { before, after, ...inHand }: Settling,
  caller: PaymentCaller,
): Promise<Payment> {
  const row = typeof after === 'number' ? await getRow(writer, after) : after;
  const entries = changedEntries(before, row);
  const afterShifts = row.deleted_at !== null;
  const [payments, units] = await Promise.all([
    inHand.payments ?? findPayments(writer, sale.id),
    inHand.units ?? (sale.status === 'completed' ? [] : findReservations(writer, sale.id)),
  ]);
  if (sale.status === 'completed') {
    const isCashTaken =
      row.method === 'cash' && before?.status !== row.status && countingPayments([row]).length > 0;
    // Nothing else is rounded, whatever the smallest coin has become since.
    const coin = isCashTaken ? (await chainSettings(writer)).smallest_coin : ONE_CENTAVO;
    const change_due = changeAfter(sale.change_due, sale.total_amount, payments, coin);
    const change = change_due - sale.change_due;
    const taken = isCashTaken ? { amount: row.amount, change, coin } : null;
    const rounding = await refreshBalance(writer, { ...sale, change_due }, taken);
    entries.push(...changeEntries(sale.id, change));
    entries.push(...roundingEntries(sale.id, rounding - sale.cash_rounding));
  } else {
    const isPaid = coveredAmount(payments) > 0;
    keepReserved(writer, { ...caller, draftId: sale.id, units, isPaid, zones: zonesOf(store) });
  }
  await enter(writer, store, caller, entries, { afterShifts });
  const [payment] = await presentPayments(writer, [row]);
  if (!payment) throw new ApiError('payment_not_found');
  return payment;
}
