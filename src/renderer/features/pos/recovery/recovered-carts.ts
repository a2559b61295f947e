import type { KeptSale } from '#bridge/offline-sales.ts';
import { ApiError } from '#contract/errors.ts';
import { type Cart, cartOfRest, EMPTY_CART, soundLines, unheld } from '#domain/cart.ts';
import { byKey, lineKey } from '#domain/sale-line.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { forgetAnswered } from '#renderer/lib/pending-requests.ts';
import type { Services } from '#renderer/lib/services.ts';
import { draftOf } from '../cart/cart-lines.ts';
import { findKept, markSold, unsoldLines } from '../offline/kept-sales.ts';
import { notWithoutServer } from '../offline/why-not.ts';
import type { AskTakeOver } from '../drafts/ask-take-over.ts';
import type { DraftSaver } from '../drafts/draft-saver.ts';
import { isAsCancelled, sendSave, unansweredSaves, wouldChange } from '../drafts/save-request.ts';
import type { Taken } from '../drafts/save-work.ts';
import type { Opened, Opening, WorkingDraft } from '../drafts/working-draft.ts';
import type { Tell } from '../sale/till-events.ts';
import type { OpenDraft, SavedCart, Store, TillState } from '../sale/till-state.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Merges a recovered cart with its draft on the server. If nobody saved the draft since, the cart stands as it was;
 * otherwise the draft does, plus the units that never reached it.
 */
function mergeRecovered(saved: Cart, recovered: Cart): Cart {
  const draft = { ...saved, draft: stillSent(saved.draft, recovered.draft) };
  const known = byKey(draft.lines);
  // Taking over a draft raises its version by one.
  if (draft.draft?.version === (recovered.draft?.version ?? 0) + 1) {
    const lines = recovered.lines.map((line) => {
      const { lock_expires_at = null, lost = line.lost } = known.get(lineKey(line)) ?? {};
      return { ...line, lock_expires_at, lost };
    });
    return { ...recovered, draft: draft.draft, lines };
  }
  const missing = recovered.lines.filter((line) => line.lost === null && !known.has(lineKey(line)));
  const lines = [...draft.lines, ...missing.map(unheld)];
  return { ...draft, lines, exchange: recovered.exchange ?? null };
}

/** Returns a draft with the completion that was sent of it before, which may still arrive if it is of this version. */
const stillSent = (draft: Cart['draft'], before: Cart['draft']): Cart['draft'] =>
  draft && before?.sent && draft.version === before.version ? { ...draft, sent: before.sent } : draft;

/** Returns the cart with its draft as it was saved last. */
const savedAs = (cart: Cart, draft: NonNullable<Cart['draft']>): Cart =>
  draft.version > (cart.draft?.version ?? 0) ? { ...cart, draft } : cart;

type RecoveredCartsDeps = {
  services: Services;
  storeId: number;
  store: Store<TillState>;
  snapshot: Snapshot;
  saver: DraftSaver;
  draft: WorkingDraft;
  askTakeOver: AskTakeOver;
  tell: Tell;
  /** Called with the last sale of a kept cart that was sold without the server. */
  onSold: (kept: KeptSale) => void;
};

/** The former cashier's cart: its draft's number; `isSaved` is true if this till keeps what the draft lacks. */
type HandedOver = { draft: string | null; isSaved: boolean };

/** True if the store no longer accepts anything from this person. */
const isClosedTo = (error: unknown) =>
  error instanceof ApiError && ['store_inactive', 'foreign_store', 'pos_disabled'].includes(error.code);

