import { soundLines, type Cart, type CartLine } from '#domain/cart.ts';
import type { Centavos } from '#domain/money.ts';
import type { TaxRule } from '#domain/totals.ts';
import { byKey, lineKey } from '#domain/sale-line.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { saveRequest, type SaveRequest } from './save-request.ts';

/** A save without an answer, with the cart as sent. */
type Pending = { request: SaveRequest; cart: Cart; trustServer: boolean };

/** A cart that continues on the server's draft: the till's cart, and the part that is saved. */
export type Taken = { cart: Cart; saved: Cart };

/** Takes a cart up; resolves to null if another till has its draft, or the till has another cart by now (`isStill`). */
export type Take = (isStill: () => boolean) => Promise<Taken | null>;

/** The saving of one cart. Another cart gets a new one, and answers for the former are ignored. */
export type Work = {
  isDirty: boolean;
  pending: Pending | null;
  /** Runs before the first save. Null if there is nothing to run. */
  take: Take | null;
  /** True if the next save leaves prices and totals to the server. */
  trustServer: boolean;
  /** The approval that the next save carries. */
  approved: Approved;
  running: Promise<void> | null;
  /** The cart that the server has. */
  saved: Cart;
  /** By how much its draft's payments other than cash exceeded the total when it was last saved. */
  excess: Centavos;
};

export const workOn = (saved: Cart): Work => ({
  isDirty: false,
  pending: null,
  take: null,
  trustServer: false,
  approved: {},
  running: null,
  saved,
  excess: 0,
});

export const isWaiting = ({ isDirty, pending }: Work) => isDirty || pending !== null;

const isWorthSaving = (cart: Cart) => cart.draft !== null || soundLines(cart).length > 0;

/** Returns the next save: the unanswered one again, else one of the present cart; null if there is nothing to save. */
export function nextSave(work: Work, cart: Cart, tax: TaxRule): Pending | null {
  if (work.pending) {
    if (work.pending.cart !== cart) work.isDirty = true;
    return work.pending;
  }
  work.isDirty = false;
  if (!isWorthSaving(cart)) return null;
  work.pending = { request: saveRequest(cart, tax, work), cart, trustServer: work.trustServer };
  work.approved = {};
  return work.pending;
}

/** Returns the lines that were never saved to the server. */
export function unsavedLines(cart: Cart, saved: Cart): CartLine[] {
  const before = byKey(saved.lines);
  return soundLines(cart).filter((line) => !before.has(lineKey(line)));
}
