import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { applyHolds, type Cart } from '#domain/cart.ts';
import { paidSums } from '#domain/payments.ts';
import type { Zones } from '#domain/store-time.ts';
import { unitOf } from '#domain/sale-line.ts';
import { type Approved, ServerUnreachable } from '#renderer/lib/api-client.ts';
import type { Services } from '#renderer/lib/services.ts';
import { cartOf } from '../cart/cart-lines.ts';
import type { Tell } from '../sale/till-events.ts';
import type { Store, TillState } from '../sale/till-state.ts';
import { markSold, unsentSaleOf } from '../offline/kept-sales.ts';
import { lostText, readHolds } from '../sale/holds.ts';
import type { DraftSaver } from './draft-saver.ts';
import { cancelText } from './save-request.ts';

/** `takeOver`: the cashier knows that another till has the draft open. */
export type Opening = Approved & { takeOver?: boolean };

type WorkingDraftDeps = {
  services: Services;
  store: Store<TillState>;
  saver: DraftSaver;
  staffId: number;
  storeId: number;
  zones: () => Zones;
  tell: Tell;
  /** Returns a draft's cart with the exchange that was begun for it here. */
  withExchange: (cart: Cart) => Promise<Cart>;
};

/** A draft as a cart; `lost` are messages, `isElsewhere` is true if another person or till works on it. */
type HeldCart = { cart: Cart; status: Transaction['status']; lost: string[]; isElsewhere: boolean };

/**
 * The result of opening a draft. `isLoaded` is false if the till had it already or it is no draft; `deletedCustomer` is
 * the name of its customer if they were deleted since.
 */
export type Opened = {
  status: Transaction['status'];
  isLoaded: boolean;
  deletedCustomer: string | null;
};

const notLoaded = (status: Transaction['status']): Opened => ({
  status,
  isLoaded: false,
  deletedCustomer: null,
});

/** Replaces the text of the cancelled cart once the cashier goes on with it; no cart's text is empty. */
const CHANGED_SINCE = '';

const throwUnlessRefused = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
};

/** Locks and unlocks the units of drafts. */
function createHolding({ services, staffId, storeId, zones }: WorkingDraftDeps) {
  const { api, clock } = services;
  return {
    /**
     * Reads a draft as a cart and locks its units again; units that are gone are marked lost. Refused with `draft_open` if
     * another till has it open, unless it is taken over.
     */
    hold: async (
      draftId: number,
      { resume = true, takeOver = false, approval }: Opening & { resume?: boolean } = {},
    ): Promise<HeldCart> => {
      const sold = await unsentSaleOf(services, draftId);
      if (sold) {
        const message = `It was sold here without the server, as ${sold.number}, which is not sent yet`;
        throw new ApiError('draft_changed', { message });
      }
      const sentAt = clock.now();
      const params = { transactionId: draftId };
      const body = resume ? { resume, take_over: takeOver } : {};
      const report = await api.transactions.refreshLocks({ params, body, approval });
      const draft = await api.transactions.get({ params });
      const { held, lost } = readHolds(report, sentAt, zones());
      const cart = cartOf(draft);
      const isElsewhere =
        draft.staff.id !== staffId || report.lost.some((unit) => unit.locked_until !== null);
      const { status } = draft;
      // The server does not know of sales that wait here, and holds their units again.
      const ours = applyHolds(cart, held, lost);
      const marked = await markSold(services, { cart: ours, storeId, isAnswered: true });
      return { cart: marked.cart, status, lost: [...lostText(cart, lost), ...marked.lost], isElsewhere };
    },
    /** Unlocks a draft's units as the till leaves it; if that fails, their holds expire. */
    giveHoldsBack: async (draftId: number): Promise<void> => {
      const params = { transactionId: draftId };
      await api.transactions.refreshLocks({ params, body: { leave: true } }).catch(() => undefined);
    },
  };
}

