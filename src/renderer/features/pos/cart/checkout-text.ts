import type { CheckoutBlock } from '#domain/cart.ts';

/** The reasons why the cart cannot go to payment. */
export const blockText: Record<CheckoutBlock, string> = {
  empty: 'Add items to cart first',
  'zero-total': 'Cart total must be greater than 0',
  'lost-lines': 'Remove the lost items first',
};
