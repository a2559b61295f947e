import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { applyHolds, cartTotals, checkoutBlock, EMPTY_CART, taxOf } from '#domain/cart.ts';
import { nextLockRefresh } from '#domain/locks.ts';
import type { Centavos } from '#domain/money.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { isSameTax, type TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import type { Services } from '#renderer/lib/services.ts';
import { createCartChanges } from '../cart/cart-changes.ts';
import { createKnownUnits } from '../catalogue/known-units.ts';
import { createDraftSaver } from '../drafts/draft-saver.ts';
import { createWorkingDraft, type Opened } from '../drafts/working-draft.ts';
import { createRecoveredCarts } from '../recovery/recovered-carts.ts';
import { keepSnapshot } from '../recovery/snapshot.ts';
import { lostText, readHolds } from './holds.ts';
import { type AfterSale, createStore, EMPTY_TILL, type Store, type TillState } from './till-state.ts';

/** Milliseconds between two looks while the server refuses. */
const SHORTEST_WAIT = 5000;

type HoldKeeperDeps = {
  services: Services;
  store: Store<TillState>;
  timeZone: string;
  onLost: (messages: string[]) => void;
  /** The draft is gone or done: saving it finds out what to do. */
  onRefused: () => void;
};

/** Keeps the cart's units held: wakes before the soonest hold ends, and as soon as the server is back. */
function keepHolds({ services, store, timeZone, onLost, onRefused }: HoldKeeperDeps): () => void {
  const { api, connection, clock } = services;
  let callOff: () => void = () => undefined;
  let isBusy = false;

  async function refresh(): Promise<void> {
    const { draft, lines } = store.read().cart;
    // What is not held yet is held by the save that confirms it.
    const isHeld = lines.some((line) => line.lock_expires_at !== null);
    if (!draft || !isHeld || isBusy || !connection.read().isReachable) return;
    isBusy = true;
    try {
      const sentAt = clock.now();
      const report = await api.transactions.refreshLocks({ params: { transactionId: draft.id }, body: {} });
      const { cart } = store.read();
      if (cart.draft?.id !== draft.id) return;
      const { held, lost } = readHolds(report, sentAt, timeZone);
      store.change({ cart: applyHolds(cart, held, lost) });
      const messages = lostText(cart, lost);
      if (messages.length) onLost(messages);
    } catch (error) {
      // Where the till was switched off nothing is held any more, nor asked for.
      if (error instanceof ApiError && error.code === 'pos_disabled') return letGo();
      // Without a server the next look is when it is back.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onRefused();
    } finally {
      isBusy = false;
      plan();
    }
  }

  function letGo(): void {
    const { cart } = store.read();
    store.change({
      cart: { ...cart, lines: cart.lines.map((line) => ({ ...line, lock_expires_at: null })) },
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
  return () => {
    callOff();
    stopWatching();
    stopListening();
  };
}

export type WorkingSaleDeps = {
  services: Services;
  staffId: number;
  storeId: number;
  /** What the store charges at first: see `chargeTax`. */
  tax: TaxRule;
  timeZone: string;
  report: (error: unknown, title: string) => void;
  onLost: (messages: string[]) => void;
  onDraftExists: (draft: ErrorDetails['draft']) => void;
  /** Another window saved the draft: the cart goes on over what is saved. */
  onRejoined: () => void;
  /** A draft whose cart was interrupted is completed already. */
  onOver: (transactionId: number) => void;
  /** The cart in hand is charged another tax than it was shown with. */
  onTaxChanged: (change: TaxChange) => void;
};

/** Another tax on a cart, and what the cart came to before and comes to now. */
export type TaxChange = { tax: TaxRule; from: Centavos; to: Centavos };

/**
 * The sale at this till: its cart, the draft that follows it, the holds on its units and its copy against a crash. One
 * for each sign-in and store; the screens read it and call it, and keep nothing of it themselves.
 */
export function createWorkingSale(deps: WorkingSaleDeps) {
  const { services, staffId, storeId } = deps;
  const store = createStore<TillState>(EMPTY_TILL);
  let storeTax = deps.tax;
  const units = createKnownUnits(services, storeId);
  const snapshot = keepSnapshot(services, store, { staff_id: staffId, store_id: storeId });
  const saver = createDraftSaver({
    ...deps,
    store,
    tax: () => storeTax,
    cartKey: snapshot.key,
    snapshotAt: snapshot.snapshotAt,
    rejoin: (draftId) => draft.rejoin(draftId),
    onTakingRefused: (error) => recoveredCarts.giveUp(error),
  });
  const draft = createWorkingDraft({ ...deps, store, saver });
  const recoveredCarts = createRecoveredCarts({ ...deps, store, snapshot, saver, draft });

  /** Charges the cart in hand the tax that is its own now, where it was shown with another one. */
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

  return {
    storeId,
    units,
    read: store.read,
    watch: store.watch,
    /** Keeps holds, draft and copy up to date from now on, and looks for a cart that was interrupted; returns how to stop. */
    start: (): (() => void) => {
      const stops = [
        saver.listen(),
        snapshot.listen(),
        keepHolds({ ...deps, store, onRefused: () => saver.follow() }),
      ];
      // What the till's disk does not give is told from where it fails.
      recoveredCarts.showOffers().catch(() => undefined);
      return () => {
        for (const stop of stops) stop();
      };
    },
    ...createCartChanges({ services, store, saver, units }),
    park: draft.park,
    cancel: draft.cancel,
    readyToPay: draft.readyToPay,
    /** Why the cart cannot go to payment, or null when it can. */
    checkoutBlock: () => {
      const { cart } = store.read();
      return checkoutBlock(cart, cartTotals(cart, storeTax));
    },
    /** Leaves the cart with its draft and empties the till: for another store, or a sign-out. */
    leave: async (): Promise<void> => {
      await draft.leave();
      saver.forget();
    },
    /** The same; without the server the cart is kept on this till and offered to this person again. Returns whether it is. */
    leaveOrKeep: recoveredCarts.makeRoom,
    handOver: recoveredCarts.handOver,
    open: async (draftId: number, approved?: Approved): Promise<Opened> => {
      const opened = await draft.open(draftId, approved);
      // It may be one of those that are offered.
      if (opened.isLoaded) {
        takeTax(storeTax);
        await recoveredCarts.forgetOffersOf(draftId);
      }
      return opened;
    },
    recover: recoveredCarts.recover,
    discard: recoveredCarts.discard,
    /** The draft was completed at another till: this one stands empty. */
    forget: saver.forget,
    /** Shows what became of a draft that is none any more. */
    tellOver: deps.onOver,
    /** Saves the cart, to find out what became of its draft. */
    save: (): void => saver.follow(),
    /** The prices are not what they were when the draft was saved: it takes those of now. */
    reprice: saver.reprice,
    /** The store's settings were changed: a cart in hand is charged the new tax, and says so. */
    chargeTax: (tax: TaxRule): void => {
      const before = storeTax;
      storeTax = tax;
      takeTax(before);
    },
    /** What the payments of the draft in hand come to, as the payment screen has it. */
    notePaid: (draftId: number, paid: Centavos): void => {
      const { cart } = store.read();
      if (cart.draft?.id !== draftId || cart.draft.paid === paid) return;
      store.change({ cart: { ...cart, draft: { ...cart.draft, paid } } });
      // Its last payment was deleted: the tax that it was paid at holds no longer.
      takeTax(storeTax);
    },
    /** Resolves when the server has answered what was last changed, or cannot be reached. */
    settled: () => saver.flush().catch(() => undefined),
    /**
     * The sale is completed: the till stands empty and shows it until the next scan. What was begun since goes on, and the
     * sale is not shown; returns whether it is.
     */
    finish: (transaction: Transaction, receipt: ReceiptDocument): boolean => {
      units.forget(transaction);
      draft.finish(transaction.id);
      const { cart } = store.read();
      if (cart.draft?.id !== transaction.id && cart.lines.length > 0) return false;
      saver.forget();
      const emailedTo = transaction.receipt_email;
      store.change({
        cart: EMPTY_CART,
        afterSale: { transaction, receipt, print: null, printed: 0, emailedTo },
      });
      return true;
    },
    /** How the completed sale's receipt fares. */
    showPrint: (progress: Partial<Pick<AfterSale, 'print' | 'printed' | 'emailedTo'>>): void => {
      const { afterSale } = store.read();
      if (afterSale) store.change({ afterSale: { ...afterSale, ...progress } });
    },
    /** A sale was taken back: its receipt is not shown as a valid one any more. */
    hideSale: (transactionId: number): void => {
      if (store.read().afterSale?.transaction.id === transactionId) store.change({ afterSale: null });
    },
    /** Marks a line whose unit the server refused at completion. */
    lose: (unitIds: readonly number[], message: string): void => {
      const lost = new Map(unitIds.map((id) => [id, message]));
      store.change({ cart: applyHolds(store.read().cart, new Map(), lost) });
    },
  };
}
export type WorkingSale = ReturnType<typeof createWorkingSale>;
