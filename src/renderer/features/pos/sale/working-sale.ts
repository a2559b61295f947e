import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import {
  addLine,
  applyHolds,
  discountLine,
  EMPTY_CART,
  giveTo,
  removeLine,
  type Cart,
  type CartCustomer,
  type CartLine,
  type Repriced,
} from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { Discount, TaxRule } from '#domain/totals.ts';
import { api, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { readConnection } from '#renderer/lib/connection.ts';
import { cartOf, draftOf, groupOf, lineOfLock } from '../cart/cart-lines.ts';
import { createDraftSaver, type Taken } from '../drafts/draft-saver.ts';
import { keepHolds } from './hold-keeper.ts';
import { forgetUnits, rememberLock, soon } from '../catalogue/known-units.ts';
import { forgetWish, sendSave, unansweredSaves } from '../drafts/save-wish.ts';
import { keepSnapshot } from '../recovery/snapshot.ts';
import { createStore, EMPTY_TILL, type AfterSale, type KeptCart, type TillState } from './till-state.ts';
import { whoHolds } from './who-holds.ts';

export type WorkingSaleDeps = {
  staffId: number;
  storeId: number;
  tax: TaxRule;
  timeZone: string;
  report: (error: unknown, title: string) => void;
  onLost: (messages: string[]) => void;
  onDraftExists: (draft: ErrorDetails['draft']) => void;
  /** A draft whose cart was cut off is completed already. */
  onOver: (transactionId: number) => void;
};

/** What a discount is on: the whole cart, or the unit of one line. */
export type DiscountTarget = 'cart' | number;

/** How an opened draft stands; `isLoaded` when it was not the till's already. */
export type Opened = { status: Transaction['status']; isLoaded: boolean };

/**
 * A cart that was cut off, over the draft that the server has of it now. Where nobody saved the draft since, the cart
 * stands as it was; otherwise the draft does, with the units that never reached it.
 */
function mergeCut(draft: Cart, cut: Cart): Cart {
  const known = new Map(draft.lines.map((line) => [line.inventory_item_id, line]));
  // Taking a draft over makes one version of it.
  if (draft.draft?.version === (cut.draft?.version ?? 0) + 1) {
    const lines = cut.lines.map((line) => {
      const { lock_expires_at = null, lost = line.lost } = known.get(line.inventory_item_id) ?? {};
      return { ...line, lock_expires_at, lost };
    });
    return { ...cut, draft: draft.draft, lines };
  }
  const missing = cut.lines.filter((line) => line.lost === null && !known.has(line.inventory_item_id));
  return { ...draft, lines: [...draft.lines, ...missing.map(unconfirmed)] };
}

/** A line that the server has to hold again. */
const unconfirmed = (line: CartLine): CartLine => ({ ...line, lock_expires_at: null });

/**
 * The sale at this till: its cart, the draft that follows it, the holds on its units and its copy against a crash. One
 * for each sign-in and store; the screens read it and call it, and keep nothing of it themselves.
 */
export function createWorkingSale(deps: WorkingSaleDeps) {
  const { staffId, storeId, tax, timeZone, report, onLost, onDraftExists } = deps;
  const store = createStore<TillState>(EMPTY_TILL);
  const snapshot = keepSnapshot(store, { staff_id: staffId, store_id: storeId });
  const saver = createDraftSaver({
    store,
    tax,
    timeZone,
    report,
    onDraftExists,
    cartKey: snapshot.key,
    keptAt: snapshot.keptAt,
    onTakingRefused: leaveCut,
  });

  async function showOffers(): Promise<void> {
    store.change({ offers: await snapshot.find() });
  }

  function put(cart: Cart, highlighted: number | null = null): void {
    store.change({ cart, highlighted, afterSale: null });
    saver.request();
  }

  function add(line: CartLine): 'added' | 'already' {
    const { cart } = store.read();
    const itemId = line.inventory_item_id;
    if (cart.lines.some((other) => other.inventory_item_id === itemId && other.lost === null)) {
      store.change({ highlighted: itemId });
      return 'already';
    }
    // A line that was lost comes back when its unit is scanned again.
    put(addLine(removeLine(cart, itemId), line), itemId);
    return 'added';
  }

  /** A draft of the server as a cart, its units held again; those that are gone are marked. */
  async function holdDraft(draftId: number): Promise<{ cart: Cart; lost: string[] }> {
    const sentAt = Date.now();
    const params = { transactionId: draftId };
    const holds = await api.transactions.refreshLocks({ params, body: { resume: true } });
    const draft = await api.transactions.get({ params });
    const held = new Map(holds.locked.map((hold) => [hold.inventory_item_id, sentAt + LOCK_LIFETIME]));
    const lost = new Map(
      holds.lost.map((unit) => [unit.inventory_item_id, whoHolds(unit, timeZone) ?? unit.message]),
    );
    return { cart: applyHolds(cartOf(draft), held, lost), lost: [...lost.values()] };
  }

  /** Takes over a draft of the server. */
  async function take(draftId: number): Promise<void> {
    const { cart, lost } = await holdDraft(draftId);
    saver.reset(cart);
    store.change({ afterSale: null });
    if (lost.length) onLost(lost);
  }

  /** A draft that the server does not have any more is cancelled already. */
  async function deleteDraft(draftId: number): Promise<void> {
    try {
      await api.transactions.delete({ params: { transactionId: draftId }, body: {} });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
    }
  }

  /** Has the saves answered that a cart was cut off in, each under the key it was sent with. */
  async function settleSaves(cartKey: string): Promise<void> {
    for (const wish of await unansweredSaves(cartKey)) {
      try {
        const saved = draftOf(await sendSave(wish));
        const { cart } = store.read();
        if (saved.version > (cart.draft?.version ?? 0)) store.change({ cart: { ...cart, draft: saved } });
      } catch (error) {
        // A refusal leaves nothing behind.
        if (!(error instanceof ApiError)) throw error;
      }
      forgetWish(wish.key);
    }
  }

  /** Takes the cart in hand, which was cut off, over what the server has of it. */
  async function takeCut(cartKey: string): Promise<Taken> {
    await settleSaves(cartKey);
    const { draft } = store.read().cart;
    if (!draft) return { cart: store.read().cart, saved: EMPTY_CART };
    try {
      const { cart: saved, lost } = await holdDraft(draft.id);
      const cart = mergeCut(saved, store.read().cart);
      if (lost.length) onLost(lost);
      return { cart, saved };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
      return { cart: { ...store.read().cart, draft: null }, saved: EMPTY_CART };
    }
  }

  /** A cart that was cut off cannot go on: its sale is over, or it is offered again. */
  function leaveCut(error: ApiError): void {
    const { draft } = store.read().cart;
    const isOver = error.code === 'illegal_state' && draft !== null;
    if (!isOver) snapshot.putAside();
    saver.forget();
    void showOffers();
    if (isOver) deps.onOver(draft.id);
    else if (error.code === 'draft_exists') onDraftExists(error.details.draft);
    else report(error, 'Failed to resume draft');
  }

  /** Makes room for another cart: this one is saved and left to its draft, or put aside while there is no server. */
  async function makeRoom(): Promise<void> {
    const { cart } = store.read();
    if (cart.lines.length === 0 && cart.draft === null) return;
    try {
      await leaveDraft();
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      snapshot.putAside();
    }
    saver.forget();
  }

  /** The till leaves a draft: its units go back to the shelf. Where that fails, their holds lapse. */
  async function giveHoldsBack(draftId: number): Promise<void> {
    const params = { transactionId: draftId };
    await api.transactions.refreshLocks({ params, body: { leave: true } }).catch(() => undefined);
  }

  /** Saves the cart and leaves it to its draft; an emptied one has nothing to be kept for. */
  async function leaveDraft(): Promise<void> {
    await saver.flush();
    const { draft, lines } = store.read().cart;
    if (!draft) return;
    if (lines.length > 0) return giveHoldsBack(draft.id);
    await deleteDraft(draft.id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }

  /** The draft is worked on again: what it was cut off as is of no use any more, but for units it never had. */
  async function forgetOffersOf(draftId: number): Promise<void> {
    const { offers } = store.read();
    const savedIds = new Set(store.read().cart.lines.map((line) => line.inventory_item_id));
    const isSaved = ({ cart }: KeptCart) =>
      cart.draft?.id === draftId && cart.lines.every((line) => savedIds.has(line.inventory_item_id));
    for (const { key } of offers.filter(isSaved)) await snapshot.remove(key);
    if (offers.some(isSaved)) await showOffers();
  }

  return {
    storeId,
    read: store.read,
    watch: store.watch,
    /** Keeps holds, draft and copy up to date from now on, and looks for a cart that was cut off; answers how to stop. */
    start: (): (() => void) => {
      const stops = [
        saver.listen(),
        snapshot.listen(),
        keepHolds({ store, timeZone, onLost, onRefused: saver.request }),
      ];
      void showOffers();
      return () => {
        for (const stop of stops) stop();
      };
    },
    add,
    addItem: async (itemId: number) => {
      const holdEndsAt = Date.now() + LOCK_LIFETIME;
      const lock = await api.pos.lock({ params: { itemId } }, soon());
      rememberLock(storeId, lock);
      return add(lineOfLock(lock, { group: groupOf(store.read().cart), holdEndsAt }));
    },
    addNext: async (variationId: number) => {
      const holdEndsAt = Date.now() + LOCK_LIFETIME;
      const lock = await api.pos.lockNext({ params: { variationId } }, soon());
      rememberLock(storeId, lock);
      return add(lineOfLock(lock, { group: groupOf(store.read().cart), holdEndsAt }));
    },
    remove: (itemId: number): void => {
      put(removeLine(store.read().cart, itemId));
      // The save gives the unit back too; this does it at once, and for a unit that no draft has yet.
      void api.pos.unlock({ params: { itemId } }).catch(() => undefined);
    },
    clear: (): void => {
      const { cart } = store.read();
      for (const line of cart.lines) {
        void api.pos.unlock({ params: { itemId: line.inventory_item_id } }).catch(() => undefined);
      }
      put({ ...cart, lines: [], discounts: [] });
    },
    /** Gives the sale to a customer or a walk-in: answers which lines cost something else now. */
    giveTo: (customer: CartCustomer | null): Repriced[] => {
      const { cart, repriced } = giveTo(store.read().cart, customer);
      put(cart, store.read().highlighted);
      store.change({ repriced });
      return repriced;
    },
    /** Puts discounts on a line or the whole cart, in the place of those it had. */
    discount: (target: DiscountTarget, discounts: readonly Discount[]): void => {
      const { cart, highlighted } = store.read();
      put(target === 'cart' ? { ...cart, discounts } : discountLine(cart, target, discounts), highlighted);
    },
    /** Holds the draft and empties the till: its number, or null when something stands in the way, which was told. */
    hold: async (): Promise<string | null> => {
      try {
        await saver.flush();
      } catch (error) {
        if (error instanceof ApiError) return null;
        throw error;
      }
      const { draft } = store.read().cart;
      saver.forget();
      if (draft) await giveHoldsBack(draft.id);
      return draft?.number ?? null;
    },
    /** Deletes the draft, or only empties an unsaved cart. */
    cancel: async (): Promise<void> => {
      await saver.flush().catch((error: unknown) => {
        if (saver.mayHaveCreated()) throw error;
      });
      const { draft } = store.read().cart;
      if (draft) await deleteDraft(draft.id);
      saver.forget();
    },
    /** The draft to be paid, once the server has the whole cart; null when something stands in the way, which was told. */
    readyToPay: async (): Promise<number | null> => {
      await saver.flush().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      const { cart, saving } = store.read();
      const isWhole =
        saving === 'saved' && cart.lines.length > 0 && cart.lines.every(({ lost }) => lost === null);
      return isWhole ? (cart.draft?.id ?? null) : null;
    },
    /** Leaves the cart with its draft and empties the till: for another store, or a sign-out. */
    leave: async (): Promise<void> => {
      await leaveDraft();
      saver.forget();
    },
    /** Makes a draft of the server the working cart, unless it is already. */
    open: async (transactionId: number): Promise<Opened> => {
      if (store.read().cart.draft?.id === transactionId) return { status: 'draft', isLoaded: false };
      const { status } = await api.transactions.get({ params: { transactionId } });
      if (status !== 'draft') return { status, isLoaded: false };
      await leaveDraft();
      await take(transactionId);
      // It may be one of those that are offered.
      await forgetOffersOf(transactionId);
      return { status, isLoaded: true };
    },
    /** Goes on with a kept cart, with or without the server; what stands in the till makes room for it. */
    recover: async ({ key, cart }: KeptCart): Promise<void> => {
      await makeRoom();
      snapshot.takeUp(key);
      saver.resume({ ...cart, lines: cart.lines.map(unconfirmed) }, () => takeCut(key));
      store.change({ afterSale: null });
      await showOffers();
      // What stands in the way was told, or is on the banner; a server that is gone is not waited for.
      if (readConnection().isReachable) await saver.flush().catch(() => undefined);
    },
    /** Forgets a kept cart; its draft stays, as far as it was saved. */
    discard: async ({ key }: KeptCart): Promise<void> => {
      await snapshot.remove(key);
      await showOffers();
    },
    /** The draft was completed at another till: this one stands empty. */
    forget: saver.forget,
    /** Saves the cart, to find out what became of its draft. */
    save: saver.request,
    /** The sale is completed: the till stands empty and shows it until the next scan. */
    finish: (transaction: Transaction, receipt: ReceiptDocument): void => {
      forgetUnits(storeId, transaction);
      saver.forget();
      store.change({ cart: EMPTY_CART, afterSale: { transaction, receipt, print: null, printed: 0 } });
    },
    /** How the completed sale's receipt fares. */
    showPrint: (progress: Partial<Pick<AfterSale, 'print' | 'printed'>>): void => {
      const { afterSale } = store.read();
      if (afterSale) store.change({ afterSale: { ...afterSale, ...progress } });
    },
    /** Marks a line whose unit the server refused at completion. */
    lose: (itemIds: readonly number[], message: string): void => {
      const lost = new Map(itemIds.map((id) => [id, message]));
      store.change({ cart: applyHolds(store.read().cart, new Map(), lost) });
    },
  };
}
export type WorkingSale = ReturnType<typeof createWorkingSale>;
