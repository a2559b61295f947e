import type { Centavos } from './money.ts';
import { paymentMethodLabels, type PaymentMethod } from './payments.ts';
import { buyerDetails, type PaperBuyer, pesos } from './receipt.ts';
import { dispositionLabels, type Disposition } from './refunds.ts';
import { type SlipDocument, type SlipFrame, type SlipRow, slipOf } from './slip.ts';
import { formatInstant } from './store-time.ts';
import { imeisOf, type UnitNumbers } from './units.ts';

/** A sale with money returned, as its slip needs it. */
type PrintedSale = {
  transaction_number: string;
  customer: { name: string } | null;
  /** Whom its receipt names as the buyer. */
  buyer?: PaperBuyer | null;
};
type PrintedPayout = { method: PaymentMethod; amount: Centavos; reference_number?: string | null };

/** A sale and one refund of it. */
export type PrintedRefund = {
  transaction: PrintedSale & { transaction_items: readonly { id: number; inventory_item: UnitNumbers }[] };
  refund: {
    amount: Centavos;
    cash_rounding?: Centavos;
    reason: string;
    items: readonly {
      transaction_item_id: number;
      product_name: string;
      disposition: Disposition;
      amount: Centavos;
    }[];
    payouts: readonly PrintedPayout[];
    refunded_by: { name: string };
    /** Epoch milliseconds. */
    created_at: number;
  };
  approved_by: string | null;
};

/** A voided sale, and how its payments are returned. */
type PrintedVoid = {
  transaction: PrintedSale;
  units: readonly (UnitNumbers & { product_name: string })[];
  payouts: readonly PrintedPayout[];
  /** The part of the payouts that is given for want of smaller coins. */
  rounding?: Centavos;
  reason: string;
  voided_by: string;
  approved_by: string | null;
  /** Epoch milliseconds. */
  voided_at: number;
};

type MoneyBack = {
  /** The approver; null without an approval. */
  approvedBy: string | null;
  title: string;
  /** The label of the returned sum. */
  label: string;
  transaction: PrintedSale;
  items: SlipRow[];
  payouts: readonly PrintedPayout[];
  amount: Centavos;
  /** The amount by which the payouts exceed the refund, because cash is rounded up. */
  rounding: Centavos;
  reason: string;
  by: string;
  at: number;
};

const unitRows = (unit: UnitNumbers | undefined): SlipRow[] => [
  ...(unit ? imeisOf(unit) : []).map((imei) => ({ kind: 'text' as const, text: `IMEI ${imei}` })),
  ...(unit?.serial_number ? [{ kind: 'text' as const, text: `SN ${unit.serial_number}` }] : []),
];

/** Returns a slip of returned money: items, amounts by method, reason, and a signature line. */
function moneyBackSlip(back: MoneyBack, frame: SlipFrame): SlipDocument {
  const { transaction, items } = back;
  const payouts = back.payouts.flatMap((payout): SlipRow[] => [
    { kind: 'pair', label: paymentMethodLabels[payout.method], value: pesos(payout.amount) },
    ...(payout.reference_number ? [{ kind: 'text' as const, text: `Ref. ${payout.reference_number}` }] : []),
  ]);
  return slipOf(frame, back.title, [
    { kind: 'rule' },
    { kind: 'pair', label: 'Sale', value: transaction.transaction_number },
    { kind: 'pair', label: 'Date', value: formatInstant(back.at, frame.time_zone) },
    { kind: 'pair', label: 'Staff', value: back.by },
    ...(back.approvedBy === null
      ? []
      : [{ kind: 'pair' as const, label: 'Approved by', value: back.approvedBy }]),
    { kind: 'pair', label: 'Customer', value: transaction.customer?.name ?? 'Walk-in Customer' },
    ...buyerDetails(transaction.buyer).map(([label, value]) => ({ kind: 'pair' as const, label, value })),
    { kind: 'rule' },
    ...(items.length > 0 ? [...items, { kind: 'rule' as const }] : []),
    { kind: 'pair', label: back.label, value: pesos(back.amount), bold: true },
    ...(back.rounding === 0
      ? []
      : [{ kind: 'pair' as const, label: 'Cash rounding', value: pesos(back.rounding) }]),
    ...payouts,
    { kind: 'rule' },
    { kind: 'text', text: `Reason: ${back.reason}` },
    { kind: 'text', text: '' },
    { kind: 'text', text: '' },
    { kind: 'rule' },
    { kind: 'text', text: 'Customer’s signature' },
  ]);
}

/** Returns the slip of a refund: the returned units with their destinations, and the payouts. */
export function refundSlip(refunded: PrintedRefund, frame: SlipFrame): SlipDocument {
  const { transaction, refund, approved_by: approvedBy } = refunded;
  const unitOf = new Map(transaction.transaction_items.map((item) => [item.id, item.inventory_item]));
  const items = refund.items.flatMap((item): SlipRow[] => [
    { kind: 'text', text: item.product_name },
    ...unitRows(unitOf.get(item.transaction_item_id)),
    { kind: 'pair', label: dispositionLabels[item.disposition], value: pesos(item.amount) },
  ]);
  const { amount, cash_rounding: rounding = 0, payouts, reason, refunded_by, created_at: at } = refund;
  const back = {
    transaction,
    items,
    payouts,
    amount,
    rounding,
    reason,
    by: refunded_by.name,
    approvedBy,
    at,
  };
  return moneyBackSlip({ title: 'Refund', label: 'REFUNDED', ...back }, frame);
}

/** Returns the slip of a void: every unit of the sale, and the payouts by method. */
export function voidSlip(voided: PrintedVoid, frame: SlipFrame): SlipDocument {
  const {
    transaction,
    payouts,
    rounding = 0,
    reason,
    voided_by: by,
    approved_by: approvedBy,
    voided_at: at,
  } = voided;
  const items = voided.units.flatMap((unit): SlipRow[] => [
    { kind: 'text', text: unit.product_name },
    ...unitRows(unit),
  ]);
  const amount = payouts.reduce((total, payout) => total + payout.amount, -rounding);
  const back = { transaction, items, payouts, amount, rounding, reason, by, approvedBy, at };
  return moneyBackSlip({ title: 'Void', label: 'HANDED BACK', ...back }, frame);
}
