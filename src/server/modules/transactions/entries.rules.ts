import type { PaymentMethod, PaymentStatus } from '#domain/payments.ts';
import type { Payout } from '#domain/refunds.ts';
import type { NewEntry } from '../shifts/shifts.public.ts';
import type { TransactionRow } from './transactions.repository.ts';

// What of a sale is entered into the till's day: each thing when it happens, never changed afterwards.

type Money = {
  transaction_id: number;
  method: PaymentMethod;
  amount: number;
  status: PaymentStatus;
  deleted_at: number | null;
};

const isTaken = ({ status, deleted_at }: Money) => status === 'completed' && deleted_at === null;

/** Payments that came in; pending ones do when somebody has seen the money. */
export const takenEntries = (payments: readonly Money[]): NewEntry[] =>
  payments
    .filter(isTaken)
    .map(({ transaction_id, method, amount }) => ({ kind: 'payment', transaction_id, method, amount }));

/** Change that was handed out; below zero where the cash that it was of never came. */
export const changeEntries = (transaction_id: number, change: number): NewEntry[] =>
  change === 0
    ? []
    : [{ kind: 'change', method: 'cash', transaction_id, amount: change, quantity: Math.sign(change) }];

type Sale = Pick<TransactionRow, 'id' | 'invoice_no' | 'total_amount' | 'discount_amount' | 'tax_amount'>;

/** A sale that was completed, and its change. */
export const saleEntries = (sale: Sale, change: number): NewEntry[] => [
  {
    kind: 'sale',
    transaction_id: sale.id,
    amount: sale.total_amount,
    discount: sale.discount_amount,
    tax: sale.tax_amount,
    ...(sale.invoice_no === null ? {} : { invoice_no: sale.invoice_no }),
  },
  ...changeEntries(sale.id, change),
];

const payoutEntries = (
  kind: 'void_payout' | 'refund_payout',
  transaction_id: number,
  payouts: readonly Payout[],
): NewEntry[] => payouts.map(({ method, amount }) => ({ kind, transaction_id, method, amount }));

/** A sale that was taken back whole, and what went back with it. */
export const voidEntries = (sale: Sale, payouts: readonly Payout[]): NewEntry[] => [
  { kind: 'void', transaction_id: sale.id, amount: sale.total_amount, tax: sale.tax_amount },
  ...payoutEntries('void_payout', sale.id, payouts),
];

type Refunded = { amount: number; written_off: number; tax: number; payouts: readonly Payout[] };

/** What came back of a sale, and what went back for it. */
export const refundEntries = (
  saleId: number,
  { amount, written_off, tax, payouts }: Refunded,
): NewEntry[] => [
  { kind: 'refund', transaction_id: saleId, amount, written_off, tax },
  ...payoutEntries('refund_payout', saleId, payouts),
];

/** What became different of a payment, null before it was there: as it was, undone, and as it is. */
export const changedEntries = (before: Money | null, after: Money): NewEntry[] => {
  const was = before !== null && isTaken(before);
  if (was && isTaken(after) && before.method === after.method) {
    const amount = after.amount - before.amount;
    if (amount === 0) return [];
    return [
      { kind: 'payment', transaction_id: after.transaction_id, method: after.method, amount, quantity: 0 },
    ];
  }
  const undone = was
    ? takenEntries([before]).map((entry): NewEntry => ({ ...entry, amount: -entry.amount, quantity: -1 }))
    : [];
  return [...undone, ...takenEntries([after])];
};