/** Deletes drafts. Without an answer the cart stays until its next save finds out whether that was done. */
function createDeleting({ services, store, saver }: WorkingDraftDeps) {
  const { api } = services;

  /** Deletes a draft; one that the server no longer has counts as deleted. */
  async function remove(draftId: number): Promise<void> {
    try {
      await api.transactions.delete({ params: { transactionId: draftId }, body: {} });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
    }
  }

  /** Notes with the cart that its cancelling is sent; null if it was refused. */
  function noteCancelled(draftId: number, text: string | null): void {
    const { cart } = store.read();
    if (cart.draft?.id !== draftId) return;
    const { cancelled: _, ...draft } = cart.draft;
    store.change({ cart: { ...cart, draft: text === null ? draft : { ...draft, cancelled: text } } });
  }

  return {
    remove,
    /** Deletes the cart's draft. */
    removeOwn: async (draftId: number): Promise<void> => {
      noteCancelled(draftId, cancelText(store.read().cart));
      try {
        await remove(draftId);
      } catch (error) {
        if (error instanceof ApiError) noteCancelled(draftId, null);
        throw error;
      }
    },
    /** Deletes a draft with no items and nothing paid; any other one stays, and one that cannot be asked about. */
    removeEmpty: async (draftId: number): Promise<void> => {
      try {
        const kept = await api.transactions.get({ params: { transactionId: draftId } });
        const isEmpty = kept.transaction_items.length === 0 && paidSums(kept.payments).paid === 0;
        if (kept.status === 'draft' && isEmpty) await remove(draftId);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof ServerUnreachable)) throw error;
      }
    },
    /** Goes on with a cart whose cancelling was not answered: if its draft is gone, its items start a new one. */
    goOn: ({ draft }: Cart): void => {
      if (draft?.cancelled === undefined) return;
      noteCancelled(draft.id, CHANGED_SINCE);
      if (services.connection.read().isReachable) saver.follow();
    },
  };
}

/** Lets go of a cart once it is known what became of a completion that was not answered. */
function createLetting({ services, store, saver, tell }: WorkingDraftDeps) {
  const { api } = services;

  /**
   * Finds out what became of a completion that was not answered, before its cart is let go. True if the sale is made.
   * @throws {ServerUnreachable}
   */
  async function isSold(draft: Cart['draft']): Promise<boolean> {
    if (!draft?.sent) return false;
    return (await api.transactions.get({ params: { transactionId: draft.id } })).status !== 'draft';
  }

  /** Lets go of a cart that was sold by a completion that was not answered, and shows the sale. */
  function showSold(draftId: number): void {
    saver.forget();
    tell({ kind: 'over', draftId });
  }

  return {
    isSold,
    showSold,
    /** Saves the cart, which may have been sold by a completion that was not answered: then shows the sale and returns false. */
    saveUnlessSold: async (): Promise<boolean> => {
      const { draft } = store.read().cart;
      if (draft && (await isSold(draft))) {
        showSold(draft.id);
        return false;
      }
      // The server refuses the completion of an earlier version, should it still arrive.
      if (draft?.sent) saver.follow();
      await saver.flush();
      return true;
    },
  };
}

/** Leaves and deletes the cart's draft; while it does, `isEnding` is true. */
function createEnding(
  { services, store, saver }: WorkingDraftDeps,
  parts: ReturnType<typeof createHolding> &
    ReturnType<typeof createDeleting> &
    ReturnType<typeof createLetting>,
) {
  const { giveHoldsBack, remove, removeOwn, isSold, showSold, saveUnlessSold } = parts;
  let isEnding = false;

  async function ending<T>(work: () => Promise<T>): Promise<T> {
    isEnding = true;
    try {
      return await work();
    } finally {
      isEnding = false;
    }
  }

  return {
    isEnding: () => isEnding,
    /** Saves the cart and leaves its draft; the draft of an emptied cart is deleted. */
    leave: () =>
      ending(async (): Promise<void> => {
        if (!(await saveUnlessSold())) return;
        const { draft, lines } = store.read().cart;
        if (!draft) return;
        if (lines.length > 0) return giveHoldsBack(draft.id);
        await remove(draft.id).catch(throwUnlessRefused);
      }),
    /**
     * Deletes the draft, or empties a cart that was never saved; its units are unlocked either way. False if it was sold by a
     * completion that was not answered: then the sale is shown.
     */
    cancel: () =>
      ending(async (): Promise<boolean> => {
        await saver.flush().catch((error: unknown) => {
          if (saver.mayHaveCreated()) throw error;
        });
        const { draft, lines } = store.read().cart;
        try {
          if (draft) await removeOwn(draft.id);
        } catch (error) {
          if (!draft || !(error instanceof ApiError) || !(await isSold(draft))) throw error;
          showSold(draft.id);
          return false;
        }
        saver.forget();
        if (draft) return true;
        for (const line of lines) {
          await services.api.pos.unlock({ params: { itemId: unitOf(line) } }).catch(() => undefined);
        }
        return true;
      }),
  };
}

