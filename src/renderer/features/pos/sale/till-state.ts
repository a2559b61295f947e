import type { KeptSale } from '#bridge/offline-sales.ts';
import type { PrintStatus } from '#bridge/printing.ts';
import type { ErrorDetails } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { EMPTY_CART, type Cart, type Repriced } from '#domain/cart.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { RemovedLine } from '../cart/removed-lines.ts';

export type AfterSale = {
  /** Null for a sale that was made without the server. */
  transaction: Transaction | null;
  /** A sale that was made without the server, as the till's file has it by now. */
  kept: KeptSale | null;
  receipt: ReceiptDocument;
  /** The state of printing the receipt; null in a browser, which has its own print dialog. */
  print: PrintStatus | null;
  /** The number of times that a browser has opened its print dialog for the receipt. */
  printed: number;
  /** The address that the receipt was last sent to. */
  emailedTo: string | null;
};

/** A cart that this till keeps but does not work on. */
export type SavedCart = { key: string; savedAt: number; cart: Cart };

/** A draft and its holder, from the refusal `draft_open`. */
export type OpenDraft = Pick<ErrorDetails, 'held_by' | 'draft'>;

/** Another till has a draft open: the cashier decides. */
type TakeOver = { held: OpenDraft; answer: (isTakenOver: boolean) => void };

export type TillState = {
  cart: Cart;
  /** `on-till`: the server has not got the newest cart yet; it is kept here and sent when possible. */
  saving: 'none' | 'saving' | 'saved' | 'on-till';
  /** Why the server refuses the customer's prices until a manager approves them; null if it does not. */
  lowPrice: string | null;
  /** The key of the line that was added or scanned last. */
  highlighted: string | null;
  /** The lines whose price changed with the customer, with the former price. */
  repriced: readonly Repriced[];
  /** The lines that were just removed and can be restored. */
  removed: readonly RemovedLine[];
  /** The sale that was just completed, until the next scan. */
  afterSale: AfterSale | null;
  /** The time when this till kept the cart (epoch milliseconds), while the server has not got it. */
  snapshotAt: number | null;
  /** Recovered carts, interrupted by a crash or a power cut or parked without a server; the newest first. */
  offers: readonly SavedCart[];
  /** True while one of them is being taken up, also after the question about its draft. */
  isRecovering: boolean;
  takeOver: TakeOver | null;
};

export const EMPTY_TILL: TillState = {
  cart: EMPTY_CART,
  saving: 'none',
  lowPrice: null,
  highlighted: null,
  repriced: [],
  removed: [],
  afterSale: null,
  snapshotAt: null,
  offers: [],
  isRecovering: false,
  takeOver: null,
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
