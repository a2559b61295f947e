import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { approvedTerms } from '#contract/define-route.ts';
import { exchangeRoutes } from '#contract/exchanges.ts';
import { transactions } from '#contract/transactions.ts';
import { exchangeBalance, isReplacement, type Exchange } from '#domain/exchanges.ts';
import { formatMoney, sumOfAmounts, type Centavos } from '#domain/money.ts';
import { coveredAmount, type CountedPayment } from '#domain/payments.ts';
import { dispositionLabels, returnOf } from '#domain/refunds.ts';
import { totalsOf } from '#domain/totals.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ExchangeCard } from '#renderer/features/payments/exchange-card.tsx';
import type { Exchanging } from '#renderer/features/payments/paying.ts';
import { draftIdOf, type SaleToPay } from '#renderer/features/payments/sale-to-pay.ts';
import { useTillState } from '#renderer/features/pos/sale/till-context.ts';
import { useWhyNoCash } from '#renderer/features/shifts/use-current-shift.ts';
import { isInCash, payoutText } from '#renderer/features/transactions/money-back-text.ts';
import { previewRefund } from '#renderer/features/transactions/refund-preview.ts';
import { isWithCustomer } from '#renderer/features/transactions/transaction-text.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { read } from '#renderer/lib/read.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { AS_PAID, payoutsBy } from '#renderer/ui/way-back-fields.tsx';

/** Returns a draft as a warranty exchange sells it: for what was paid for the unit that comes back. */
function asReplacement(toPay: SaleToPay, { tax }: Exchange, total: Centavos): SaleToPay {
  const { cart_discount: _none, ...figures } = totalsOf(total, tax);
  const { subtotal: price } = figures;
  const lines = toPay.lines.map((line) => {
    return { ...line, price, final_price: price, discount_amount: 0, discounts: [] };
  });
  return { ...toPay, ...figures, tax, discounts: [], lines };
}

/** An exchange that a draft is part of, as its payment screen shows and sends it. */
export type PaidExchange = {
  /** The sale as it is made. */
  shown: SaleToPay;
  /** What it carries over, as a payment. */
  payments: readonly CountedPayment[];
  goesBack: Centavos;
  /** Why it cannot be done; null if it can. */
  why: string | null;
  card: ReactNode;
  approving: ReactNode;
  ask: () => Promise<(Approved & { exchanging: Exchanging }) | null>;
};

/** Returns the exchange that was begun for a draft at this till, reckoned by the sale that the units are of; else null. */
export function useExchange(toPay: SaleToPay, coin: Centavos): PaidExchange | null {
  const { store } = useSignedIn();
  const { cart } = useTillState();
  const exchange = cart.draft?.id === draftIdOf(toPay) ? (cart.exchange ?? null) : null;
  const [way, setWay] = useState(AS_PAID);
  const approval = useApproval('refund');
  const whyNoCash = useWhyNoCash(store);
  const query = useQuery({
    ...read(transactions.get, { params: { transactionId: exchange?.transaction_id ?? 0 } }),
    enabled: exchange !== null,
    refetchOnMount: 'always',
  });
  if (!exchange) return null;
  const { data: sale } = query;
  const ids = new Set(exchange.items.map(({ id }) => id));
  const isReplacing = exchange.is_warranty && isReplacement(exchange, toPay.lines);
  const refund = sale
    ? previewRefund(sale, ids, coin)
    : { amount: exchange.amount, owed: 0, parts: new Map<number, Centavos>() };
  const shown = isReplacing ? asReplacement(toPay, exchange, refund.amount - refund.owed) : toPay;
  const due = shown.total_amount - coveredAmount(toPay.payments);
  const { carried, goes_back: rest } = exchangeBalance(refund.amount, due);
  const asPaid = sale ? previewRefund(sale, ids, coin, carried) : { payouts: [], rounding: 0 };
  const otherWay = payoutsBy(way, rest, coin);
  const { payouts, rounding } = otherWay ?? asPaid;
  const left = sale?.transaction_items.filter((item) => ids.has(item.id) && isWithCustomer(item)) ?? [];

  const why = (): string | null => {
    if (query.isError && !sale) return `${exchange.number} could not be loaded: go back and try again`;
    if (!sale) return `Loading ${exchange.number}`;
    if (left.length < ids.size) return 'What comes back was returned already: go back and change it';
    if (exchange.is_warranty && !isReplacing)
      return 'Under its warranty one item goes out, of the same product and variation';
    return isInCash(payouts) ? whyNoCash : null;
  };
  const ask = async () => {
    const body: Exchanging = {
      transaction_id: exchange.transaction_id,
      items: exchange.items.map(returnOf),
      reason: exchange.reason,
      is_warranty: exchange.is_warranty,
      // The server refuses if they differ from those shown: a payment may have changed meanwhile.
      known_payouts: payouts.map(({ method, amount }) => ({ method, amount })),
      ...(otherWay && { payouts: otherWay.payouts }),
    };
    const coming = exchange.items.map(
      (item) => `${item.product_name}, ${item.identifier} (${dispositionLabels[item.disposition]})`,
    );
    const what = [
      { label: 'Sale', value: exchange.number },
      { label: 'Comes back', value: coming.join(', ') },
      {
        label: 'Goes out',
        value: `${toPay.draft?.number ?? ''}, ${formatMoney(shown.total_amount, 'payment')}`,
      },
      { label: 'Goes back', value: payoutText(payouts) ?? 'Nothing' },
      { label: 'Reason', value: exchange.reason },
    ];
    const approved = await approval.ask({
      targetId: exchange.transaction_id,
      ...approvedTerms(exchangeRoutes.exchange, body),
      title: exchange.is_warranty ? 'Exchange under warranty' : 'Exchange items of this sale',
      what,
    });
    return approved && { ...approved, exchanging: body };
  };
  return {
    shown,
    payments:
      carried > 0 ? [{ method: 'exchange', amount: carried, status: 'completed', deleted_at: null }] : [],
    goesBack: sumOfAmounts(payouts),
    why: why(),
    card: (
      <ExchangeCard
        exchange={{
          ...exchange,
          items: exchange.items.map((item) => ({
            ...item,
            amount: refund.parts.get(item.id) ?? item.amount,
          })),
        }}
        carried={carried}
        payouts={payouts}
        rounding={rounding}
        way={way}
        onWay={setWay}
      />
    ),
    approving: approval.dialog,
    ask,
  };
}
