import type { KeptSale } from '#bridge/offline-sales.ts';
import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { StoreChanges } from '#contract/pos.ts';
import type { Transaction } from '#contract/transactions.ts';
import {
  applyHolds,
  type Cart,
  type CartLine,
  cartTotals,
  checkoutBlock,
  cartOfRest,
  EMPTY_CART,
  soundLines,
  taxOf,
  unheld,
} from '#domain/cart.ts';
import type { Exchange } from '#domain/exchanges.ts';
import { nextLockRefresh } from '#domain/locks.ts';
import type { Centavos } from '#domain/money.ts';
import type { PaidSums } from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { Zones } from '#domain/store-time.ts';
import { isSameTax, type TaxRule } from '#domain/totals.ts';
import { unitOf } from '#domain/sale-line.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { keepTellingOriginals } from '#renderer/lib/print-sale-again.ts';
import type { Services } from '#renderer/lib/services.ts';
import { createCartChanges } from '../cart/cart-changes.ts';
import { createKnownUnits } from '../catalogue/known-units.ts';
import { createStoreFeed, type StoreFeed } from '../catalogue/store-feed.ts';
import { createAskTakeOver } from '../drafts/ask-take-over.ts';
import { createDraftSaver, type TakenOver } from '../drafts/draft-saver.ts';
import { goodsText } from '../drafts/save-request.ts';
import { createWorkingDraft, type Opened, type Opening } from '../drafts/working-draft.ts';
import { findCutOff, noteLastOver, noteLeft } from '../recovery/cut-off-sale.ts';
import { createRecoveredCarts } from '../recovery/recovered-carts.ts';
import { keepExchanges } from '../recovery/kept-exchange.ts';
import { keepSnapshot } from '../recovery/snapshot.ts';
import { markSold, unsentSaleOf, unsoldLines } from '../offline/kept-sales.ts';
import { paperOf } from '../offline/paper.ts';
import { watchDraft } from './draft-watch.ts';
import { lostText, readHolds } from './holds.ts';
import { type AfterSale, createStore, EMPTY_TILL, type Store, type TillState } from './till-state.ts';

/** The shortest time between two refreshes, in milliseconds, while the server refuses. */
const SHORTEST_WAIT = 5000;

type HoldKeeperDeps = {
  services: Services;
  store: Store<TillState>;
  feed: StoreFeed;
  zones: () => Zones;
  onLost: (messages: string[]) => void;
  /** Called if the draft is gone or done: saving it finds out what to do. */
  onRefused: () => void;
};

/** True for a held unit that the store has no more, as far as an answer of the feed tells. */
const isGone = ({ variations }: StoreChanges, { product_variation_id, ...line }: CartLine): boolean =>
  line.lock_expires_at !== null &&
  variations.some(
    ({ id, units }) => id === product_variation_id && !units.some((unit) => unit.id === unitOf(line)),
  );

/**
 * Refreshes the cart's holds before the first one ends, when the server is back, and when a unit was sold elsewhere; returns
 * how to stop.
 */
