import { formatMoney, type Centavos } from '#domain/money.ts';
import { paymentMethodLabels, type Tender } from '#domain/payments.ts';
import { notTakenText } from './methods-taken.ts';
import type { PaymentEntryState } from './use-payment-entry.ts';

type SaleState = {
  isReachable: boolean;
  /** Why the till cannot make the sale without the server; null if it can, undefined where it may not at all. */
  offline: string | null | undefined;
  /** True while the draft is opened, or a later version of it is loaded. */
  isOutdated: boolean;
  /** Why the store sells nothing now. */
  closed: string | null;
  /** Why nothing is sold from this till's drawer now. */
  drawer: string | null;
  /** True if the saved payments cover the total and nothing was typed. */
  isPaid: boolean;
  items: number;
  lost: number;
  total: Centavos;
  /** By how much payments other than cash exceed the total. */
  excess: Centavos;
  /** The method of a typed row that the store no longer takes. */
  notTaken: Tender | null;
  /** Why the exchange that the sale is part of cannot be done; undefined without one: then it may not come to nothing. */
  exchange: string | null | undefined;
};

/** Returns why a sale cannot be completed now; null if it can. */
export function whyNotComplete({
  isReachable,
  offline,
  isOutdated,
  closed,
  drawer,
  isPaid,
  items,
  lost,
  total,
  excess,
  notTaken,
  exchange,
}: SaleState): string | null {
  if (closed !== null && !isPaid) return closed;
  if (!isReachable && offline === undefined) return 'Sales can be completed when the server is back';
  if (isOutdated) return 'Loading the cart';
  if (drawer !== null) return drawer;
  if (items === 0) return 'The cart is empty: add items, or delete the payments';
  if (lost > 0) return 'An item is no longer available: go back and remove it';
  if (excess > 0) {
    return `Payments other than cash exceed the total by ${formatMoney(excess, 'payment')}: change or delete one`;
  }
  if (!isReachable && offline) return offline;
  if (notTaken !== null) return notTakenText(notTaken);
  if (exchange !== undefined) return exchange;
  return total > 0 ? null : 'Cart total must be greater than 0';
}

/** Returns the two lines of a button that takes a proposed amount: "Take ₱21,078.88", "cash and complete". */
export function takingText({
  isProposed,
  isFilled,
  entry,
}: PaymentEntryState): readonly [string, string] | null {
  if (!isProposed || !isFilled) return null;
  const method = entry.method === 'cash' ? 'cash' : `by ${paymentMethodLabels[entry.method]}`;
  return [`Take ${formatMoney(entry.amount, 'payment')}`, `${method} and complete`];
}
