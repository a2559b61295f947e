import type { PrintStatus } from '#bridge/printing.ts';
import type { Transaction } from '#contract/transactions.ts';
import { EMPTY_CART, type Cart, type Repriced } from '#domain/cart.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { RemovedLine } from '../cart/removed-lines.ts';

export type AfterSale = {
  transaction: Transaction;
  receipt: ReceiptDocument;
  /** How the receipt's way to paper stands; null in a browser, which prints by its own dialog. */
  print: PrintStatus | null;
  /** How often a browser has opened its print dialog for it. */
  printed: number;
  /** The address that its receipt went to last. */
  emailedTo: string | null;
};

/** A cart that this till keeps and does not work on. */
export type SavedCart = { key: string; savedAt: number; cart: Cart };

export type TillState = {
  cart: Cart;
  /** `on-till`: the server has not got the newest cart yet; it is kept here and sent when it can be. */
  saving: 'none' | 'saving' | 'saved' | 'on-till';
  /** The unit that was added or scanned last. */
  highlighted: number | null;
  /** The lines that another customer gave another price, with the one before. */
  repriced: readonly Repriced[];
  /** The lines that were just removed, which can be put back. */
  removed: readonly RemovedLine[];
  /** The sale that was just completed, until the next scan. */
  afterSale: AfterSale | null;
  /** When this till kept the cart (epoch milliseconds), as long as the server has not got it. */
  snapshotAt: number | null;
  /** Carts that were interrupted by a crash or a power cut, or parked without a server: offered, the newest first. */
  offers: readonly SavedCart[];
};

export const EMPTY_TILL: TillState = {
  cart: EMPTY_CART,
  saving: 'none',
  highlighted: null,
  repriced: [],
  removed: [],
  afterSale: null,
  snapshotAt: null,
  offers: [],
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