function keepHolds({ services, store, feed, zones, onLost, onRefused }: HoldKeeperDeps): () => void {
  const { api, connection, clock } = services;
  let callOff: () => void = () => undefined;
  let isBusy = false;

  async function refresh(): Promise<void> {
    const { draft, lines } = store.read().cart;
    // Units that are not locked yet are locked by the save that confirms them.
    const isHeld = lines.some((line) => line.lock_expires_at !== null);
    if (!draft || !isHeld || isBusy || !connection.read().isReachable) return;
    isBusy = true;
    try {
      const sentAt = clock.now();
      const report = await api.transactions.refreshLocks({ params: { transactionId: draft.id }, body: {} });
      const { cart } = store.read();
      if (cart.draft?.id !== draft.id) return;
      const { held, lost } = readHolds(report, sentAt, zones());
      store.change({ cart: applyHolds(cart, held, lost) });
      const messages = lostText(cart, lost);
      if (messages.length) onLost(messages);
    } catch (error) {
      // A till that is switched off holds no units and asks for none.
      if (error instanceof ApiError && error.code === 'pos_disabled') return letGo();
      // Without a server the next refresh comes when it is back.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onRefused();
    } finally {
      isBusy = false;
      plan();
    }
  }

  function letGo(): void {
    const { cart } = store.read();
    store.change({
      cart: { ...cart, lines: cart.lines.map(unheld) },
    });
  }

  function plan(): void {
    callOff();
    const expiries = store.read().cart.lines.flatMap((line) => line.lock_expires_at ?? []);
    if (expiries.length === 0 || isBusy) return;
    const wait = nextLockRefresh(clock.now(), expiries) - clock.now();
    callOff = clock.after(Math.max(wait, SHORTEST_WAIT), () => void refresh());
  }

  const stopWatching = store.watch(plan);
  const stopListening = connection.onChange(() => void refresh());
  const stopFollowing = feed.onChanges((changes) => {
    const { draft, lines } = store.read().cart;
    // The end of its own sale is told where it is paid.
    if (draft?.sent === undefined && lines.some((line) => isGone(changes, line))) void refresh();
  });
  return () => {
    callOff();
    stopWatching();
    stopListening();
    stopFollowing();
  };
}

export type WorkingSaleDeps = {
  services: Services;
  staffId: number;
  storeId: number;
  /** The tax that the store charges at first: see `chargeTax`. */
  tax: TaxRule;
  /** Returns the store's zones, which may change meanwhile. */
  zones: () => Zones;
  report: (error: unknown, title: string) => void;
  /** Returns the text of a refusal of the cart's prices. */
  textOf: (refusal: ApiError) => string;
  /** Called when another till has taken over the draft. */
  onTakenOver: (taken: TakenOver) => void;
  onLost: (messages: string[]) => void;
  onDraftExists: (draft: ErrorDetails['draft']) => void;
  /** Called when the cart continues on a draft that another window saved; `isConflict`: both had changed the same thing. */
  onRejoined: (isConflict: boolean) => void;
  /** Called if a change leaves the payments other than cash above the total by `excess`. */
  onOverpaid: (saved: Transaction, excess: Centavos) => void;
  /** Called when what `onOverpaid` said holds no longer. */
  onNotOverpaid: () => void;
  /** Called if the cart's draft was deleted, elsewhere or by this till without an answer; `hasRest`: its items start a new one. */
  onCancelled: (cart: Cart, hasRest: boolean) => void;
  /** Called if the draft of a recovered cart is completed already. */
  onOver: (transactionId: number) => void;
  /** Called with a sale without the server that is shown after the till was cut off: it may lack its paper. */
  onSoldBefore: (kept: KeptSale) => void;
  /** Called if a cart, or its draft, was sold without the server; `hasRest`: what that sale does not have goes on without a draft. */
  onCartSold: (cart: Cart, kept: KeptSale, hasRest: boolean) => void;
  /** Called if a change is refused because the cart was sent to be completed and not answered. */
  onFrozen: () => void;
  /** Called if the cart is charged another tax than it was shown with. */
  onTaxChanged: (change: TaxChange) => void;
};

const isSameKept = (one: KeptSale, other: KeptSale) => JSON.stringify(one) === JSON.stringify(other);

/** A cart's new tax, and its total before and after. */
type TaxChange = { tax: TaxRule; from: Centavos; to: Centavos };

/**
 * Creates the sale at this till: its cart, the draft that follows it, the holds on its units and its copy against a
 * crash. There is one for each sign-in and store; the screens read and call it and keep nothing of it themselves.
 */
