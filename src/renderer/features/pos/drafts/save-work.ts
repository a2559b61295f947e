import { soundLines, type Cart, type CartLine } from '#domain/cart.ts';
import type { TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { saveRequest, type SaveRequest } from './save-request.ts';

/** A save without an answer, with the cart as it was sent. */
type Pending = { request: SaveRequest; cart: Cart; trustServer: boolean };

/** A cart that goes on over what the server has of it: what the till has now, and what of that is saved. */
export type Taken = { cart: Cart; saved: Cart };

/** What is to be done for one cart. Another cart has another, and what is answered for the former counts no more. */
export type Work = {
  isDirty: boolean;
  pending: Pending | null;
  /** What has to be done before the cart is saved; null: the draft is not this till's to go on with. */
  take: (() => Promise<Taken | null>) | null;
  /** The next save leaves prices and totals to the server. */
  trustServer: boolean;
  /** What a manager let the next save say. */
  approved: Approved;
  running: Promise<void> | null;
  /** The cart that the server has. */
  saved: Cart;
};

export const workOn = (saved: Cart): Work => ({
  isDirty: false,
  pending: null,
  take: null,
  trustServer: false,
  approved: {},
  running: null,
  saved,
});

export const isWaiting = ({ isDirty, pending }: Work) => isDirty || pending !== null;

const isWorthSaving = (cart: Cart) => cart.draft !== null || soundLines(cart).length > 0;

/** The save that is next: the one without an answer again, else one of the cart as it is now, if it is worth one. */
export function nextSave(work: Work, cart: Cart, tax: TaxRule): Pending | null {
  if (work.pending) {
    if (work.pending.cart !== cart) work.isDirty = true;
    return work.pending;
  }
  work.isDirty = false;
  if (!isWorthSaving(cart)) return null;
  const { trustServer } = work;
  work.pending = { request: { ...saveRequest(cart, tax, trustServer), ...work.approved }, cart, trustServer };
  work.approved = {};
  return work.pending;
}

/** The lines that the server never had. */
export function unsavedLines(cart: Cart, saved: Cart): CartLine[] {
  const savedIds = new Set(saved.lines.map((line) => line.inventory_item_id));
  return soundLines(cart).filter((line) => !savedIds.has(line.inventory_item_id));
}
