import { cartTotals, taxOf } from '#domain/cart.ts';
import type { PaidSums } from '#domain/payments.ts';
import { isSameTax, type TaxRule } from '#domain/totals.ts';
import type { Tell } from './till-events.ts';
import type { Store, TillState } from './till-state.ts';

type Deps = { store: Store<TillState>; tell: Tell; tax: TaxRule; reprice: () => void };

/** Keeps the tax that the cart is charged: the store's, or the one that its draft was paid at. */
export function createTaxCharged({ store, tell, tax: first, reprice }: Deps) {
  let storeTax = first;

  /** Applies the cart's present tax if it was shown with another one. */
  function take(before: TaxRule): void {
    const { cart } = store.read();
    const [from, to] = [cart.draft?.tax ?? before, taxOf(cart, storeTax)];
    if (cart.lines.length === 0 || isSameTax(from, to)) return;
    const taxed = cart.draft ? { ...cart, draft: { ...cart.draft, tax: to } } : cart;
    store.change({ cart: taxed });
    reprice();
    const totalAt = (tax: TaxRule) => cartTotals({ ...taxed, draft: null }, tax).total_amount;
    tell({ kind: 'tax_changed', tax: to, from: totalAt(from), to: totalAt(to) });
  }

  return {
    /** The tax that the store charges now. */
    tax: (): TaxRule => storeTax,
    /** Applies the tax of a cart that was just opened. */
    takeTax: (): void => take(storeTax),
    /** Charges the cart the tax of changed store settings, and says so. */
    chargeTax: (tax: TaxRule): void => {
      const before = storeTax;
      storeTax = tax;
      take(before);
    },
    /** Notes the sums of the draft's payments, as the payment screen has them. */
    notePaid: (draftId: number, { paid, pending }: PaidSums): void => {
      const { cart } = store.read();
      if (cart.draft?.id !== draftId) return;
      const isSame = cart.draft.paid === paid;
      if (isSame && cart.draft.pending === pending) return;
      store.change({ cart: { ...cart, draft: { ...cart.draft, paid, pending } } });
      if (isSame) return;
      tell({ kind: 'not_overpaid' });
      // If its last payment was deleted, the cart no longer keeps the tax that it was paid at.
      take(storeTax);
    },
  };
}