/** Manages the draft behind the cart: opening, leaving with its units unlocked, paying, deleting. */
export function createWorkingDraft(deps: WorkingDraftDeps) {
  const { services, store, saver, tell, withExchange } = deps;
  const { api } = services;
  const holding = createHolding(deps);
  const deleting = createDeleting(deps);
  const letting = createLetting(deps);
  const { hold, giveHoldsBack } = holding;
  const { goOn } = deleting;
  const ending = createEnding(deps, { ...holding, ...deleting, ...letting });
  /** The sales completed here, including those whose draft was still being opened. */
  const finished = new Set<number>();

  /** Holds a draft that takes the cart's place; if that is refused, the cart stays and is held again. */
  async function holdNext(draftId: number, opening: Opening): Promise<HeldCart> {
    await ending.leave();
    try {
      return await hold(draftId, opening);
    } catch (error) {
      if (store.read().cart.lines.length > 0) saver.follow();
      throw error;
    }
  }

  return {
    hold,
    isSold: letting.isSold,
    showSold: letting.showSold,
    removeEmpty: deleting.removeEmpty,
    ...ending,
    /** Returns the draft as it was saved elsewhere if this sign-in holds its units; null if another till has it. */
    rejoin: async (draftId: number): Promise<Cart | null> => {
      const { cart, isElsewhere } = await hold(draftId, { resume: false });
      return isElsewhere ? null : cart;
    },
    /** Makes a draft the working cart, unless it is already; the till's present cart stays in its own draft. */
    open: async (draftId: number, opening: Opening = {}): Promise<Opened> => {
      if (store.read().cart.draft?.id === draftId) return notLoaded('draft');
      // Whether it is over since, the server says: what was sold here without it may have become another sale.
      finished.delete(draftId);
      const { status, customer } = await api.transactions.get({ params: { transactionId: draftId } });
      if (status !== 'draft') return notLoaded(status);
      const { cart, lost, ...held } = await holdNext(draftId, opening);
      // The sale was completed while it was being opened, or the answer says so: it is no cart any more.
      if (finished.has(draftId)) return notLoaded('completed');
      if (held.status !== 'draft') return notLoaded(held.status);
      saver.reset(await withExchange(cart));
      store.change({ afterSale: null });
      if (lost.length) tell({ kind: 'lost', messages: lost });
      return { status, isLoaded: true, deletedCustomer: customer?.is_deleted ? customer.name : null };
    },
    /** Notes that a sale was completed here. */
    finish: (draftId: number): void => {
      finished.add(draftId);
    },
    /** Parks the cart and empties the till; returns the draft's number. Null if saving was refused and reported. */
    park: async (): Promise<string | null> => {
      goOn(store.read().cart);
      try {
        if (!(await letting.saveUnlessSold())) return null;
      } catch (error) {
        throwUnlessRefused(error);
        return null;
      }
      const { draft } = store.read().cart;
      saver.forget();
      if (draft) await giveHoldsBack(draft.id);
      return draft?.number ?? null;
    },
    /** Returns the draft to pay once the server has the whole cart; null after an obstacle, which was reported. */
    readyToPay: async (): Promise<number | null> => {
      goOn(store.read().cart);
      await saver.flush().catch(throwUnlessRefused);
      const { cart, saving } = store.read();
      const isWhole =
        saving === 'saved' && cart.lines.length > 0 && cart.lines.every(({ lost }) => lost === null);
      return isWhole ? (cart.draft?.id ?? null) : null;
    },
  };
}
export type WorkingDraft = ReturnType<typeof createWorkingDraft>;
