import type { Refund, Transaction } from '#contract/transactions.ts';
import { refundSlip, voidSlip } from '#domain/money-back-slip.ts';
import { paperBuyer } from '#domain/receipt.ts';
import { payoutsOfVoid, type Payout } from '#domain/refunds.ts';
import type { SlipDocument, SlipFrame } from '#domain/slip.ts';
import type { TimelineKind } from '#domain/timeline.ts';
import { numberOf } from '#domain/transactions.ts';
import { api } from '#renderer/lib/api.ts';
import type { MoneyBack } from './use-money-back-slip.ts';

/** Returns the shop and the sale's own store as its receipt names them. */
async function frameOf({ id }: Transaction, printedAt: number, staffName: string): Promise<SlipFrame> {
  // Loading a receipt does not count as a copy.
  const receipt = await api.transactions.receipt({ params: { transactionId: id } });
  const { shop_name, store } = receipt;
  const time_zone = receipt.taken_back?.time_zone ?? receipt.time_zone;
  return { shop_name, store, time_zone, printed_at: printedAt, staff_name: staffName };
}

const named = (transaction: Transaction) => ({
  ...transaction,
  transaction_number: numberOf(transaction),
  buyer: paperBuyer(transaction),
});

const approverOf = ({ timeline = [] }: Transaction, kind: TimelineKind, at: number): string | null =>
  timeline.find((entry) => entry.kind === kind && entry.at === at)?.approved_by ?? null;

async function refundDocument(
  transaction: Transaction,
  refund: Refund,
  staffName: string,
): Promise<SlipDocument> {
  const frame = await frameOf(transaction, refund.created_at, staffName);
  const approved_by = approverOf(transaction, 'refunded', refund.created_at);
  return refundSlip({ transaction: named(transaction), refund, approved_by }, frame);
}

/** Returns the slip of a voided sale, signed by `staffName`, with what is paid back. */
async function voidDocument(
  transaction: Transaction,
  payouts: readonly Payout[],
  staffName: string,
): Promise<SlipDocument> {
  const voidedAt = transaction.voided_at ?? transaction.updated_at;
  const units = transaction.transaction_items.map(({ inventory_item: unit }) => ({
    product_name: `${unit.product_variation.product.name} ${unit.product_variation.name}`,
    serial_number: unit.serial_number,
    imei: unit.imei,
    imei2: unit.imei2,
  }));
  const reason = transaction.void_reason ?? '';
  const voided = {
    transaction: named(transaction),
    units,
    payouts,
    rounding: transaction.void_rounding,
    reason,
    voided_by: staffName,
  };
  const approved_by = approverOf(transaction, 'voided', voidedAt);
  return voidSlip(
    { ...voided, approved_by, voided_at: voidedAt },
    await frameOf(transaction, voidedAt, staffName),
  );
}

/** Returns what prints a refund's slip, by which a second one of the same refund is known. */
export const slipOfRefund = (sale: Transaction, refund: Refund, staffName: string): MoneyBack => ({
  key: `refund-${refund.id}`,
  payouts: refund.payouts,
  document: () => refundDocument(sale, refund, staffName),
  failed: 'Refund not printed',
});

/** The same of a void. */
export function slipOfVoid(voided: Transaction, staffName: string): MoneyBack {
  const payouts = payoutsOfVoid(voided.payments, voided.change_due, voided.void_rounding);
  return {
    key: `void-${voided.id}`,
    payouts,
    document: () => voidDocument(voided, payouts, staffName),
    failed: 'Void not printed',
  };
}
