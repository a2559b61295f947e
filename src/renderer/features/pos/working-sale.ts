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

export type WorkingSaleDeps = {
  staffId: number;
  storeId: number;
  tax: TaxRule;
  report: (error: unknown, title: string) => void;
  onLost: (messages: string[]) => void;
};

/**
 * The sale at this till: its cart, the draft that follows it, the holds on its units and its copy against a crash. One
 * for each sign-in and store; the screens read it and call it, and keep nothing of it themselves.
 */
export function createWorkingSale({ staffId, storeId, tax, report, onLost }: WorkingSaleDeps) {
  const store = createStore<TillState>(EMPTY_TILL);
  const reload = (draftId: number) => {
    const draft = api.transactions.get({ params: { transactionId: draftId } });
    draft.then(take).catch((error: unknown) => report(error, 'Failed to resume draft'));
  };
  const saver = createDraftSaver({ store, tax, report, reload });
  const snapshot = keepSnapshot(store, { staffId, storeId });

  function put(cart: Cart, highlighted: number | null = null): void {
    store.change({ cart, highlighted, afterSale: null, recovery: null });
    saver.request();
  }

  function add(line: CartLine): 'added' | 'already' {
    const { cart } = store.read();
    const next = addLine(cart, line);
    if (next === cart) {
      store.change({ highlighted: line.inventory_item_id });
      return 'already';
    }
    put(next, line.inventory_item_id);
    return 'added';
  }

  /** Takes over a draft of the server: its units are held again, and those that are gone are marked. */
  async function take(draft: Transaction): Promise<void> {
    const sentAt = Date.now();
    const holds = await api.transactions.refreshLocks({
      params: { transactionId: draft.id },
      body: { resume: true },
    });
    const held = new Map(holds.locked.map((hold) => [hold.inventory_item_id, sentAt + LOCK_LIFETIME]));
    const lost = new Map(holds.lost.map((unit) => [unit.inventory_item_id, unit.message]));
    saver.forget();
    store.change({
      cart: applyHolds(cartOf(draft), held, lost),
      saving: 'saved',
      afterSale: null,
      recovery: null,
    });
    if (lost.size) onLost([...lost.values()]);
  }

  return {
    read: store.read,
    watch: store.watch,
    /** Keeps holds, draft and copy up to date from now on, and looks for a cart that was cut off; answers how to stop. */
    start: (): (() => void) => {
      const stops = [saver.listen(), snapshot.listen(), keepHolds(store, onLost)];
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
      await saver.flush().catch(() => undefined);
      const { draft } = store.read().cart;
      if (draft) await api.transactions.delete({ params: { transactionId: draft.id }, body: {} });
      saver.forget();
    },
    /** The cart as the server has it, ready to be paid. */
    readyToPay: async (): Promise<number> => {
      await saver.flush();
      const { draft } = store.read().cart;
      if (!draft) throw new ApiError('transaction_not_found');
      return draft.id;
    },
    /** Leaves the cart with its draft and empties the till: for another store, or a sign-out. */
    leave: async (): Promise<void> => {
      await saver.flush();
      saver.forget();
    },
    /** Makes a draft of the server the working cart, unless it is already. */
    open: async (transactionId: number): Promise<Transaction['status']> => {
      if (store.read().cart.draft?.id === transactionId) return 'draft';
      const draft = await api.transactions.get({ params: { transactionId } });
      if (draft.status === 'draft') await take(draft);
      return draft.status;
    },
    recover: async (): Promise<void> => {
      const { recovery } = store.read();
      if (!recovery) return;
      const { draft } = recovery.cart;
      if (draft) await take(await api.transactions.get({ params: { transactionId: draft.id } }));
      else put(recovery.cart);
    },
    discardRecovery: async (): Promise<void> => {
      store.change({ recovery: null });
      await till.drafts.clear();
    },
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
