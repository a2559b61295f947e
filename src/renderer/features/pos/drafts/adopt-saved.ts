import type { Transaction } from '#contract/transactions.ts';
import { applyHolds, type Cart } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { cartCustomer, draftOf } from '../cart/cart-lines.ts';

/**
 * The cart with what the server said of it: its draft, five more minutes for every unit it holds, and its customer and
 * prices, unless the sale was given to somebody else since it was `sent`.
 */
export function adoptSaved(cart: Cart, sent: Cart, saved: Transaction, sentAt: number): Cart {
  const isSameCustomer = cart.customer === sent.customer;
  const prices = new Map(saved.transaction_items.map((item) => [item.inventory_item_id, item.price]));
  // Where the till is switched off, what is saved is held no longer than it was.
  const locked = saved.transaction_items.filter((item) => item.inventory_item.status === 'locked');
  const held = new Map(locked.map((item) => [item.inventory_item_id, sentAt + LOCK_LIFETIME]));
  const lines = cart.lines.map((line) => ({
    ...line,
    price: (isSameCustomer ? prices.get(line.inventory_item_id) : undefined) ?? line.price,
  }));
  const customer = isSameCustomer ? saved.customer && cartCustomer(saved.customer) : cart.customer;
  return { ...applyHolds({ ...cart, customer, lines }, held, new Map()), draft: draftOf(saved) };
}