export function createWorkingSale(deps: WorkingSaleDeps) {
  const { services, staffId, storeId } = deps;
  const store = createStore<TillState>(EMPTY_TILL);
  let storeTax = deps.tax;
  const units = createKnownUnits(services, storeId);
  const feed = createStoreFeed(services, storeId);
  const snapshot = keepSnapshot(services, store, { staff_id: staffId, store_id: storeId });
  const exchanges = keepExchanges(services, store);
  const onCancelled: WorkingSaleDeps['onCancelled'] = (cart, hasRest) => {
    if (cart.draft && !hasRest) exchanges.forget(cart.draft.id);
    deps.onCancelled(cart, hasRest);
  };
  const saver = createDraftSaver({
    ...deps,
    store,
    onCancelled,
    tax: () => storeTax,
    cartKey: snapshot.key,
    snapshotAt: snapshot.snapshotAt,
    rejoin: (draftId) => draft.rejoin(draftId),
    onTakingRefused: (error) => recoveredCarts.giveUp(error),
  });
  const draft = createWorkingDraft({ ...deps, store, saver, withExchange: exchanges.withExchange });
  const askTakeOver = createAskTakeOver(store);
  const recoveredCarts = createRecoveredCarts({
    ...deps,
    store,
    onCancelled,
    snapshot,
    saver,
    draft,
    askTakeOver,
    onSold: showSold,
  });

  /** Applies the cart's present tax if it was shown with another one. */
  function takeTax(before: TaxRule): void {
    const { cart } = store.read();
    const [from, to] = [cart.draft?.tax ?? before, taxOf(cart, storeTax)];
    if (cart.lines.length === 0 || isSameTax(from, to)) return;
    const taxed = cart.draft ? { ...cart, draft: { ...cart.draft, tax: to } } : cart;
    store.change({ cart: taxed });
    saver.reprice();
    const totalAt = (tax: TaxRule) => cartTotals({ ...taxed, draft: null }, tax).total_amount;
    deps.onTaxChanged({ tax: to, from: totalAt(from), to: totalAt(to) });
  }

  function showKept(kept: KeptSale): void {
    store.change({
      cart: EMPTY_CART,
      afterSale: {
        transaction: null,
        kept,
        receipt: paperOf(kept),
        print: null,
        printed: 0,
        emailedTo: null,
      },
    });
  }

  /** Shows a sale that was made before the till was killed, or the page reloaded, unless something else is done here. */
  function showSold(kept: KeptSale): void {
    const { cart, afterSale } = store.read();
    if (cart.lines.length > 0 || afterSale) return;
    showKept(kept);
    deps.onSoldBefore(kept);
  }

  async function lookForCutOff(): Promise<void> {
    // A failure to read from disk is reported where it happens.
    await recoveredCarts.showOffers().catch(() => undefined);
    if (store.read().afterSale) return;
    const kept = await findCutOff(services, storeId).catch(() => null);
    if (kept) showSold(kept);
  }
  /** What the till found when it was started. */
  let lookedAtStart: Promise<void> = Promise.resolve();

  /** True while nobody can say whether the cart was sold: it stays as it was sent. Tells the cashier. */
  function isFrozen(): boolean {
    const isSent = store.read().cart.draft?.sent !== undefined && !services.connection.read().isReachable;
    if (isSent) deps.onFrozen();
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
        keepHolds({ ...deps, store, feed, onRefused: () => saver.follow() }),
        watchDraft({
          ...{ services, store, isEnding: draft.isEnding },
          onChanged: () => saver.follow(),
          onSold: draft.showSold,
        }),
      ];
      lookedAtStart = lookForCutOff();
      return () => {
        for (const stop of stops) stop();
      };
    },
    ...createCartChanges({ services, store, saver, isFrozen }),
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
      const { lines, customer, draft, exchange } = store.read().cart;
      return lines.length === 0 && !customer && !draft && !exchange;
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
      return checkoutBlock(cart, cartTotals(cart, storeTax));
    },
    /** Leaves the cart in its draft and empties the till, for another store or a sign-out. */
    leave: async (): Promise<void> => {
      await draft.leave();
      saver.forget();
    },
    /** Like `leave`, but without the server this till keeps the cart and offers it again: then it returns true. */
    leaveOrKeep: recoveredCarts.makeRoom,
    handOver: recoveredCarts.handOver,
    /** Opens a draft; `fromKept`: with what this till keeps of it, which stands in for the server, too. */
    open: async (
      draftId: number,
      { fromKept = false, ...opening }: Opening & { fromKept?: boolean } = {},
    ): Promise<Opened> => {
      const opened = await (fromKept ? recoveredCarts : draft).open(draftId, opening);
      // The draft may be among the offered carts.
      if (opened.isLoaded) {
        takeTax(storeTax);
        await recoveredCarts.forgetOffersOf(draftId);
      }
      return opened;
    },
    /** Returns true if this till keeps a cart that was cut off: it is offered. */
    hasKept: async (): Promise<boolean> => {
      await lookedAtStart;
      await recoveredCarts.showOffers().catch(() => undefined);
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
    recover: recoveredCarts.recover,
    askTakeOver,
    discard: recoveredCarts.discard,
    /** Empties the till after the draft was completed at another till. */
    forget: saver.forget,
    /** Shows what became of a draft that is completed or void. */
    tellOver: deps.onOver,
    /** Saves the cart, to find out what became of its draft; `approved` allows its customer's low prices. */
    save: (approved?: Approved): void => saver.follow(approved),
    /** Saves the cart with the server's present prices, which differ from the draft's. */
    reprice: saver.reprice,
    /** Charges the cart the tax of changed store settings, and says so. */
    chargeTax: (tax: TaxRule): void => {
      const before = storeTax;
      storeTax = tax;
      takeTax(before);
    },
    /** Notes the sums of the draft's payments, as the payment screen has them. */
    notePaid: (draftId: number, { paid, pending }: PaidSums): void => {
      const { cart } = store.read();
      if (cart.draft?.id !== draftId) return;
      const isSame = cart.draft.paid === paid;
      if (isSame && cart.draft.pending === pending) return;
      store.change({ cart: { ...cart, draft: { ...cart.draft, paid, pending } } });
      if (isSame) return;
      deps.onNotOverpaid();
      // If its last payment was deleted, the cart no longer keeps the tax that it was paid at.
      takeTax(storeTax);
    },
    /** Resolves when the server has answered the last change or cannot be reached. */
    settled: () => saver.flush().catch(() => undefined),
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
      const emailedTo = transaction.receipt_email;
      store.change({
        cart: EMPTY_CART,
        afterSale: { transaction, kept: null, receipt, print: null, printed: 0, emailedTo },
      });
      return true;
    },
    /** The name of the cart in the till's files: without the server it is sold once. */
    cartKey: snapshot.key,
    /** See `DraftSaver.unansweredKey`: without the server, the cart's sale names it. A failing disk does not stop the sale. */
    unansweredSaveKey: () => saver.unansweredKey().catch(() => null),
    /** Empties the till after the cart was sold without the server, and shows the sale until the next scan. */
    finishOffline: (kept: KeptSale): void => {
      const { cart } = store.read();
      units.forget(soundLines(cart).map(unitOf));
      if (cart.draft) {
        draft.finish(cart.draft.id);
        exchanges.forget(cart.draft.id);
      }
      saver.forget();
      showKept(kept);
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
      deps.onCartSold(cart, sold, lines.length > 0);
      if (lines.length === 0) showKept(sold);
      else {
        store.change({ cart: cartOfRest(lines.map(unheld)) });
        saver.follow();
      }
      return true;
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
    /** Notes that the completion of the working draft is sent, or that it was answered: until then it is not let go. */
    noteSent: (draftId: number, isSent: boolean): void => {
      const { cart } = store.read();
      if (cart.draft?.id !== draftId) return;
      const { sent: _, ...draft } = cart.draft;
      store.change({ cart: { ...cart, draft: isSent ? { ...draft, sent: goodsText(cart) } : draft } });
    },
    /** Marks the lines as lost whose units the server refused at completion. */
    lose: (unitIds: readonly number[], message: string): void => {
      const lost = new Map(unitIds.map((id) => [id, message]));
      store.change({ cart: applyHolds(store.read().cart, new Map(), lost) });
    },
  };
}
export type WorkingSale = ReturnType<typeof createWorkingSale>;
