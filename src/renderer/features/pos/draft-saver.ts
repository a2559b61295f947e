import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { applyHolds, EMPTY_CART, cartTotals, soundLines, type Cart } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import type { TaxRule } from '#domain/totals.ts';
import { api } from '#renderer/lib/api-client.ts';
import { onConnectionChange, readConnection } from '#renderer/lib/connection.ts';
import type { Store, TillState } from './till-state.ts';
import { whoHolds } from './who-holds.ts';

/** One save on its way: sent again, word for word and under its key, until the server has answered it. */
type Wish = { key: string; draftId: number | null; version?: number; cart: Cart; trustServer: boolean };

export type SaverDeps = {
  store: Store<TillState>;
  tax: TaxRule;
  timeZone: string;
  /** What went wrong, in words for the cashier. */
  report: (error: unknown, title: string) => void;
};

function send({ key, draftId, version, cart, trustServer }: Wish, tax: TaxRule): Promise<Transaction> {
  const lines = soundLines(cart);
  const { subtotal, discount_amount, tax_amount, total_amount } = cartTotals(cart, tax);
  const figures = trustServer ? {} : { subtotal, discount_amount, tax_amount, total_amount };
  const items = lines.map((line) =>
    trustServer
      ? { inventory_item_id: line.inventory_item_id }
      : { inventory_item_id: line.inventory_item_id, price: line.price },
  );
  return draftId === null
    ? api.transactions.create({ body: { status: 'draft', items, ...figures } }, { key })
    : api.transactions.update(
        { params: { transactionId: draftId }, body: { items, ...figures, version } },
        { key },
      );
}

/** The cart with what the server said of it: its draft, its prices, and five more minutes for every unit it holds. */
function adopt(cart: Cart, saved: Transaction, sentAt: number): Cart {
  const prices = new Map(saved.transaction_items.map((item) => [item.inventory_item_id, item.price]));
  const held = new Map(
    saved.transaction_items.map((item) => [item.inventory_item_id, sentAt + LOCK_LIFETIME]),
  );
  const lines = cart.lines.map((line) => ({
    ...line,
    price: prices.get(line.inventory_item_id) ?? line.price,
  }));
  const draft = {
    id: saved.id,
    number: saved.draft_number,
    version: saved.version,
    saved_at: saved.updated_at,
  };
  return { ...applyHolds({ ...cart, lines }, held, new Map()), draft };
}

/** Why each unit that a refusal names is lost; it names the holder of the first one only. */
function lostUnits(error: ApiError, timeZone: string): Map<number, string> {
  const [first, ...others] = error.details.inventory_item_ids ?? [];
  const lost = new Map(others.map((id) => [id, error.message]));
  return first === undefined ? lost : lost.set(first, whoHolds(error.details, timeZone) ?? error.message);
}

const isWorthSaving = (cart: Cart) => cart.draft !== null || soundLines(cart).length > 0;

/**
 * Saves every change of the cart to its draft, one after the other, and only the newest. Without a server the cart
 * waits here. A unit that another till took is marked lost and the rest is saved. A draft that another till took over is
 * let go: what was never saved to it starts a new one.
 */
export function createDraftSaver({ store, tax, timeZone, report }: SaverDeps) {
  let isDirty = false;
  let pending: Wish | null = null;
  let trustServer = false;
  let running: Promise<void> | null = null;
  let generation = 0;
  let savedIds = new Set<number>();

  const nextWish = (cart: Cart): Wish => ({
    key: crypto.randomUUID(),
    draftId: cart.draft?.id ?? null,
    version: cart.draft?.version,
    cart,
    trustServer,
  });

  async function saveOnce(): Promise<void> {
    const cart = store.read().cart;
    if (!pending) {
      isDirty = false;
      if (!isWorthSaving(cart)) return;
      pending = nextWish(cart);
    } else if (pending.cart !== cart) isDirty = true;
    const wish = pending;
    const mine = generation;
    const sentAt = Date.now();
    const saved = await send(wish, tax);
    if (mine !== generation) return;
    pending = null;
    if (wish.trustServer) trustServer = false;
    savedIds = new Set(saved.transaction_items.map((item) => item.inventory_item_id));
    store.change({ cart: adopt(store.read().cart, saved, sentAt) });
  }

  /** Stands with a cart as the server has it; what was on its way is of no interest any more. */
  function reset(cart: Cart): void {
    generation += 1;
    isDirty = false;
    pending = null;
    running = null;
    trustServer = false;
    savedIds = new Set(cart.lines.map((line) => line.inventory_item_id));
    store.change({ cart, saving: cart.draft ? 'saved' : 'none', highlighted: null });
  }

  /** Leaves the draft to the till that has it now. */
  function letGo(cart: Cart): void {
    const own = soundLines(cart).filter((line) => !savedIds.has(line.inventory_item_id));
    reset(EMPTY_CART);
    if (own.length === 0) return;
    store.change({ cart: { ...EMPTY_CART, lines: own } });
    request();
  }

  /** Answers whether saving goes on after a refusal. */
  function handle(error: ApiError): boolean {
    pending = null;
    isDirty = true;
    const { cart } = store.read();
    switch (error.code) {
      case 'item_unavailable': {
        const lost = lostUnits(error, timeZone);
        store.change({ cart: applyHolds(cart, new Map(), lost) });
        report(error, 'Failed to add item');
        return lost.size > 0;
      }
      case 'total_changed':
        report(error, 'Prices have changed');
        if (trustServer) return false;
        trustServer = true;
        return true;
      case 'transaction_not_found':
        store.change({ cart: { ...cart, draft: null } });
        return true;
      case 'draft_changed':
      case 'illegal_state':
        report(error, 'Failed to save draft');
        letGo(cart);
        return false;
      default:
        report(error, 'Failed to save draft');
        return false;
    }
  }

  async function run(): Promise<void> {
    const mine = generation;
    store.change({ saving: 'saving' });
    while (isDirty || pending) {
      try {
        await saveOnce();
      } catch (error) {
        if (mine !== generation) return;
        if (error instanceof ApiError && handle(error)) continue;
        if (mine === generation) store.change({ saving: 'on-till' });
        throw error;
      }
      if (mine !== generation) return;
    }
    store.change({ saving: store.read().cart.draft ? 'saved' : 'none' });
  }

  function start(): Promise<void> {
    if (running) return running;
    const mine = run().finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  }

  function request(): void {
    isDirty = true;
    void start().catch(() => undefined);
  }

  return {
    /** The cart changed: its draft follows. */
    request,
    /** Waits until the server has the newest cart; throws what stands in the way. */
    async flush(): Promise<void> {
      while (isDirty || pending || running) await start();
    },
    reset,
    /** Forgets the cart that was being saved: the till starts empty. */
    forget: () => reset(EMPTY_CART),
    /** Whether a new draft is on its way of which no answer has come: it may exist or not. */
    mayHaveCreated: () => pending !== null && pending.draftId === null,
    /** Saves what waits as soon as the server is back; answers how to stop. */
    listen: () =>
      onConnectionChange(() => {
        if (readConnection().isReachable && (isDirty || pending)) void start().catch(() => undefined);
      }),
  };
}
