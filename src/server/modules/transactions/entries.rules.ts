import type { PaymentMethod, PaymentStatus } from '#domain/payments.ts';
import type { Payout } from '#domain/refunds.ts';
import type { NewEntry } from '../shifts/shifts.public.ts';
import type { TransactionRow } from './transactions.repository.ts';

// Till entries of a sale: each is made when it happens and never changes afterwards.

type Money = {
  transaction_id: number;
  method: PaymentMethod;
  amount: number;
  status: PaymentStatus;
  deleted_at: number | null;
};

const isTaken = ({ status, deleted_at }: Money) => status === 'completed' && deleted_at === null;

/** Makes entries of payments that came in; pending ones count once somebody has seen the money. */
export const takenEntries = (payments: readonly Money[]): NewEntry[] =>
  payments
    .filter(isTaken)
    .map(({ transaction_id, method, amount }) => ({ kind: 'payment', transaction_id, method, amount }));

/** Makes an entry of change handed out; negative if the cash that it was change of never came. */
export const changeEntries = (transaction_id: number, change: number): NewEntry[] =>
  change === 0
    ? []
    : [{ kind: 'change', method: 'cash', transaction_id, amount: change, quantity: Math.sign(change) }];

/** Makes an entry of what cash was rounded by: above zero in the customer's favour, below zero where it is taken back. */
export const roundingEntries = (transaction_id: number, rounding: number): NewEntry[] =>
  rounding === 0
    ? []
    : [{ kind: 'rounding', transaction_id, amount: rounding, quantity: Math.sign(rounding) }];

type Sale = Pick<TransactionRow, 'id' | 'invoice_no' | 'total_amount' | 'discount_amount' | 'tax_amount'>;

/** Makes the entries of a completed sale, its change and its rounding. */
export const saleEntries = (sale: Sale, change: number, rounding = 0): NewEntry[] => [
  {
    kind: 'sale',
    transaction_id: sale.id,
    amount: sale.total_amount,
    discount: sale.discount_amount,
    tax: sale.tax_amount,
    ...(sale.invoice_no === null ? {} : { invoice_no: sale.invoice_no }),
  },
  ...changeEntries(sale.id, change),
  ...roundingEntries(sale.id, rounding),
];

const payoutEntries = (
  kind: 'void_payout' | 'refund_payout',
  transaction_id: number,
  payouts: readonly Payout[],
): NewEntry[] => payouts.map(({ method, amount }) => ({ kind, transaction_id, method, amount }));

/** Makes the entries of a voided sale and its payouts; its own rounding is taken back, theirs is `rounding`. */
export const voidEntries = (
  sale: Sale & Pick<TransactionRow, 'cash_rounding'>,
  payouts: readonly Payout[],
  rounding = 0,
): NewEntry[] => [
  { kind: 'void', transaction_id: sale.id, amount: sale.total_amount, tax: sale.tax_amount },
  ...payoutEntries('void_payout', sale.id, payouts),
  ...roundingEntries(sale.id, rounding - sale.cash_rounding),
];

type Refunded = {
  amount: number;
  written_off: number;
  tax: number;
  payouts: readonly Payout[];
  cash_rounding: number;
  rounding_back: number;
};

/** Makes the entries of a refund, its payouts, and the roundings of its cash and of the sale that it takes back. */
export const refundEntries = (
  saleId: number,
  { amount, written_off, tax, payouts, cash_rounding, rounding_back }: Refunded,
): NewEntry[] => [
  { kind: 'refund', transaction_id: saleId, amount, written_off, tax },
  ...payoutEntries('refund_payout', saleId, payouts),
  ...roundingEntries(saleId, cash_rounding),
  ...(rounding_back === 0
    ? []
    : [{ kind: 'rounding_back' as const, transaction_id: saleId, amount: rounding_back }]),
];

/** Makes the entries of a changed payment, null if it is new: the difference, or the old one undone and the new one. */
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
