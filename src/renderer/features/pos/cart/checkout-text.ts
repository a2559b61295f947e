import { cartTotals, checkoutBlock, type CheckoutBlock } from '#domain/cart.ts';
import type { TaxRule } from '#domain/totals.ts';
import type { OfflineSelling } from '../offline/use-offline-selling.ts';
import { notWithoutServer, whyCartNotOffline } from '../offline/why-not.ts';
import type { TillState } from '../sale/till-state.ts';

/** The reasons why the cart cannot go to payment. */
export const blockText: Record<CheckoutBlock, string> = {
  empty: 'Add items to cart first',
  'zero-total': 'Cart total must be greater than 0',
  'lost-lines': 'Remove the lost items first',
  'no-replacement': 'Under its warranty, scan one other item of the same product and variation',
};

type Standing = {
  storeTax: TaxRule;
  isReachable: boolean;
  /** How this till sells without the server now; null if it does not. */
  selling: Pick<OfflineSelling, 'whyNot'> | null;
  /** Why this cart cannot be sold here now. */
  closed: string | null;
};

/** Returns why the cart cannot go to payment now; null if it can. */
export function whyNoCheckout(
  { cart, lowPrice }: TillState,
  { storeTax, isReachable, selling, closed }: Standing,
): string | null {
  const totals = cartTotals(cart, storeTax);
  const block = checkoutBlock(cart, totals);
  if (block) return blockText[block];
  if (selling) {
    const price = lowPrice === null ? null : notWithoutServer.approval;
    return (
      closed ??
      whyCartNotOffline(cart) ??
      price ??
      selling.whyNot({ total: totals.total_amount, payments: [] })
    );
  }
  const away = isReachable ? null : 'Checkout returns when the server is back';
  return closed ?? away ?? (lowPrice === null ? null : 'A manager has to approve the price first');
}
