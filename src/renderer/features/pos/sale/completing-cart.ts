import type { KeptSale } from '#bridge/offline-sales.ts';
import type { Transaction } from '#contract/transactions.ts';
import { applyHolds, cartOfRest, soundLines, unheld } from '#domain/cart.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { unitOf } from '#domain/sale-line.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { KnownUnits } from '../catalogue/known-units.ts';
import type { DraftSaver } from '../drafts/draft-saver.ts';
import { goodsText } from '../drafts/save-request.ts';
import type { WorkingDraft } from '../drafts/working-draft.ts';
import { markSold, unsoldLines } from '../offline/kept-sales.ts';
import { noteLastOver } from '../recovery/cut-off-sale.ts';
import type { KeptExchanges } from '../recovery/kept-exchange.ts';
import type { ShownSale } from './shown-sale.ts';
import type { Tell } from './till-events.ts';
import type { Store, TillState } from './till-state.ts';

type Deps = {
  services: Services;
  storeId: number;
  store: Store<TillState>;
  tell: Tell;
  units: KnownUnits;
  saver: DraftSaver;
  draft: WorkingDraft;
  exchanges: KeptExchanges;
  shown: Pick<ShownSale, 'show' | 'showKept'>;
};

/** What the payment screen tells of the cart: that it was sent, sold, or refused. */
export function createCompletingCart(deps: Deps) {
  const { services, storeId, store, tell, units, saver, draft, exchanges, shown } = deps;
  return {
    /**
     * Empties the till after the sale was completed and shows the sale until the next scan. If another cart was begun
     * since, that continues and the sale is not shown; returns true if it is shown.
     */
    finish: (transaction: Transaction, receipt: ReceiptDocument): boolean => {
      units.forget(transaction.transaction_items.map(unitOf));
      draft.finish(transaction.id);
      exchanges.forget(transaction.id);
      // The till itself reports a full disk.
      void noteLastOver(services, storeId).catch(() => undefined);
      const { cart } = store.read();
      if (cart.draft?.id !== transaction.id && cart.lines.length > 0) return false;
      saver.forget();
      shown.show({ transaction, kept: null, receipt, emailedTo: transaction.receipt_email });
      return true;
    },
    /** Empties the till after the cart was sold without the server, and shows the sale until the next scan. */
    finishOffline: (kept: KeptSale): void => {
      const { cart } = store.read();
      units.forget(soundLines(cart).map(unitOf));
      if (cart.draft) {
        draft.finish(cart.draft.id);
        exchanges.forget(cart.draft.id);
      }
      saver.forget();
      shown.showKept(kept);
    },
    /**
     * Puts the cart right that the till did not sell without the server: `sold` is the sale that it became already, which is shown,
     * and what that does not have goes on; else lines whose units are in other sales are marked. Returns true if it became one.
     */
    refusedOffline: async (sold: KeptSale | undefined): Promise<boolean> => {
      const { cart } = store.read();
      if (!sold) {
        const marked = await markSold(services, { cart, storeId });
        if (marked.lost.length > 0) store.change({ cart: marked.cart });
        return false;
      }
      const lines = await unsoldLines(services, cart, storeId);
      saver.forget();
      tell({ kind: 'cart_sold', cart, kept: sold, hasRest: lines.length > 0 });
      if (lines.length === 0) shown.showKept(sold);
      else {
        store.change({ cart: cartOfRest(lines.map(unheld)) });
        saver.follow();
      }
      return true;
    },
    /** Notes that the completion of the working draft is sent, or that it was answered: until then it is not let go. */
    noteSent: (draftId: number, isSent: boolean): void => {
      const { cart } = store.read();
      if (cart.draft?.id !== draftId) return;
      const { sent: _, ...rest } = cart.draft;
      store.change({ cart: { ...cart, draft: isSent ? { ...rest, sent: goodsText(cart) } : rest } });
    },
    /** Marks the lines as lost whose units the server refused at completion. */
    lose: (unitIds: readonly number[], message: string): void => {
      const lost = new Map(unitIds.map((id) => [id, message]));
      store.change({ cart: applyHolds(store.read().cart, new Map(), lost) });
    },
  };
}
