import type { KeptSale } from '#bridge/offline-sales.ts';
import { EMPTY_CART } from '#domain/cart.ts';
import type { Services } from '#renderer/lib/services.ts';
import { unsentSaleOf } from '../offline/kept-sales.ts';
import { paperOf } from '../offline/paper.ts';
import { findCutOff } from '../recovery/cut-off-sale.ts';
import type { Tell } from './till-events.ts';
import type { AfterSale, Store, TillState } from './till-state.ts';

const isSameKept = (one: KeptSale, other: KeptSale) => JSON.stringify(one) === JSON.stringify(other);

type Deps = {
  services: Services;
  storeId: number;
  store: Store<TillState>;
  tell: Tell;
  /** Looks for carts that were cut off, to offer them. */
  showOffers: () => Promise<void>;
};

/** Shows the sale that was just completed, until the next scan. */
export function createShownSale({ services, storeId, store, tell, showOffers }: Deps) {
  /** What the till found when it was started. */
  let lookedAtStart: Promise<void> = Promise.resolve();

  /** Shows a sale in place of its cart. Its receipt was not printed yet. */
  const show = (sale: Omit<AfterSale, 'print' | 'printed'>): void =>
    store.change({ cart: EMPTY_CART, afterSale: { ...sale, print: null, printed: 0 } });

  const showKept = (kept: KeptSale): void =>
    show({ transaction: null, kept, receipt: paperOf(kept), emailedTo: null });

  /** Shows a sale that was made before the till was killed, or the page reloaded, unless something else is done here. */
  function showSold(kept: KeptSale): void {
    const { cart, afterSale } = store.read();
    if (cart.lines.length > 0 || afterSale) return;
    showKept(kept);
    tell({ kind: 'sold_before', kept });
  }

  async function lookForCutOff(): Promise<void> {
    // A failure to read from disk is reported where it happens.
    await showOffers().catch(() => undefined);
    if (store.read().afterSale) return;
    const kept = await findCutOff(services, storeId).catch(() => null);
    if (kept) showSold(kept);
  }

  return {
    show,
    showKept,
    showSold,
    /** Looks for carts and a sale that were cut off. */
    look: (): void => {
      lookedAtStart = lookForCutOff();
    },
    screen: {
      /** Returns true if this till keeps a cart that was cut off: it is offered. */
      hasKept: async (): Promise<boolean> => {
        await lookedAtStart;
        await showOffers().catch(() => undefined);
        return store.read().offers.length > 0;
      },
      /** Shows the sale that was made of a draft without the server, if this till just did that; returns true if it did. */
      showSoldOf: async (draftId: number): Promise<boolean> => {
        await lookedAtStart;
        const isShown = () => store.read().afterSale?.kept?.draft_id === draftId;
        const unsent = isShown() ? null : await unsentSaleOf(services, draftId);
        if (unsent) showSold(unsent);
        return isShown();
      },
      /** Shows what became of a sale that was made without the server, if its panel is still open. */
      updateKept: (kept: KeptSale): void => {
        const { afterSale } = store.read();
        if (afterSale?.kept?.key !== kept.key || isSameKept(afterSale.kept, kept)) return;
        // With its invoice number it gets another first paper.
        const isNumbered = kept.invoice_number !== afterSale.kept.invoice_number;
        const printed = isNumbered ? 0 : afterSale.printed;
        store.change({ afterSale: { ...afterSale, kept, printed, receipt: paperOf(kept) } });
      },
      /** Updates the state of the completed sale's receipt. */
      showPrint: (progress: Partial<Pick<AfterSale, 'print' | 'printed' | 'emailedTo'>>): void => {
        const { afterSale } = store.read();
        if (afterSale) store.change({ afterSale: { ...afterSale, ...progress } });
      },
      /** Hides a voided or refunded sale, so that its receipt is not shown as valid. */
      hideSale: (transactionId: number): void => {
        const { transaction, kept } = store.read().afterSale ?? {};
        const shown = transaction?.id ?? kept?.transaction_id;
        if (shown === transactionId) store.change({ afterSale: null });
      },
    },
  };
}
export type ShownSale = ReturnType<typeof createShownSale>;
