import type { ApiError, ErrorDetails } from '#contract/errors.ts';
import { applyHolds, giveTo, takeBackDiscounts, type Cart } from '#domain/cart.ts';
import type { Store, TillState } from '../sale/till-state.ts';
import { whoHolds } from '../sale/holds.ts';

export type RefusalDeps = {
  store: Store<TillState>;
  timeZone: string;
  /** What went wrong, in words for the cashier. */
  report: (error: unknown, title: string) => void;
  /** The customer has a draft already: the cart went back to whom it was for. */
  onDraftExists: (draft: ErrorDetails['draft']) => void;
};

/**
 * How saving goes on after a refusal; `trust`: again, with the server's prices; `rejoin`: on the draft as somebody else
 * saved it, if this sign-in may still have it; `over`: without this draft, which is no draft any more.
 */
export type AfterRefusal = 'again' | 'trust' | 'wait' | 'rejoin' | 'over';

/** Why each unit that a refusal names is lost; it names the holder of the first one only. */
function lostUnits(error: ApiError, timeZone: string): Map<number, string> {
  const [first, ...others] = error.details.inventory_item_ids ?? [];
  const lost = new Map(others.map((id) => [id, error.message]));
  return first === undefined ? lost : lost.set(first, whoHolds(error.details, timeZone) ?? error.message);
}

/** The sale goes back to whom the server has it for, or to a walk-in; returns whether that changes anything. */
function takeBackCustomer(store: Store<TillState>, saved: Cart): boolean {
  const { cart } = store.read();
  if (cart.customer === null) return false;
  const before = saved.customer?.id === cart.customer.id ? null : saved.customer;
  store.change({ cart: giveTo(cart, before).cart, repriced: [] });
  return true;
}

/** Makes of the cart what a refused save demands, and tells it. `saved` is the cart that the server has. */
export function settleRefusal(
  error: ApiError,
  { store, timeZone, report, onDraftExists }: RefusalDeps,
  saved: Cart,
): AfterRefusal {
  const { cart } = store.read();
  switch (error.code) {
    case 'item_unavailable': {
      const lost = lostUnits(error, timeZone);
      store.change({ cart: applyHolds(cart, new Map(), lost) });
      report(error, 'Failed to add item');
      return lost.size > 0 ? 'again' : 'wait';
    }
    case 'total_changed':
      report(error, 'Prices have changed');
      return 'trust';
    case 'price_floor': {
      report(error, 'Discount taken back');
      const changed = takeBackDiscounts(cart, error.details.inventory_item_ids ?? [], saved);
      if (changed) store.change({ cart: changed });
      return changed ? 'again' : 'wait';
    }
    case 'draft_exists':
      onDraftExists(error.details.draft);
      return takeBackCustomer(store, saved) ? 'again' : 'wait';
    case 'customer_not_found':
      report(error, 'Failed to save draft');
      return takeBackCustomer(store, saved) ? 'again' : 'wait';
    case 'transaction_not_found':
      store.change({ cart: { ...cart, draft: null } });
      return 'again';
    case 'draft_changed':
      return 'rejoin';
    case 'illegal_state':
      return 'over';
    default:
      report(error, 'Failed to save draft');
      return 'wait';
  }
}
