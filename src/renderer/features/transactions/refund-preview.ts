import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/transactions.ts';
import { ONE_CENTAVO } from '#domain/cash-rounding.ts';
import { allocate, sumOfAmounts, type Centavos } from '#domain/money.ts';
import {
  beforeRefund,
  cashForUnits,
  defaultPayouts,
  owedBack,
  paidAmount,
  proposedRefund,
  refundShares,
  roundedPayouts,
  type Payout,
} from '#domain/refunds.ts';

type RefundPreview = {
  amount: Centavos;
  /** The part owed for items returned before the payment was verified. */
  owed: Centavos;
  /** The amount refunded for each chosen item, by item id. */
  parts: ReadonlyMap<number, Centavos>;
  /** By the methods of payment. */
  payouts: Payout[];
  /** The amount by which the payouts exceed the refund, because cash is rounded up. */
  rounding: Centavos;
  /** The cash among the payouts that stands for traded-in units, which stay. */
  forUnits: Centavos;
  /** The sum of the sale's pending payments, and how much of it would go back for the chosen items once it is verified. */
  pending: Centavos;
  later: Centavos;
  /** True if the refund is capped to what is left of the payments, below the items' share. */
  isCapped: boolean;
};

const isPending = ({ status, deleted_at }: Payment) => status === 'pending' && deleted_at === null;

/**
 * Computes the refund for the chosen items, or only what earlier ones are owed, by the server's own rules; `carried` is
 * the part of it that an exchange pays with.
 */
export function previewRefund(
  sale: Transaction,
  chosen: ReadonlySet<number>,
  coin: Centavos = ONE_CENTAVO,
  carried: Centavos = 0,
): RefundPreview {
  const now = previewOf(sale, chosen, coin, carried);
  const pending = sumOfAmounts(sale.payments.filter(isPending));
  const payments = sale.payments.map((payment) =>
    isPending(payment) ? { ...payment, status: 'completed' as const } : payment,
  );
  const later = pending > 0 ? previewOf({ ...sale, payments }, chosen, coin).amount - now.amount : 0;
  return { ...now, pending, later };
}

function previewOf(
  sale: Transaction,
  chosen: ReadonlySet<number>,
  coin: Centavos,
  carried = 0,
): Omit<RefundPreview, 'pending' | 'later'> {
  const { payments, transaction_items: lines, change_due: change, refunded_amount: refunded } = sale;
  const paid = paidAmount(payments, change);
  const shares = refundShares({ ...sale, lines }, paid);
  const returning = lines.flatMap(({ id }, index) =>
    chosen.has(id) ? [{ id, share: shares[index] ?? 0 }] : [],
  );
  const whole = returning.reduce((sum, { share }) => sum + share, 0);
  const placesOf = (isMeant: (line: (typeof lines)[number]) => boolean) =>
    new Set(lines.flatMap((line, index) => (isMeant(line) ? [index] : [])));
  const back = placesOf(({ refunded_at }) => refunded_at !== null);
  const withheld = sale.refunds.reduce((sum, refund) => sum + refund.withheld, 0);
  const before = beforeRefund({ ...sale, lines }, payments, {
    back,
    refunded,
    withheld,
    change,
    rounding: sale.cash_rounding,
  });
  const coming = placesOf(({ id }) => chosen.has(id));
  const amount = proposedRefund(shares, coming, before);
  const parts = allocate(
    amount,
    returning.map(({ share }) => share),
  );
  const earlier = sale.refunds.flatMap((refund): Payout[] => [
    ...refund.payouts,
    // Their rounding came by no payment.
    { method: 'cash', amount: -refund.cash_rounding },
  ]);
  const goingBack = defaultPayouts(amount - carried, payments, { change, earlier });
  return {
    amount,
    owed: Math.min(amount, owedBack(shares, before, coming)),
    parts: new Map(returning.map(({ id }, index) => [id, parts[index] ?? 0])),
    ...roundedPayouts(goingBack, coin),
    forUnits: cashForUnits(payments, goingBack, { change, earlier }),
    isCapped: amount < whole,
  };
}

/** Returns the amount owed for items returned before all of their money was there. */
export const owedFor = (sale: Transaction): Centavos => previewRefund(sale, new Set()).owed;