/** Finds out what of kept carts this till sold since, without the server. */
function createSoldSince({ services, storeId, snapshot, tell, onSold }: RecoveredCartsDeps) {
  const saleOfDraft = async ({ draft }: Cart): Promise<KeptSale | null> =>
    draft && findKept(services, { draft_id: draft.id });

  /** Returns the sale that the draft of a kept cart became here, if that has all of the cart. */
  async function wholeSaleOf({ cart }: SavedCart): Promise<KeptSale | null> {
    const sale = await saleOfDraft(cart);
    return sale && (await unsoldLines(services, cart, storeId)).length === 0 ? sale : null;
  }

  return {
    /** Forgets the kept carts that were sold without the server; shows the last such sale. */
    dropSold: async (found: SavedCart[]): Promise<SavedCart[]> => {
      if (found.length === 0) return found;
      const left: SavedCart[] = [];
      const sold: KeptSale[] = [];
      for (const offer of found) {
        const sale = (await findKept(services, { cart_key: offer.key })) ?? (await wholeSaleOf(offer));
        if (sale) await snapshot.remove(offer.key);
        if (sale) sold.push(sale);
        else left.push(offer);
      }
      const [last] = sold.toSorted((one, other) => other.made_at - one.made_at);
      if (last) onSold(last);
      return left;
    },
    /** Returns a kept cart without what this till sold since; the cashier is told. */
    withoutSold: async (cart: Cart): Promise<Cart> => {
      const sale = await saleOfDraft(cart);
      if (sale) {
        const lines = await unsoldLines(services, cart, storeId);
        tell({ kind: 'cart_sold', cart, kept: sale, hasRest: lines.length > 0 });
        return cartOfRest(lines);
      }
      const marked = await markSold(services, { cart, storeId });
      if (marked.lost.length > 0) tell({ kind: 'lost', messages: marked.lost });
      return marked.cart;
    },
  };
}

/** Merges a recovered cart with what the server has of it. */
function createMerging({ services, store, saver, draft: workingDraft, tell }: RecoveredCartsDeps) {
  /** Sends a recovered cart's unanswered saves again, each under its own key. */
  async function settleSaves(
    cartKey: string,
    onSaved: (draft: NonNullable<Cart['draft']>) => void,
  ): Promise<void> {
    for (const request of await unansweredSaves(services, cartKey)) {
      try {
        onSaved(draftOf(await sendSave(services, request)));
      } catch (error) {
        // A refused save changed nothing.
        if (!(error instanceof ApiError)) throw error;
      }
      void forgetAnswered(services, [request.key]);
    }
  }

  /** Starts a new draft with what a sale that is over does not have; refuses as before if there is nothing. */
  async function goOnWithout(draftId: number, refusal: ApiError): Promise<Taken> {
    const { transaction_items: sold } = await services.api.transactions.get({
      params: { transactionId: draftId },
    });
    const gone = byKey(sold);
    const own = soundLines(store.read().cart).filter((line) => !gone.has(lineKey(line)));
    if (own.length === 0) throw refusal;
    tell({ kind: 'over', draftId });
    return { cart: cartOfRest(own.map(unheld)), saved: EMPTY_CART };
  }

  return {
    settleSaves,
    /** Takes up the recovered cart; does nothing if it was sold, or left, meanwhile. */
    take: async (cartKey: string, opening: Opening, isStill: () => boolean): Promise<Taken | null> => {
      await settleSaves(cartKey, (saved) => {
        if (isStill()) store.change({ cart: savedAs(store.read().cart, saved) });
      });
      if (!isStill()) return null;
      const { draft } = store.read().cart;
      if (!draft) return { cart: store.read().cart, saved: EMPTY_CART };
      try {
        const { cart: saved, lost } = await workingDraft.hold(draft.id, opening);
        const cart = mergeRecovered(saved, store.read().cart);
        if (lost.length) tell({ kind: 'lost', messages: lost });
        return { cart, saved };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'illegal_state') return goOnWithout(draft.id, error);
        if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
        const { cart } = store.read();
        const isOver = isAsCancelled(cart);
        tell({ kind: 'cancelled', cart, hasRest: !isOver && cart.lines.length > 0 });
        if (isOver) {
          saver.forget();
          return null;
        }
        return { cart: { ...cart, draft: null }, saved: EMPTY_CART };
      }
    },
  };
}

