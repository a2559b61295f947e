import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { applyHolds, type Cart } from '#domain/cart.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import type { Services } from '#renderer/lib/services.ts';
import { cartOf } from '../cart/cart-lines.ts';
import type { Store, TillState } from '../sale/till-state.ts';
import { lostText, readHolds } from '../sale/holds.ts';
import type { DraftSaver } from './draft-saver.ts';

export type WorkingDraftDeps = {
  services: Services;
  store: Store<TillState>;
  saver: DraftSaver;
  staffId: number;
  timeZone: string;
  onLost: (messages: string[]) => void;
};

/** A draft as a cart, what of it was lost, and whether somebody else works on it. */
type HeldCart = { cart: Cart; status: Transaction['status']; lost: string[]; isElsewhere: boolean };

/**
 * How an opened draft stands; `isLoaded` when it was not the till's already, `deletedCustomer` the name of whom it was
 * for when they were deleted since.
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

const throwUnlessRefused = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
};

/** The draft behind the cart: opened, left to the server with its units back on the shelf, paid, or deleted. */
export function createWorkingDraft({ services, store, saver, staffId, timeZone, onLost }: WorkingDraftDeps) {
  const { api, clock } = services;
  /** Sales that were completed here, also while their draft was still being opened. */
  const finished = new Set<number>();

  /** A draft of the server as a cart, its units held again; those that are gone are marked. */
  async function hold(
    draftId: number,
    { resume = true, approval }: Approved & { resume?: boolean } = {},
  ): Promise<HeldCart> {
    const sentAt = clock.now();
    const params = { transactionId: draftId };
    const report = await api.transactions.refreshLocks({ params, body: { resume }, approval });
    const draft = await api.transactions.get({ params });
    const { held, lost } = readHolds(report, sentAt, timeZone);
    const cart = cartOf(draft);
    const isElsewhere = draft.staff.id !== staffId || report.lost.some((unit) => unit.locked_until !== null);
    const { status } = draft;
    return { cart: applyHolds(cart, held, lost), status, lost: lostText(cart, lost), isElsewhere };
  }

  /** A draft that the server does not have any more is cancelled already. */
  async function remove(draftId: number): Promise<void> {
    try {
      await api.transactions.delete({ params: { transactionId: draftId }, body: {} });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
    }
  }

  /** The till leaves a draft: its units go back to the shelf. Where that fails, their holds lapse. */
  async function giveHoldsBack(draftId: number): Promise<void> {
    const params = { transactionId: draftId };
    await api.transactions.refreshLocks({ params, body: { leave: true } }).catch(() => undefined);
  }

  /** Saves the cart and leaves it to its draft; an emptied one has nothing to be kept for. */
  async function leave(): Promise<void> {
    await saver.flush();
    const { draft, lines } = store.read().cart;
    if (!draft) return;
    if (lines.length > 0) return giveHoldsBack(draft.id);
    await remove(draft.id).catch(throwUnlessRefused);
  }

  return {
    hold,
    leave,
    /** The draft as it was saved meanwhile, while this sign-in holds its units; null when another till has it. */
    rejoin: async (draftId: number): Promise<Cart | null> => {
      const { cart, isElsewhere } = await hold(draftId, { resume: false });
      return isElsewhere ? null : cart;
    },
    /** Makes a draft of the server the working cart, unless it is already; what stood in the till is left to its own. */
    open: async (draftId: number, approved: Approved = {}): Promise<Opened> => {
      if (store.read().cart.draft?.id === draftId) return notLoaded('draft');
      const { status, customer } = await api.transactions.get({ params: { transactionId: draftId } });
      if (status !== 'draft') return notLoaded(status);
      await leave();
      const { cart, lost, ...held } = await hold(draftId, approved);
      // It was completed on the way, or its answer says so: what it was is no cart any more.
      if (finished.has(draftId)) return notLoaded('completed');
      if (held.status !== 'draft') return notLoaded(held.status);
      saver.reset(cart);
      store.change({ afterSale: null });
      if (lost.length) onLost(lost);
      return { status, isLoaded: true, deletedCustomer: customer?.is_deleted ? customer.name : null };
    },
    /** A sale was completed here. */
    finish: (draftId: number): void => {
      finished.add(draftId);
    },
    /** Holds the draft for later and empties the till: its number, or null when something stands in the way, which was told. */
    park: async (): Promise<string | null> => {
      try {
        await saver.flush();
      } catch (error) {
        throwUnlessRefused(error);
        return null;
      }
      const { draft } = store.read().cart;
      saver.forget();
      if (draft) await giveHoldsBack(draft.id);
      return draft?.number ?? null;
    },
    /** Deletes the draft, or empties a cart that was never saved; its units are free again either way. */
    cancel: async (): Promise<void> => {
      await saver.flush().catch((error: unknown) => {
        if (saver.mayHaveCreated()) throw error;
      });
      const { draft, lines } = store.read().cart;
      if (draft) await remove(draft.id);
      saver.forget();
      if (draft) return;
      for (const { inventory_item_id: unitId } of lines) {
        await api.pos.unlock({ params: { itemId: unitId } }).catch(() => undefined);
      }
    },
    /** The draft to be paid, once the server has the whole cart; null when something stands in the way, which was told. */
    readyToPay: async (): Promise<number | null> => {
      await saver.flush().catch(throwUnlessRefused);
      const { cart, saving } = store.read();
      const isWhole =
        saving === 'saved' && cart.lines.length > 0 && cart.lines.every(({ lost }) => lost === null);
      return isWhole ? (cart.draft?.id ?? null) : null;
    },
  };
}
export type WorkingDraft = ReturnType<typeof createWorkingDraft>;
