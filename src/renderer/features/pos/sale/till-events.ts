import type { KeptSale } from '#bridge/offline-sales.ts';
import type { ApiError, ErrorDetails } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { Cart } from '#domain/cart.ts';
import type { Centavos } from '#domain/money.ts';
import type { TaxRule } from '#domain/totals.ts';

/** What happens to the till's cart that its cashier has to be told. */
export type TillEvent =
  /** Something was refused, or failed. */
  | { kind: 'failed'; error: unknown; title: string }
  /** Units are in another sale or cart; `messages` say which. */
  | { kind: 'lost'; messages: readonly string[] }
  /** Another till has the draft now, as this one saved it last. `isSplit`: lines that only this till has start a new one. */
  | { kind: 'taken_over'; cart: Cart; total: Centavos; refusal: ApiError; isSplit: boolean }
  /** The customer has a draft already; the cart has gone back to its former customer. */
  | { kind: 'draft_exists'; draft: ErrorDetails['draft'] }
  /** The cart goes on on a draft that another window saved; `isConflict`: both had changed the same thing. */
  | { kind: 'rejoined'; isConflict: boolean }
  /** A change leaves the payments other than cash, which give no change, above the total by `excess`. */
  | { kind: 'overpaid'; saved: Transaction; excess: Centavos }
  /** What `overpaid` said holds no longer. */
  | { kind: 'not_overpaid' }
  /** The cart's draft was deleted, elsewhere or by this till without an answer; `hasRest`: its items start a new one. */
  | { kind: 'cancelled'; cart: Cart; hasRest: boolean }
  /** The draft is completed or void: this till may have asked for that without getting the answer. */
  | { kind: 'over'; draftId: number }
  /** A sale without the server is shown after the till was cut off: it may lack its paper. */
  | { kind: 'sold_before'; kept: KeptSale }
  /** The cart, or its draft, was sold without the server; `hasRest`: what that sale does not have goes on without a draft. */
  | { kind: 'cart_sold'; cart: Cart; kept: KeptSale; hasRest: boolean }
  /** A change is refused because the cart was sent to be completed and not answered. */
  | { kind: 'frozen' }
  /** The cart is charged another tax than it was shown with, and comes to `to`. */
  | { kind: 'tax_changed'; tax: TaxRule; from: Centavos; to: Centavos };

export type Tell = (event: TillEvent) => void;

type Kind = TillEvent['kind'];
/** What tells each kind of event. */
export type Tellers = { [K in Kind]: (event: Extract<TillEvent, { kind: K }>) => void };

/** Returns what tells an event by its kind. */
export const tellBy =
  (tellers: Tellers): Tell =>
  (event) =>
    (tellers[event.kind] as Tell)(event);