/** Leaves the cart for another one, or for another cashier. */
function createLeaving({ store, snapshot, saver, draft: workingDraft }: RecoveredCartsDeps) {
  return {
    /**
     * Makes room for another cart: saves this one and leaves it in its draft, or parks it if no server can be reached or
     * the store does not accept it. Returns true if it was parked.
     */
    makeRoom: async (): Promise<boolean> => {
      const { cart } = store.read();
      if (cart.lines.length === 0 && cart.draft === null) return false;
      let isSaved = false;
      try {
        await workingDraft.leave();
      } catch (error) {
        if (!(error instanceof ServerUnreachable) && !isClosedTo(error)) throw error;
        snapshot.park();
        isSaved = true;
      }
      saver.forget();
      return isSaved;
    },
    /**
     * Leaves the cart when another cashier takes over the till: in its draft, or parked for its own cashier if it is
     * not saved. The server has unlocked its units already. Returns null if nothing of it is left: a cart that was emptied
     * is kept where its completion was not answered.
     */
    handOver: (): HandedOver | null => {
      const { cart, saving } = store.read();
      const { draft, lines } = cart;
      // Drafts know of no exchange.
      const isUnsaved = lines.length > 0 && (saving !== 'saved' || Boolean(cart.exchange));
      const isSaved = isUnsaved || draft?.sent !== undefined;
      if (isSaved) snapshot.park();
      saver.forget();
      return isSaved || lines.length > 0 ? { draft: draft?.number ?? null, isSaved } : null;
    },
  };
}

type Leaving = ReturnType<typeof createLeaving>;

/** Offers the kept carts, and continues one of them. */
function createTakingUp(deps: RecoveredCartsDeps, { makeRoom }: Leaving) {
  const { services, storeId, store, snapshot, saver, draft: workingDraft, tell } = deps;
  const { dropSold, withoutSold } = createSoldSince(deps);
  const { settleSaves, take } = createMerging(deps);

  async function showOffers(): Promise<void> {
    store.change({ offers: await dropSold(await snapshot.find()) });
  }

  async function recover({ key, cart }: SavedCart, opening: Opening = {}): Promise<void> {
    store.read().takeOver?.answer(false);
    store.change({ isRecovering: true });
    try {
      await makeRoom();
      const left = await withoutSold(cart);
      snapshot.takeUp(key);
      saver.resume({ ...left, lines: left.lines.map(unheld) }, (isStill) => take(key, opening, isStill));
      store.change({ afterSale: null });
      await showOffers();
      // Obstacles were reported, or stand on the banner; a server that cannot be reached is not waited for.
      if (services.connection.read().isReachable) await saver.flush().catch(() => undefined);
    } finally {
      store.change({ isRecovering: false });
    }
  }

  return {
    showOffers,
    recover,
    /**
     * Opens a draft with what this till keeps of it: merged with what the server has, or without the server as it was
     * kept.
     */
    openKept: async (
      { key, savedAt, cart }: SavedCart,
      draftId: number,
      opening: Opening,
    ): Promise<Opened> => {
      let kept = cart;
      try {
        await settleSaves(key, (saved) => (kept = savedAs(kept, saved)));
        const opened = await workingDraft.open(draftId, opening);
        if (!opened.isLoaded) return opened;
        const { cart: loaded } = store.read();
        const { cart: merged, lost } = await markSold(services, {
          cart: mergeRecovered(loaded, kept),
          storeId,
          isAnswered: true,
        });
        if (lost.length > 0) tell({ kind: 'lost', messages: lost });
        store.change({ cart: merged });
        // A draft that has all of it is left as it is: another version would begin its payment anew.
        if (wouldChange(loaded, merged)) {
          saver.follow();
          // Obstacles were reported.
          await saver.flush().catch(() => undefined);
        }
        return opened;
      } catch (error) {
        if (!(error instanceof ServerUnreachable)) throw error;
        await recover({ key, savedAt, cart: kept }, opening);
        return { status: 'draft', isLoaded: true, deletedCustomer: null };
      }
    },
    /** Removes the offers for a draft that is opened again, except those with units that the draft never had. */
    forgetOffersOf: async (draftId: number): Promise<void> => {
      const { offers } = store.read();
      const saved = byKey(store.read().cart.lines);
      const isSaved = ({ cart }: SavedCart) =>
        cart.draft?.id === draftId && cart.lines.every((line) => saved.has(lineKey(line)));
      for (const { key } of offers.filter(isSaved)) await snapshot.remove(key);
      if (offers.some(isSaved)) await showOffers();
    },
  };
}

