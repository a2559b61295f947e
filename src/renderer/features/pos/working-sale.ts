import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { addLine, applyHolds, EMPTY_CART, removeLine, type Cart, type CartLine } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { TaxRule } from '#domain/totals.ts';
import { api } from '#renderer/lib/api-client.ts';
import { till } from '#renderer/lib/till.ts';
import { cartOf, lineOfLock } from './cart-lines.ts';
import { createDraftSaver } from './draft-saver.ts';
import { keepHolds } from './hold-keeper.ts';
import { keepSnapshot } from './snapshot.ts';
import { createStore, EMPTY_TILL, type AfterSale, type TillState } from './till-state.ts';
import { whoHolds } from './who-holds.ts';

export type WorkingSaleDeps = {
  staffId: number;
  storeId: number;
  tax: TaxRule;
  timeZone: string;
  report: (error: unknown, title: string) => void;
  onLost: (messages: string[]) => void;
};

/**
 * The sale at this till: its cart, the draft that follows it, the holds on its units and its copy against a crash. One
 * for each sign-in and store; the screens read it and call it, and keep nothing of it themselves.
 */
export function createWorkingSale({ staffId, storeId, tax, timeZone, report, onLost }: WorkingSaleDeps) {
  const store = createStore<TillState>(EMPTY_TILL);
  const saver = createDraftSaver({ store, tax, timeZone, report });
  const snapshot = keepSnapshot(store, { staffId, storeId });

  function put(cart: Cart, highlighted: number | null = null): void {
    store.change({ cart, highlighted, afterSale: null, recovery: null });
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

  /** Takes over a draft of the server: its units are held again, and those that are gone are marked. */
  async function take(draftId: number): Promise<void> {
    const sentAt = Date.now();
    const params = { transactionId: draftId };
    const holds = await api.transactions.refreshLocks({ params, body: { resume: true } });
    const draft = await api.transactions.get({ params });
    const held = new Map(holds.locked.map((hold) => [hold.inventory_item_id, sentAt + LOCK_LIFETIME]));
    const lost = new Map(
      holds.lost.map((unit) => [unit.inventory_item_id, whoHolds(unit, timeZone) ?? unit.message]),
    );
    saver.reset(applyHolds(cartOf(draft), held, lost));
    store.change({ afterSale: null, recovery: null });
    if (lost.size) onLost([...lost.values()]);
  }

  /** A draft that the server does not have any more is cancelled already. */
  async function deleteDraft(draftId: number): Promise<void> {
    try {
      await api.transactions.delete({ params: { transactionId: draftId }, body: {} });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
    }
  }

  /** Takes a cart that was cut off: what the server has of it, and the units that never reached it. */
  async function takeRecovery(cut: Cart): Promise<void> {
    if (cut.draft) await take(cut.draft.id);
    const { cart } = store.read();
    const known = new Set(cart.lines.map((line) => line.inventory_item_id));
    const missing = cut.lines.filter((line) => line.lost === null && !known.has(line.inventory_item_id));
    if (missing.length === 0) return;
    const unheld = missing.map((line) => ({ ...line, lock_expires_at: null }));
    put({ ...cart, lines: [...cart.lines, ...unheld] });
  }

  async function discardRecovery(): Promise<void> {
    store.change({ recovery: null });
    await till.drafts.clear();
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
      void snapshot.find().then((recovery) => {
        if (recovery && store.read().cart.lines.length === 0) store.change({ recovery });
      });
      return () => {
        for (const stop of stops) stop();
      };
    },
    add,
    addItem: async (itemId: number) => {
      const endsAt = Date.now() + LOCK_LIFETIME;
      return add(lineOfLock(await api.pos.lock({ params: { itemId } }), endsAt));
    },
    addNext: async (variationId: number) => {
      const endsAt = Date.now() + LOCK_LIFETIME;
      return add(lineOfLock(await api.pos.lockNext({ params: { variationId } }), endsAt));
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
      put({ ...cart, lines: [] });
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
      await saver.flush();
      saver.forget();
    },
    /** Makes a draft of the server the working cart, unless it is already. */
    open: async (transactionId: number): Promise<Transaction['status']> => {
      if (store.read().cart.draft?.id === transactionId) return 'draft';
      const { status } = await api.transactions.get({ params: { transactionId } });
      if (status !== 'draft') return status;
      await saver.flush();
      await take(transactionId);
      return status;
    },
    recover: async (): Promise<void> => {
      const { recovery } = store.read();
      if (!recovery) return;
      try {
        await takeRecovery(recovery.cart);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'transaction_not_found') {
          return takeRecovery({ ...recovery.cart, draft: null });
        }
        // Sold meanwhile: there is nothing to recover.
        if (error instanceof ApiError && error.code === 'illegal_state') await discardRecovery();
        throw error;
      }
    },
    discardRecovery,
    /** The draft was completed at another till: this one stands empty. */
    forget: saver.forget,
    /** Saves the cart, to find out what became of its draft. */
    save: saver.request,
    /** The sale is completed: the till stands empty and shows it until the next scan. */
    finish: (transaction: Transaction, receipt: ReceiptDocument): void => {
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
