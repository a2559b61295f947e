import type { DraftSnapshot, PrintStatus } from '#bridge/till.ts';
import type { Transaction } from '#contract/transactions.ts';
import { EMPTY_CART, type Cart } from '#domain/cart.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';

export type AfterSale = {
  transaction: Transaction;
  receipt: ReceiptDocument;
  /** How the receipt's way to paper stands; null in a browser, which prints by its own dialog. */
  print: PrintStatus | null;
  /** How often a browser has opened its print dialog for it. */
  printed: number;
};

export type TillState = {
  cart: Cart;
  /** `on-till`: the server has not got the newest cart yet; it is kept here and sent when it can be. */
  saving: 'none' | 'saving' | 'saved' | 'on-till';
  /** The unit that was added or scanned last. */
  highlighted: number | null;
  /** The sale that was just completed, until the next scan. */
  afterSale: AfterSale | null;
  /** A cart that was cut off by a crash or a power cut, offered once. */
  recovery: { snapshot: DraftSnapshot; cart: Cart } | null;
};

export const EMPTY_TILL: TillState = {
  cart: EMPTY_CART,
  saving: 'none',
  highlighted: null,
  afterSale: null,
  recovery: null,
};

/** A value that the screen can watch. */
export type Store<T> = {
  read: () => T;
  change: (changes: Partial<T>) => void;
  watch: (listener: () => void) => () => void;
};

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    change: (changes) => {
      value = { ...value, ...changes };
      for (const listener of listeners) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