/** Offers, continues or discards the carts that a crash interrupted or that were parked without a server. */
export function createRecoveredCarts(deps: RecoveredCartsDeps) {
  const { services, store, snapshot, saver, draft: workingDraft, tell } = deps;
  const leaving = createLeaving(deps);
  const { showOffers, recover, openKept, forgetOffersOf } = createTakingUp(deps, leaving);

  /** Asks for the draft of a recovered cart that another till has open; until it is taken over it is offered. */
  async function askFor(offer: SavedCart, held: OpenDraft): Promise<void> {
    try {
      if (await deps.askTakeOver(held)) await recover(offer, { takeOver: true });
    } catch (error) {
      tell({ kind: 'failed', error, title: 'Failed to resume draft' });
    }
  }

  return {
    showOffers,
    ...leaving,
    forgetOffersOf,
    /**
     * Parks the cart in its draft and empties the till; returns the draft's number. Null if it was refused and reported, or
     * turned out to be sold. Without the server a cart whose completion was not answered is kept here (`isKept`).
     */
    park: async (): Promise<{ number: string; isKept: boolean } | null> => {
      const { draft } = store.read().cart;
      try {
        const number = await workingDraft.park();
        return number === null ? null : { number, isKept: false };
      } catch (error) {
        if (!draft?.sent || !(error instanceof ServerUnreachable)) throw error;
        snapshot.park();
        saver.forget();
        await showOffers();
        return { number: draft.number, isKept: true };
      }
    },
    /** Drops a recovered cart that cannot continue: its sale is over, or it is offered again. */
    giveUp: (error: ApiError): void => {
      const { cart } = store.read();
      const { draft } = cart;
      const offer = { key: snapshot.key(), savedAt: snapshot.snapshotAt() ?? services.clock.now(), cart };
      const isOver = error.code === 'illegal_state' && draft !== null;
      if (!isOver) snapshot.park();
      saver.forget();
      void showOffers();
      if (error.code === 'draft_open') void askFor(offer, error.details);
      else if (isOver) tell({ kind: 'over', draftId: draft.id });
      else if (error.code === 'draft_exists') tell({ kind: 'draft_exists', draft: error.details.draft });
      else tell({ kind: 'failed', error, title: 'Failed to resume draft' });
    },
    /** Opens a draft, from what this till keeps of it if there is a cart of it that was cut off. */
    open: async (draftId: number, opening: Opening): Promise<Opened> => {
      await showOffers().catch(() => undefined);
      const offer = store.read().offers.find(({ cart }) => cart.draft?.id === draftId);
      const isHere = store.read().cart.draft?.id === draftId;
      return offer && !isHere ? openKept(offer, draftId, opening) : workingDraft.open(draftId, opening);
    },
    /**
     * Continues a kept cart, with or without the server; the till's present cart makes room for it. If another till has
     * its draft open, the cart is offered again and the cashier is asked.
     */
    recover: (offer: SavedCart): Promise<void> => recover(offer),
    /**
     * Deletes a kept cart; its draft stays as far as it was saved, unless nothing is in it. If it was sold by a completion that was not answered,
     * that sale is shown; without the server, which knows, it stays.
     */
    discard: async ({ key, cart: { draft } }: SavedCart): Promise<void> => {
      const isSold = await workingDraft.isSold(draft).catch((error: unknown) => {
        const isAway = error instanceof ServerUnreachable;
        throw isAway ? new ApiError('draft_changed', { message: notWithoutServer.unknown }) : error;
      });
      await snapshot.remove(key);
      await showOffers();
      if (!draft) return;
      if (isSold) return tell({ kind: 'over', draftId: draft.id });
      const { cart, offers } = store.read();
      const isStill = [cart, ...offers.map((offer) => offer.cart)].some(
        (other) => other.draft?.id === draft.id,
      );
      if (!isStill) await workingDraft.removeEmpty(draft.id);
    },
  };
}
