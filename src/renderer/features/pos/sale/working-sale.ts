import type { ApiError } from '#contract/errors.ts';
import { cartTotals, checkoutBlock } from '#domain/cart.ts';
import type { Exchange } from '#domain/exchanges.ts';
import type { Zones } from '#domain/store-time.ts';
import type { TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { keepTellingOriginals } from '#renderer/lib/print-sale-again.ts';
import type { Services } from '#renderer/lib/services.ts';
import { createCartChanges } from '../cart/cart-changes.ts';
import { createKnownUnits } from '../catalogue/known-units.ts';
import { createStoreFeed } from '../catalogue/store-feed.ts';
import { createAskTakeOver } from '../drafts/ask-take-over.ts';
import { createDraftSaver } from '../drafts/draft-saver.ts';
import { createWorkingDraft, type Opened, type Opening } from '../drafts/working-draft.ts';
import { noteLeft } from '../recovery/cut-off-sale.ts';
import { createRecoveredCarts } from '../recovery/recovered-carts.ts';
import { keepExchanges } from '../recovery/kept-exchange.ts';
import { keepSnapshot } from '../recovery/snapshot.ts';
import { createCompletingCart } from './completing-cart.ts';
import { watchDraft } from './draft-watch.ts';
import { keepHolds } from './keep-holds.ts';
import { createShownSale } from './shown-sale.ts';
import { createTaxCharged } from './tax-charged.ts';
import type { Tell } from './till-events.ts';
import { createStore, EMPTY_TILL, type TillState } from './till-state.ts';

export type WorkingSaleDeps = {
  services: Services;
  staffId: number;
  storeId: number;
  /** The tax that the store charges at first: see `chargeTax`. */
  tax: TaxRule;
  /** Returns the store's zones, which may change meanwhile. */
  zones: () => Zones;
  tell: Tell;
  /** Returns the text of a refusal of the cart's prices. */
  textOf: (refusal: ApiError) => string;
};

/** Makes the parts of the sale at this till, which know of each other. */
function createParts(deps: WorkingSaleDeps) {
  const { services, staffId, storeId } = deps;
  const store = createStore<TillState>(EMPTY_TILL);
  const snapshot = keepSnapshot(services, store, { staff_id: staffId, store_id: storeId });
  const exchanges = keepExchanges(services, store);
  const tell: Tell = (event) => {
    if (event.kind === 'cancelled' && event.cart.draft && !event.hasRest)
      exchanges.forget(event.cart.draft.id);
    deps.tell(event);
  };
  const charged = createTaxCharged({ store, tell, tax: deps.tax, reprice: () => saver.reprice() });
  const saver = createDraftSaver({
    ...{ ...deps, store, tell },
    tax: charged.tax,
    cartKey: snapshot.key,
    snapshotAt: snapshot.snapshotAt,
    rejoin: (draftId) => draft.rejoin(draftId),
    onTakingRefused: (error) => recoveredCarts.giveUp(error),
  });
  const draft = createWorkingDraft({ ...deps, store, tell, saver, withExchange: exchanges.withExchange });
  const askTakeOver = createAskTakeOver(store);
  const recoveredCarts = createRecoveredCarts({
    ...{ ...deps, store, tell, snapshot, saver, draft, askTakeOver },
    onSold: (kept) => shown.showSold(kept),
  });
  const shown = createShownSale({ services, storeId, store, tell, showOffers: recoveredCarts.showOffers });
  const units = createKnownUnits(services, storeId);
  const feed = createStoreFeed(services, storeId);
  return {
    ...{ services, storeId, store, tell, snapshot, exchanges, charged, saver, draft, askTakeOver },
    ...{ recoveredCarts, shown, units, feed },
  };
}

/** Returns what opens a draft; `fromKept`: with what this till keeps of it, which stands in for the server, too. */
const createOpening =
  ({ draft, recoveredCarts, charged }: ReturnType<typeof createParts>) =>
  async (
    draftId: number,
    { fromKept = false, ...opening }: Opening & { fromKept?: boolean } = {},
  ): Promise<Opened> => {
    const opened = await (fromKept ? recoveredCarts : draft).open(draftId, opening);
    // The draft may be among the offered carts.
    if (opened.isLoaded) {
      charged.takeTax();
      await recoveredCarts.forgetOffersOf(draftId);
    }
    return opened;
  };

/**
 * Creates the sale at this till: its cart, the draft that follows it, the holds on its units and its copy against a
 * crash. There is one for each sign-in and store; the screens read and call it and keep nothing of it themselves.
 */
export function createWorkingSale(deps: WorkingSaleDeps) {
  const parts = createParts(deps);
  const { services, storeId, store, tell, snapshot, exchanges, charged, saver, draft } = parts;
  const { recoveredCarts, shown, units, feed } = parts;

  /** True while nobody can say whether the cart was sold: it stays as it was sent. Tells the cashier. */
  function isFrozen(): boolean {
    const isSent = store.read().cart.draft?.sent !== undefined && !services.connection.read().isReachable;
    if (isSent) tell({ kind: 'frozen' });
    return isSent;
  }

  return {
    storeId,
    units,
    feed,
    read: store.read,
    watch: store.watch,
    /** Keeps holds, draft and copy up to date, and looks for recovered carts; returns the function that stops it. */
    start: (): (() => void) => {
      const stops = [
        saver.listen(),
        snapshot.listen(),
        exchanges.listen(),
        noteLeft(services, store),
        keepTellingOriginals(services),
        keepHolds({ ...deps, store, feed, tell, onRefused: () => saver.follow() }),
        watchDraft({
          ...{ services, store, isEnding: draft.isEnding },
          onChanged: () => saver.follow(),
          onSold: draft.showSold,
        }),
      ];
      shown.look();
      return () => {
        for (const stop of stops) stop();
      };
    },
    ...createCartChanges({ services, store, saver, isFrozen }),
    ...createCompletingCart(parts),
    ...shown.screen,
    isFrozen,
    park: recoveredCarts.park,
    /** Deletes the cart and its draft; false if it was sold by then, which is shown. */
    cancel: async (): Promise<boolean> => {
      const { draft: cancelled } = store.read().cart;
      const isCancelled = await draft.cancel();
      if (cancelled) exchanges.forget(cancelled.id);
      return isCancelled;
    },
    /** True while the cart has nothing that somebody entered. */
    isEmpty: (): boolean => {
      const { lines, customer, draft: ofCart, exchange } = store.read().cart;
      return lines.length === 0 && !customer && !ofCart && !exchange;
    },
    /** Begins an exchange, changes what comes back, or cancels it (null); returns false if the cart may not be changed. */
    exchange: (exchange: Exchange | null): boolean => {
      if (isFrozen()) return false;
      store.change({ cart: { ...store.read().cart, exchange }, afterSale: null });
      return true;
    },
    readyToPay: draft.readyToPay,
    /** Returns why the cart cannot go to payment; null if it can. */
    checkoutBlock: () => {
      const { cart } = store.read();
      return checkoutBlock(cart, cartTotals(cart, charged.tax()));
    },
    /** Leaves the cart in its draft and empties the till, for another store or a sign-out. */
    leave: async (): Promise<void> => {
      await draft.leave();
      saver.forget();
    },
    /** Like `leave`, but without the server this till keeps the cart and offers it again: then it returns true. */
    leaveOrKeep: recoveredCarts.makeRoom,
    handOver: recoveredCarts.handOver,
    open: createOpening(parts),
    recover: recoveredCarts.recover,
    askTakeOver: parts.askTakeOver,
    discard: recoveredCarts.discard,
    /** Empties the till after the draft was completed at another till. */
    forget: saver.forget,
    /** Shows what became of a draft that is completed or void. */
    tellOver: (draftId: number): void => tell({ kind: 'over', draftId }),
    /** Saves the cart, to find out what became of its draft; `approved` allows its customer's low prices. */
    save: (approved?: Approved): void => saver.follow(approved),
    /** Saves the cart with the server's present prices, which differ from the draft's. */
    reprice: saver.reprice,
    chargeTax: charged.chargeTax,
    notePaid: charged.notePaid,
    /** Resolves when the server has answered the last change or cannot be reached. */
    settled: () => saver.flush().catch(() => undefined),
    /** The name of the cart in the till's files: without the server it is sold once. */
    cartKey: snapshot.key,
    /** See `DraftSaver.unansweredKey`: without the server, the cart's sale names it. A failing disk does not stop the sale. */
    unansweredSaveKey: () => saver.unansweredKey().catch(() => null),
  };
}
export type WorkingSale = ReturnType<typeof createWorkingSale>;
