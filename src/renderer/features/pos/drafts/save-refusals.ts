import { ApiError } from '#contract/errors.ts';
import { applyHolds, type Cart, giveTo, takeBackDiscounts } from '#domain/cart.ts';
import type { Zones } from '#domain/store-time.ts';
import { lostUnits } from '../sale/holds.ts';
import type { Tell } from '../sale/till-events.ts';
import type { Store, TillState } from '../sale/till-state.ts';
import { isAsCancelled } from './save-request.ts';

export type RefusalDeps = {
  store: Store<TillState>;
  zones: () => Zones;
  tell: Tell;
  /** Returns the text of a refusal of the cart's prices. */
  textOf: (refusal: ApiError) => string;
};

/**
 * How saving continues after a refusal. `again`: with the changed cart; `trust`: with the server's prices; `wait`: not
 * now; `rejoin`: on the draft as saved elsewhere, if this sign-in may still have it; `over`: without the draft, which is
 * completed or void; `cancelled`: not at all, as the cashier has asked.
 */
type AfterRefusal = 'again' | 'trust' | 'wait' | 'rejoin' | 'over' | 'cancelled';

/** True if a draft is completed, void or deleted. */
export const isOver = (error: unknown) =>
  error instanceof ApiError && ['illegal_state', 'transaction_not_found'].includes(error.code);

/** Gives the sale back to the customer that the server has, or to a walk-in; returns true if that changes anything. */
function takeBackCustomer(store: Store<TillState>, saved: Cart): boolean {
  const { cart } = store.read();
  if (cart.customer === null) return false;
  const before = saved.customer?.id === cart.customer.id ? null : saved.customer;
  store.change({ cart: giveTo(cart, before).cart, repriced: [] });
  return true;
}

/** Adjusts the cart to a refused save and tells the cashier. `saved` is the cart that the server has. */
export function settleRefusal(
  error: ApiError,
  { store, zones, tell, textOf }: RefusalDeps,
  saved: Cart,
): AfterRefusal {
  const { cart } = store.read();
  const report = (title: string) => tell({ kind: 'failed', error, title });
  switch (error.code) {
    case 'price_missing':
    case 'item_unavailable': {
      const lost = lostUnits(error, zones());
      store.change({ cart: applyHolds(cart, new Map(), lost) });
      report('Failed to add item');
      return lost.size > 0 ? 'again' : 'wait';
    }
    case 'total_changed':
      report('Prices have changed');
      return 'trust';
    case 'price_floor': {
      if (error.fields.customer_id) {
        // Each later save is refused, too: the cart shows why.
        if (store.read().lowPrice === null) report('A manager has to approve the price');
        store.change({ lowPrice: textOf(error) });
        return 'wait';
      }
      report('Discount taken back');
      const changed = takeBackDiscounts(cart, error.details.inventory_item_ids ?? [], saved);
      if (changed) store.change({ cart: changed });
      return changed ? 'again' : 'wait';
    }
    case 'draft_exists':
      tell({ kind: 'draft_exists', draft: error.details.draft });
      return takeBackCustomer(store, saved) ? 'again' : 'wait';
    case 'customer_not_found':
      report('Failed to save draft');
      return takeBackCustomer(store, saved) ? 'again' : 'wait';
    case 'transaction_not_found':
      if (isAsCancelled(cart)) {
        tell({ kind: 'cancelled', cart, hasRest: false });
        return 'cancelled';
      }
      // The sale is over: what was removed from it does not stand in the next customer's cart.
      store.change({ cart: { ...cart, draft: null }, removed: [] });
      tell({ kind: 'cancelled', cart, hasRest: cart.lines.length > 0 });
      return 'again';
    case 'draft_changed':
      return 'rejoin';
    case 'illegal_state':
      return 'over';
    default:
      report('Failed to save draft');
      return 'wait';
  }
}
