import { ApiError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { Transaction, transactions } from '#contract/transactions.ts';
import { isOwnEntry } from '#domain/offline-sales.ts';
import { unitOf } from '#domain/sale-line.ts';
import { settleRank, type SettleReason } from '#domain/settle-reasons.ts';
import { cashForUnits, payoutsOfVoid } from '#domain/refunds.ts';
import { transactionStatusLabels } from '#domain/transactions.ts';
import type { Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import type { NoteChange } from '../../http/call.ts';
import { changePoints, uncountSale } from '../customers/customers.public.ts';
import { returnSoldUnits } from '../units/units.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { enter } from '../shifts/shifts.public.ts';
import { getStore } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { releaseLines } from './after-sale.repository.ts';
import { claimSale } from './claim.locks.ts';
import { voidEntries } from './entries.rules.ts';
import { failPendingOf } from './take-payments.usecases.ts';
import { shownPayouts } from './known-payouts.guards.ts';
import { failingText, moneyText, notedSale, payoutText } from './noted.present.ts';
import { findRefundable, giveBackPaidUnits } from './trade-in.usecases.ts';
import { presentWhole } from './timeline.present.ts';
import { findOpenOf, updateOpen } from './sold-offline.repository.ts';
import { findLines, updateTransaction } from './transactions.repository.ts';

type VoidForm = RouteInput<typeof transactions.void>['body'];

/**
 * Settles what waits for a manager of a sale that is voided. Where that is the own of the person, or of who approved it, it
 * goes on waiting for another one, who is told.
 */
async function settleVoided(
  writer: Writer,
  transactionId: number,
  {
    session: { staff },
    approval,
    now,
    reason,
  }: Pick<TillCaller, 'session' | 'approval' | 'now'> & { reason: string },
): Promise<void> {
  const note = `Voided: ${reason}`;
  const approver = approval?.approver;
  const by = approver ? `${staff.name} voided it, approved by ${approver.name}` : `${staff.name} voided it`;
  const voided = { code: 'staff' as const satisfies SettleReason, text: `${by}: ${reason}` };
  for (const { id, reasons_json, ...entry } of await findOpenOf(writer, transactionId)) {
    const reasons = [...(JSON.parse(reasons_json) as object[]), voided];
    await updateOpen(
      writer,
      id,
      isOwnEntry(entry, staff) || Object.values<number | null>(entry).includes(approver?.id ?? 0)
        ? {
            reasons_json: JSON.stringify(reasons),
            settle_rank: settleRank([voided.code]),
            ...(approver && { void_approver_id: approver.id }),
          }
        : { is_open: 0, settled_at: now, settled_by_id: staff.id, note },
    );
  }
}

/**
 * Voids a completed sale, once: takes back every unit and every point. It keeps its invoice number, and waits for no
 * manager any more, unless it is the caller's own. 409
 * `already_refunded` once anything was refunded, 409 `illegal_state` for a draft, for a voided sale, for one with a
 * traded-in unit and for one that is half of an exchange, whose other half stands, 409 `payments_changed` if the payouts differ from those the caller knew.
 */
export async function voidSale(
  writer: Writer,
  transactionId: number,
  { reason, known_payouts, ...form }: VoidForm,
  { noteChange, ...caller }: TillCaller & { noteChange: NoteChange },
): Promise<Transaction> {
  const { session, storeId, now } = caller;
  const sale = await claimSale(writer, transactionId, storeId);
  const lines = await findLines(writer, sale.id);
  if (lines.some((line) => line.refunded_at !== null)) {
    throw new ApiError('already_refunded', {
      message: 'Part of this transaction has already been refunded. Refund the rest instead',
    });
  }
  if (lines.some((line) => line.traded_in_at !== null)) {
    throw new ApiError('illegal_state', {
      message: 'An item of this transaction was traded in. Refund the rest instead',
    });
  }
  if (sale.exchange_refund_id !== null) {
    throw new ApiError('illegal_state', {
      message: 'This sale is half of an exchange. Exchange its items again, or refund them',
    });
  }
  const payments = await findRefundable(writer, sale.id);
  const { smallest_coin: coin } = await chainSettings(writer);
  const { payouts, cash_rounding: void_rounding } = shownPayouts(
    payoutsOfVoid(payments, sale.change_due),
    known_payouts,
    coin,
  );
  await giveBackPaidUnits(writer, {
    ...caller,
    payments,
    payouts,
    forUnits: cashForUnits(payments, payouts, {
      change: sale.change_due,
      earlier: [],
      rounding: void_rounding,
    }),
  });
  // What stands in for a unit that is not known was never in stock.
  const units = lines
    .filter(({ disputed }) => disputed === 0)
    .map((line) => ({ unitId: unitOf(line), status: 'available' as const }));
  await returnSoldUnits(writer, units, storeId);
  await releaseLines(writer, sale.id);
  if (sale.offline_number !== null) await settleVoided(writer, sale.id, { ...caller, reason });
  await failPendingOf(writer, sale.id, 'Sale voided', caller);
  if (sale.customer_id !== null) {
    await changePoints(writer, {
      customerId: sale.customer_id,
      points: -sale.points_earned,
      reason: `Sale ${sale.invoice_number ?? sale.draft_number} voided`,
      transactionId: sale.id,
      staffId: session.staff.id,
      now,
    });
  }
  const changes = {
    ...updatedColumns('transactions', form),
    status: 'void',
    points_earned: 0,
    balance_due: 0,
    voided_at: now,
    voided_by_id: session.staff.id,
    void_reason: reason,
    void_rounding,
    updated_at: now,
  } as const;
  updateTransaction(writer, sale, changes);
  await uncountSale(writer, sale);
  await enter(writer, await getStore(writer, storeId), caller, voidEntries(sale, payouts, void_rounding));
  const failing = failingText(payments);
  noteChange(
    notedSale,
    { status: transactionStatusLabels[sale.status], units_back: 0, payments: failing.before },
    {
      status: transactionStatusLabels.void,
      units_back: units.length,
      payments: failing.after,
      cash_rounding: void_rounding ? moneyText(void_rounding) : undefined,
      handed_back: payouts.map(payoutText),
    },
  );
  return presentWhole(writer, { ...sale, ...changes }, now);
}
